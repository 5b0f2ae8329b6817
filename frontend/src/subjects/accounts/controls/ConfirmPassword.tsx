import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { needsRecentLogin } from "@/api/errors";
import styles from "@/subjects/accounts/controls/ConfirmPassword.module.css";
import { SingleSignOnButton } from "@/subjects/accounts/controls/SingleSignOnButton";
import { confirmPassword, infoQuery, sessionQuery } from "@/subjects/accounts/queries/session";
import { QueryError } from "@/ui/page/QueryError";

interface MutationErrorProps {
  /** What was not done. */
  title: string;
  error: unknown;
  onRetry: () => void;
}

/** A failed act; where the service wants the password once more it is asked for here, and the act done again. */
export function MutationError({ title, error, onRetry }: MutationErrorProps) {
  return needsRecentLogin(error) ? (
    <ConfirmPassword onConfirmed={onRetry} />
  ) : (
    <QueryError title={title} error={error} onRetry={onRetry} />
  );
}

function ConfirmPassword({ onConfirmed }: { onConfirmed: () => void }) {
  const session = useQuery(sessionQuery());
  const info = useQuery(infoQuery());
  const [password, setPassword] = useState("");
  const router = useRouter();
  const confirm = useMutation(confirmPassword());
  const provider = info.data?.single_sign_on;
  if (session.data?.has_single_sign_on === true && typeof provider === "string") {
    return (
      <div role="alert" className={styles.ask}>
        <p>
          <Trans>This action needs a recent sign-in. You will return to this page.</Trans>
        </p>
        <SingleSignOnButton
          purpose="confirm"
          label={t`Confirm with ${provider}`}
          next={router.state.location.pathname + router.state.location.searchStr}
        />
      </div>
    );
  }
  if (session.data?.has_password === false || info.data?.has_password_login === false) {
    return (
      <p role="alert" className={styles.ask}>
        <Trans>
          This action needs a recent sign-in, and you have no password to confirm. Sign out and sign in again.
        </Trans>
      </p>
    );
  }
  const submit = () => confirm.mutate(password, { onSuccess: onConfirmed });
  return (
    <form
      className={styles.ask}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <PasswordInput
        label={t`Your password again`}
        description={t`You signed in several hours ago.`}
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={confirm.isError ? confirm.error.message : null}
      />
      <Button type="submit" loading={confirm.isPending} disabled={password === ""}>
        <Trans>Confirm and continue</Trans>
      </Button>
    </form>
  );
}
