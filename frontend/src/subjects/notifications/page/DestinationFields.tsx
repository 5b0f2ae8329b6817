import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import type { DestinationKind } from "@/api/types";
import { LIMITS } from "@/api/vocabulary.gen";
import type { Draft } from "@/subjects/notifications/page/draft";
import styles from "@/subjects/notifications/page/NotificationsPage.module.css";
import { KINDS } from "@/subjects/notifications/page/rule-words";

export interface FieldsProps {
  draft: Draft;
  set: (changed: Partial<Draft>) => void;
}

/** What a rule is called and where it tells. `present`: what is shown of the destination it has, null where it has none. */
export function DestinationFields({ draft, set, present }: FieldsProps & { present: string | null }) {
  const [isReplaced, setReplaced] = useState(present === null);
  const kind = KINDS[draft.kind];
  const isSigned = draft.kind === "webhook";
  return (
    <>
      <TextInput
        className={styles.half ?? ""}
        label={t`Name`}
        placeholder={t`nightly regressions`}
        required
        maxLength={LIMITS.maxNameCharacters}
        value={draft.name}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      {present !== null && (
        <label className={`${styles.half} inline-row gap-6 tall-24`}>
          <input
            type="checkbox"
            checked={isReplaced}
            onChange={() => {
              setReplaced(!isReplaced);
              set({ address: "", signing: "" });
            }}
          />
          <Trans>A destination other than {present}</Trans>
        </label>
      )}
      {isReplaced && (
        <>
          <NativeSelect
            className={styles.half ?? ""}
            label={t`Send via`}
            value={draft.kind}
            data={(["mail", "webhook", "chat"] as const).map((value) => ({
              value,
              label: KINDS[value].label,
            }))}
            onChange={(event) => set({ kind: event.currentTarget.value as DestinationKind })}
          />
          <TextInput
            className={styles.wide ?? ""}
            label={kind.address}
            description={t`Stored encrypted and never shown again.`}
            placeholder={kind.example}
            required
            maxLength={2000}
            value={draft.address}
            onChange={(event) => set({ address: event.currentTarget.value })}
          />
          {isSigned && (
            <PasswordInput
              className={styles.wide ?? ""}
              label={t`Signing secret`}
              description={t`At least 16 characters. Signs each message: the header X-Fioboard-Signature is the HMAC-SHA256 of the body.`}
              required
              minLength={16}
              maxLength={256}
              autoComplete="off"
              value={draft.signing}
              onChange={(event) => set({ signing: event.currentTarget.value })}
            />
          )}
        </>
      )}
    </>
  );
}
