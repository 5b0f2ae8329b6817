import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { rememberNext } from "@/subjects/accounts/after-login";
import { startSingleSignOn } from "@/subjects/accounts/queries/session";
import { QueryError } from "@/ui/page/QueryError";

interface SingleSignOnButtonProps {
  label: string;
  /** Page to come back to. */
  next: string;
  /** `sign-in`; `confirm`: showing there once more who one is; `connect`: this account with one there. */
  purpose?: "sign-in" | "confirm" | "connect";
}

/** Leaves for the identity provider, which sends the browser back to the page /sso. */
export function SingleSignOnButton({ label, next, purpose = "sign-in" }: SingleSignOnButtonProps) {
  const start = useMutation({
    ...startSingleSignOn(purpose),
    onSuccess: ({ url }) => {
      rememberNext(next);
      location.assign(url);
    },
  });
  return (
    <>
      <Button
        variant={purpose === "sign-in" ? "filled" : "default"}
        loading={start.isPending || start.isSuccess}
        onClick={() => start.mutate()}
      >
        {label}
      </Button>
      {start.isError && <QueryError title={t`The identity provider was not reached.`} error={start.error} />}
    </>
  );
}
