import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Select, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { LIMITS } from "@/api/vocabulary.gen";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import styles from "@/subjects/accounts/people/PeoplePage.module.css";
import { ROLES } from "@/subjects/accounts/people/roles";
import { createInvitation, type NewInvitation } from "@/subjects/accounts/queries/people";
import { ShownOnce } from "@/ui/ShownOnce";

const LIFETIMES = [
  { value: "1", label: t`1 day` },
  { value: "7", label: t`7 days` },
  { value: "30", label: t`30 days` },
];
const EMPTY: NewInvitation = { label: "", role: "viewer", expires_in_days: 7 };

/** Makes an invitation and shows its link, once. */
export function InviteForm() {
  const [draft, setDraft] = useState(EMPTY);
  const invitation = useMutation(createInvitation());
  const submit = () =>
    invitation.mutate({ ...draft, label: draft.label.trim() }, { onSuccess: () => setDraft(EMPTY) });
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
          label={t`Invitation for`}
          placeholder={t`Mara, lab 2`}
          maxLength={LIMITS.maxNameCharacters}
          required
          value={draft.label}
          onChange={(event) => setDraft({ ...draft, label: event.currentTarget.value })}
        />
        <Select
          label={t`Role`}
          data={[...ROLES]}
          value={draft.role}
          allowDeselect={false}
          onChange={(value) => {
            const role = ROLES.find((known) => known.value === value)?.value;
            if (role !== undefined) setDraft({ ...draft, role });
          }}
        />
        <Select
          label={t`Valid for`}
          data={LIFETIMES}
          value={String(draft.expires_in_days)}
          allowDeselect={false}
          onChange={(days) => setDraft({ ...draft, expires_in_days: Number(days ?? EMPTY.expires_in_days) })}
        />
        <Button type="submit" size="sm" loading={invitation.isPending} disabled={draft.label.trim() === ""}>
          <Trans>Invite</Trans>
        </Button>
      </form>
      {invitation.isError && (
        <MutationError title={t`The invitation was not created.`} error={invitation.error} onRetry={submit} />
      )}
      {invitation.data !== undefined && (
        <ShownOnce
          sentence={t`Send this link to ${{ label: invitation.data.label }}. It is not shown again.`}
          text={invitation.data.url}
          name={t`invitation link`}
        />
      )}
    </>
  );
}
