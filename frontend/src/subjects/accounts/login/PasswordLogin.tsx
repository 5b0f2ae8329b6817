import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";

interface PasswordLoginProps {
  isPending: boolean;
  onSubmit: (credentials: { name: string; password: string }) => void;
}

export function PasswordLogin({ isPending, onSubmit }: PasswordLoginProps) {
  const [draft, setDraft] = useState({ name: "", password: "" });
  return (
    <form
      className="stack gap-14"
      style={{ marginBottom: 20 }}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit({ name: draft.name.trim(), password: draft.password });
      }}
    >
      <TextInput
        label={t`Name`}
        autoComplete="username"
        required
        value={draft.name}
        onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
      />
      <PasswordInput
        label={t`Password`}
        autoComplete="current-password"
        required
        value={draft.password}
        onChange={(event) => setDraft({ ...draft, password: event.currentTarget.value })}
      />
      <Button type="submit" loading={isPending} disabled={draft.name.trim() === "" || draft.password === ""}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  );
}
