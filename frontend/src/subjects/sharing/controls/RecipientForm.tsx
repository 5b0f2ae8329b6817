import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, PasswordInput, Select, Textarea, TextInput } from "@mantine/core";
import { LIMITS } from "@/api/vocabulary.gen";
import { type Draft, LIFETIMES } from "@/subjects/sharing/controls/draft";

interface RecipientFormProps {
  draft: Draft;
  /** The preview has been seen. */
  isReady: boolean;
  isPending: boolean;
  /** Of a single run: another machine can run its job. */
  canReply: boolean;
  onChange: (changed: Partial<Draft>) => void;
  onSubmit: () => void;
}

/** For whom, until when, and with which words. */
export function RecipientForm({
  draft,
  isReady,
  isPending,
  canReply,
  onChange,
  onSubmit,
}: RecipientFormProps) {
  const { label, note, expectation, passphrase, days, takes_replies } = draft;
  const isRepliable = passphrase === "" && !draft.hide.includes("job_options");
  const isShort = passphrase !== "" && passphrase.length < LIMITS.minPassphraseCharacters;
  return (
    <form
      className="stack gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      <TextInput
        label={t`Recipient`}
        description={t`Shown on the report`}
        placeholder={t`Acme Storage support, case 4711`}
        autoFocus
        maxLength={LIMITS.maxRecipientCharacters}
        value={label}
        onChange={(event) => onChange({ label: event.currentTarget.value })}
      />
      <Textarea
        label={t`Expected result`}
        description={t`Optional. Shown next to the result: the value you expect, and why.`}
        placeholder={t`28 GB/s: four drives at 6.9 GB/s each on one x16 link`}
        rows={2}
        maxLength={LIMITS.maxShareExpectationCharacters}
        value={expectation}
        onChange={(event) => onChange({ expectation: event.currentTarget.value })}
      />
      <Select
        label={t`Expires after`}
        data={LIFETIMES}
        value={String(days)}
        comboboxProps={{ withinPortal: false }}
        onChange={(chosen) => onChange({ days: Number(chosen ?? days) })}
      />
      <PasswordInput
        label={t`Passphrase`}
        description={t`Optional. Send it separately from the link.`}
        autoComplete="new-password"
        maxLength={LIMITS.maxPassphraseCharacters}
        value={passphrase}
        error={
          isShort
            ? t`At least ${{ minPassphraseCharacters: LIMITS.minPassphraseCharacters }} characters.`
            : null
        }
        onChange={(event) => onChange({ passphrase: event.currentTarget.value })}
      />
      <Textarea
        label={t`Note`}
        description={t`Optional. Shown at the top of the report.`}
        rows={3}
        maxLength={LIMITS.maxShareNoteCharacters}
        value={note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
      {canReply && (
        <label className="row gap-8">
          <input
            type="checkbox"
            disabled={!isRepliable}
            checked={takes_replies && isRepliable}
            onChange={(event) => onChange({ takes_replies: event.currentTarget.checked })}
          />
          <span>
            <Trans>Replies</Trans>
            <span className="block hint">
              {isRepliable
                ? t`Whoever has the link can measure the same elsewhere and send one run. You see it first.`
                : t`Not with a passphrase, or with the job options hidden.`}
            </span>
          </span>
        </label>
      )}
      <div>
        <Button type="submit" size="sm" loading={isPending} disabled={!isReady || isShort}>
          <Trans>Create link</Trans>
        </Button>
      </div>
    </form>
  );
}
