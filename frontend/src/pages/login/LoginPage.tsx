import { useMutation, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ApiError } from "@/api/errors";
import { signIn } from "@/api/queries/session";
import { SoloPage } from "@/components/SoloPage";
import { safeNext } from "@/lib/paths";
import { valuesOf } from "@/lib/search-params";
import { takeCode } from "@/pages/login/code";
import { CommandLine } from "@/ui/CommandLine";
import { ErrorMessage } from "@/ui/ErrorMessage";

const route = getRouteApi("/login");

/** Exchanges the code of a one-time login link, or says how to get one. Every 401 leads here. */
export function LoginPage() {
  const next = safeNext(valuesOf(route.useSearch(), "next")[0]);
  const navigate = useNavigate();
  const cache = useQueryClient();
  const login = useMutation({
    ...signIn(),
    onSuccess: async () => {
      cache.clear();
      await navigate({ to: next, replace: true });
    },
  });
  const isTaken = useRef(false);
  const { mutate } = login;
  // The code arrives with the address, not by an act of the reader, so that an effect is the place to use it.
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    const code = takeCode();
    if (code !== null) mutate(code);
  }, [mutate]);

  if (login.isPending || login.isSuccess) {
    return (
      <SoloPage title="Signing in">
        <p role="status">Checking the login link…</p>
      </SoloPage>
    );
  }
  return (
    <SoloPage title="Sign in">
      {login.isError && (
        <ErrorMessage
          title="This login link does not work."
          detail={login.error.message}
          requestId={login.error instanceof ApiError ? login.error.requestId : null}
        />
      )}
      <p>
        There is no password here. A login link works once, for 15 minutes. Whoever runs the service makes one
        in its checkout:
      </p>
      <CommandLine text={'make -s cli A="login-link"'} />
      <p>Open the address that it prints in this browser.</p>
    </SoloPage>
  );
}
