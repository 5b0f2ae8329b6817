import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { ApiError } from "@/api/errors";
import { paths } from "@/lib/paths";
import { takeNext } from "@/subjects/accounts/after-login";
import { takeAnswer } from "@/subjects/accounts/login/code";
import { finishSingleSignOn } from "@/subjects/accounts/queries/session";
import { ErrorMessage } from "@/ui/ErrorMessage";
import { SoloPage } from "@/ui/SoloPage";

/** Where the identity provider sends the browser back to: hands its answer over and goes on, or says why not. */
export function SsoPage() {
  const navigate = useNavigate();
  const cache = useQueryClient();
  // Also after a refusal: a page that needs a session leads to the sign-in page by itself.
  const [next, setNext] = useState(paths.home());
  const finish = useMutation({
    ...finishSingleSignOn(),
    onSuccess: async () => {
      cache.clear();
      await navigate({ to: takeNext(), replace: true });
    },
    onError: () => setNext(takeNext()),
  });
  const isTaken = useRef(false);
  const { mutate } = finish;
  // The answer arrives with the address, not by an act of the reader, so that an effect is the place to use it.
  useEffect(() => {
    if (isTaken.current) return;
    isTaken.current = true;
    mutate(takeAnswer());
  }, [mutate]);
  if (!finish.isError) {
    return (
      <SoloPage title={t`Signing in`}>
        <p role="status">
          <Trans>Checking with the identity provider…</Trans>
        </p>
      </SoloPage>
    );
  }
  return (
    <SoloPage title={t`Not signed in`}>
      <ErrorMessage
        title={t`Single sign-on did not work.`}
        detail={finish.error.message}
        requestId={finish.error instanceof ApiError ? finish.error.requestId : null}
      />
      <p>
        <Link to={next}>
          <Trans>Go back</Trans>
        </Link>
      </p>
    </SoloPage>
  );
}
