import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "@/api/vocabulary.gen";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { createToken, type NewToken } from "@/subjects/accounts/queries/tokens";
import styles from "@/subjects/accounts/tokens/TokensPage.module.css";
import { ShownOnce } from "@/ui/ShownOnce";

const SCOPES = [
  { value: "upload", label: t`upload: send results` },
  { value: "yabs", label: t`yabs: upload address for yabs.sh -s` },
  { value: "read", label: t`read: see everything` },
  { value: "write", label: t`write: see and edit` },
  { value: "admin", label: t`admin: everything` },
] as const;
const LIFETIMES = [
  { value: "30", label: t`30 days` },
  { value: "365", label: t`1 year` },
  { value: "", label: t`never` },
];

type Draft = Omit<NewToken, "expires_in_days"> & { lifetime: string };
const EMPTY: Draft = { name: "", scope: "read", lifetime: "365" };

/** Makes a token and shows its secret, once. */
export function NewTokenForm() {
  const [draft, setDraft] = useState(EMPTY);
  const token = useMutation(createToken());
  // The runs that yabs.sh sends are stored for the host of the token's name.
  const isAddress = draft.scope === "yabs";
  const submit = () =>
    token.mutate(
      {
        name: draft.name.trim(),
        scope: draft.scope,
        expires_in_days: draft.lifetime === "" ? null : Number(draft.lifetime),
      },
      { onSuccess: () => setDraft(EMPTY) },
    );
  return (
    <>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextInput
          label={isAddress ? t`Host` : t`Name`}
          placeholder={isAddress ? "vps-frankfurt" : t`nightly report`}
          maxLength={LIMITS.maxNameCharacters}
          required
          value={draft.name}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
        <Select
          label={t`Scope`}
          data={[...SCOPES]}
          value={draft.scope}
          onChange={(value) => {
            const scope = SCOPES.find((known) => known.value === value)?.value;
            if (scope !== undefined) setDraft({ ...draft, scope });
          }}
        />
        <Select
          label={t`Expires after`}
          data={LIFETIMES}
          value={draft.lifetime}
          onChange={(lifetime) => setDraft({ ...draft, lifetime: lifetime ?? EMPTY.lifetime })}
        />
        <Button type="submit" size="sm" loading={token.isPending} disabled={draft.name.trim() === ""}>
          <Trans>Create</Trans>
        </Button>
      </form>
      {token.isError && (
        <MutationError title={t`The token was not created.`} error={token.error} onRetry={submit} />
      )}
      {token.data !== undefined && token.data.address !== null && (
        <ShownOnce
          sentence={t`Use this address on “${{ name: token.data.name }}” as yabs.sh -s ADDRESS. Copy it now; it will not be shown again. It can only upload YABS results.`}
          text={token.data.address}
          name="address"
        />
      )}
      {token.data !== undefined && token.data.address === null && (
        <ShownOnce
          sentence={t`Token “${{ name: token.data.name }}” created. Copy it now; it will not be shown again.`}
          text={token.data.token}
          name="token"
        />
      )}
    </>
  );
}
