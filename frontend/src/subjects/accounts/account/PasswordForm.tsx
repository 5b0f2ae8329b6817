import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "@/api/vocabulary.gen";
import { changePassword } from "@/subjects/accounts/queries/session";

const EMPTY = { current: "", next: "" };

/** Sets or changes the reader's password. What is a weak one, the service says. */
export function PasswordForm({ hasOne }: { hasOne: boolean }) {
  const [draft, setDraft] = useState(EMPTY);
  const change = useMutation(changePassword());
  return (
    <form
      className="stack gap-12"
      style={{ maxWidth: 360 }}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate(
          { current: hasOne ? draft.current : null, new: draft.next },
          { onSuccess: () => setDraft(EMPTY) },
        );
      }}
    >
      {hasOne && (
        <PasswordInput
          label={t`Current password`}
          autoComplete="current-password"
          required
          value={draft.current}
          onChange={(event) => setDraft({ ...draft, current: event.currentTarget.value })}
        />
      )}
      <PasswordInput
        label={t`New password`}
        description={t`At least ${{ minPasswordCharacters: LIMITS.minPasswordCharacters }} characters; a passphrase is best.`}
        autoComplete="new-password"
        required
        value={draft.next}
        onChange={(event) => setDraft({ ...draft, next: event.currentTarget.value })}
        error={change.isError ? change.error.message : null}
      />
      <div>
        <Button
          type="submit"
          loading={change.isPending}
          disabled={draft.next.length < LIMITS.minPasswordCharacters || (hasOne && draft.current === "")}
        >
          {hasOne ? t`Change password` : t`Set password`}
        </Button>
      </div>
      {change.isSuccess && (
        <p role="status" className="ok">
          <Trans>Password changed. Other browsers are signed out.</Trans>
        </p>
      )}
    </form>
  );
}
