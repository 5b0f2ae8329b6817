import { t } from "@lingui/core/macro";
import { NativeSelect, TextInput } from "@mantine/core";
import type { FieldsProps } from "@/subjects/notifications/page/DestinationFields";
import { lacks } from "@/subjects/notifications/page/draft";
import styles from "@/subjects/notifications/page/NotificationsPage.module.css";
import { hour } from "@/subjects/notifications/page/rule-words";

const HOURS = Array.from({ length: 24 }, (_, at) => ({ value: String(at), label: hour(at) }));
const NONE = { value: "", label: t`No quiet hours` };

/** When a rule tells, by the clock on the wall of a zone. */
export function HourFields({ draft, set }: FieldsProps) {
  const isHalf = (draft.from === "") !== (draft.to === "");
  return (
    <>
      <NativeSelect
        className={styles.half ?? ""}
        label={t`When`}
        value={draft.digest}
        data={[
          { value: "", label: t`Immediately` },
          ...HOURS.map(({ value, label }) => ({ value, label: t`Once a day at ${label}` })),
        ]}
        onChange={(event) => set({ digest: event.currentTarget.value })}
      />
      <TextInput
        className={styles.half ?? ""}
        label={t`Time zone`}
        required
        maxLength={64}
        value={draft.zone}
        onChange={(event) => set({ zone: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.half ?? ""}
        label={t`Hold messages from`}
        value={draft.from}
        data={[NONE, ...HOURS]}
        onChange={(event) => set({ from: event.currentTarget.value })}
      />
      <NativeSelect
        className={styles.half ?? ""}
        label={t`Hold messages until`}
        value={draft.to}
        data={[NONE, ...HOURS]}
        error={isHalf ? lacks(draft) : undefined}
        onChange={(event) => set({ to: event.currentTarget.value })}
      />
    </>
  );
}
