import { Button, PasswordInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { needsRecentLogin } from "@/api/errors";
import { confirmPassword, sessionQuery } from "@/api/queries/session";
import styles from "@/components/ConfirmPassword.module.css";
import { QueryError } from "@/components/QueryError";

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
  const [password, setPassword] = useState("");
  const confirm = useMutation(confirmPassword());
  if (session.data?.has_password === false) {
    return (
      <p role="alert" className={styles.ask}>
        That needs a recent sign-in, and you have no password to confirm. Sign out and in again.
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
        label="Your password, once more"
        description="You signed in some hours ago."
        autoComplete="current-password"
        required
        value={password}
        onChange={(event) => setPassword(event.currentTarget.value)}
        error={confirm.isError ? confirm.error.message : null}
      />
      <Button type="submit" loading={confirm.isPending} disabled={password === ""}>
        Confirm and go on
      </Button>
    </form>
  );
}
