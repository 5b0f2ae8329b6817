import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { referenceOf } from "@/api/errors";
import { VIEW } from "@/lib/address";
import { safeNext } from "@/lib/paths";
import { SingleSignOnButton } from "@/subjects/accounts/controls/SingleSignOnButton";
import { PasswordLogin } from "@/subjects/accounts/login/PasswordLogin";
import { useArrivingCode } from "@/subjects/accounts/login/use-arriving-code";
import { useCommandLine } from "@/subjects/accounts/login/use-command-line";
import { infoQuery, sessionQuery, signIn } from "@/subjects/accounts/queries/session";
import { CommandLine } from "@/ui/CommandLine";
import { ErrorMessage } from "@/ui/ErrorMessage";
import { SoloPage } from "@/ui/SoloPage";

const route = getRouteApi("/login");

/** Signs in by password, or by the code of a one-time login link. Every 401 leads here. */
export function LoginPage() {
  const asked = route.useSearch()[VIEW].params.next;
  const next = safeNext(asked);
  const info = useQuery(infoQuery());
  const commandLine = useCommandLine();
  const navigate = useNavigate();
  const cache = useQueryClient();
  const login = useMutation({
    ...signIn(),
    onSuccess: async () => {
      cache.clear();
      await navigate({ to: next, replace: true });
    },
  });
  // Who was signed in a moment ago, and did not leave by themselves, is told why this page stands here.
  const [hasEnded] = useState(
    () => asked !== null && cache.getQueryData(sessionQuery().queryKey) !== undefined,
  );
  const { mutate } = login;
  useArrivingCode((code) => mutate({ code }));

  const isByLink = login.variables !== undefined && "code" in login.variables;
  if (login.isSuccess || (login.isPending && isByLink)) {
    return (
      <SoloPage title={t`Signing in`}>
        <p role="status">
          <Trans>Checking the login link…</Trans>
        </p>
      </SoloPage>
    );
  }
  return (
    <SoloPage title={t`Sign in`}>
      {hasEnded && !login.isError && (
        <p role="status">
          <Trans>Your session has ended. Sign in to return to this page.</Trans>
        </p>
      )}
      {login.isError && (
        <ErrorMessage
          title={isByLink ? t`This login link does not work.` : t`You are not signed in.`}
          detail={login.error.message}
          requestId={referenceOf(login.error)}
        />
      )}
      {typeof info.data?.single_sign_on === "string" && (
        <div className="stack gap-14 ruled-below" style={{ marginBottom: 20, paddingBottom: 20 }}>
          <SingleSignOnButton
            label={t`Sign in with ${{ single_sign_on: info.data.single_sign_on }}`}
            next={next}
          />
        </div>
      )}
      {info.data?.has_password_login !== false && (
        <PasswordLogin isPending={login.isPending} onSubmit={(credentials) => mutate(credentials)} />
      )}
      <details className="muted ruled" style={{ paddingTop: 14 }} open={login.isError}>
        <summary>
          {info.data?.has_password_login === false ? t`Cannot sign in?` : t`No password, or forgot it?`}
        </summary>
        <p>
          <Trans>
            Ask the administrator for a login link (valid 15 minutes, single use) and open it in this browser:
          </Trans>
        </p>
        <CommandLine text={commandLine("login-link")} />
        <p>
          <Trans>For other users:</Trans>
        </p>
        <CommandLine text={commandLine(t`user link NAME`)} name={t`command for a user`} />
      </details>
    </SoloPage>
  );
}
