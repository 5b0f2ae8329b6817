import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useState } from "react";
import { type FilterRecord, withValues } from "@/lib/filter";
import styles from "@/subjects/runs/controls/filters/FilterBar.module.css";

const KEY = "started_at";
const PRESETS = [
  { value: "last-24h", label: t`24 hours` },
  { value: "last-7d", label: t`7 days` },
  { value: "last-30d", label: t`30 days` },
  { value: "last-365d", label: t`1 year` },
];

interface DatePanelProps {
  filter: FilterRecord;
  onChange: (filter: FilterRecord) => void;
}

/** When runs started: the last days, or from one day to another (UTC). */
export function DatePanel({ filter, onChange }: DatePanelProps) {
  const present = filter[KEY]?.[0] ?? "";
  const [low = "", high = ""] = present.includes("..") ? present.split("..") : [];
  const [ends, setEnds] = useState({ low, high });
  const set = (value: string) => onChange(withValues(filter, KEY, value === "" ? [] : [value]));
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>
        <Trans>Started</Trans>
      </h2>
      <div className="flow gap-6">
        {PRESETS.map(({ value, label }) => (
          <Button
            key={value}
            size="xs"
            variant={present === value ? "light" : "default"}
            aria-pressed={present === value}
            onClick={() => set(present === value ? "" : value)}
          >
            {label}
          </Button>
        ))}
      </div>
      <form
        className="grid at-bottom gap-6"
        style={{ gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) auto" }}
        onSubmit={(event) => {
          event.preventDefault();
          set(ends.low === "" && ends.high === "" ? "" : `${ends.low}..${ends.high}`);
        }}
      >
        <TextInput
          size="xs"
          type="date"
          label={t`From`}
          value={ends.low}
          onChange={(event) => setEnds({ ...ends, low: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          type="date"
          label={t`To`}
          value={ends.high}
          onChange={(event) => setEnds({ ...ends, high: event.currentTarget.value })}
        />
        <Button size="xs" type="submit" variant="default">
          <Trans>Apply</Trans>
        </Button>
      </form>
    </div>
  );
}
