import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import type { NotificationRule } from "@/api/types";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { DestinationFields } from "@/subjects/notifications/page/DestinationFields";
import { type Draft, draftOf, EMPTY, lacks, patchOf, ruleOf } from "@/subjects/notifications/page/draft";
import { HourFields } from "@/subjects/notifications/page/HourFields";
import styles from "@/subjects/notifications/page/NotificationsPage.module.css";
import { SubjectFields } from "@/subjects/notifications/page/SubjectFields";
import { addRule, changeRule } from "@/subjects/notifications/queries/notifications";

/** A rule of one's own to be added: which changes and events, where to, and when. */
export function NewRule() {
  const [draft, setDraft] = useState(EMPTY);
  const rule = useMutation(addRule());
  const submit = () => rule.mutate(ruleOf(draft), { onSuccess: () => setDraft(EMPTY) });
  return (
    <RuleForm draft={draft} onChange={setDraft} onSubmit={submit} label={t`New rule`}>
      <Button
        type="submit"
        size="sm"
        loading={rule.isPending}
        disabled={draft.name.trim() === "" || draft.address.trim() === "" || lacks(draft) !== null}
      >
        <Trans>Add rule</Trans>
      </Button>
      {rule.isError && (
        <MutationError title={t`The rule was not added.`} error={rule.error} onRetry={submit} />
      )}
    </RuleForm>
  );
}

/** A rule to be edited; its destination stays, or another one takes its place. */
export function EditRule({ rule, onDone }: { rule: NotificationRule; onDone: () => void }) {
  const [draft, setDraft] = useState(() => draftOf(rule));
  const change = useMutation(changeRule(rule.id));
  const submit = () => change.mutate(patchOf(draft), { onSuccess: onDone });
  return (
    <RuleForm
      draft={draft}
      onChange={setDraft}
      onSubmit={submit}
      label={t`Edit ${{ name: rule.name }}`}
      destination={rule.destination}
    >
      <div className="flex gap-8">
        <Button
          type="submit"
          size="sm"
          loading={change.isPending}
          disabled={draft.name.trim() === "" || lacks(draft) !== null}
        >
          <Trans>Save</Trans>
        </Button>
        <Button size="sm" variant="default" onClick={onDone}>
          <Trans>Cancel</Trans>
        </Button>
      </div>
      {change.isError && (
        <MutationError title={t`The rule was not changed.`} error={change.error} onRetry={submit} />
      )}
    </RuleForm>
  );
}

interface RuleFormProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
  onSubmit: () => void;
  label: string;
  /** What is shown of the present one; absent for a new rule. */
  destination?: string;
  children: React.ReactNode;
}

function RuleForm({ draft, onChange, onSubmit, label, destination, children }: RuleFormProps) {
  const set = (changed: Partial<Draft>) => onChange({ ...draft, ...changed });
  return (
    <form
      className={styles.form}
      autoComplete="off"
      aria-label={label}
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <DestinationFields draft={draft} set={set} present={destination ?? null} />
      <SubjectFields draft={draft} set={set} />
      <HourFields draft={draft} set={set} />
      <div className={styles.wide}>{children}</div>
    </form>
  );
}
