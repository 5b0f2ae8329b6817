import { t } from "@lingui/core/macro";
import { Autocomplete, TagsInput, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { type Ref, useRef, useState } from "react";
import { LIMITS } from "@/api/vocabulary.gen";
import { toLocalInput } from "@/lib/local-input";
import { zoneInWords } from "@/lib/time";
import { formatCount } from "@/lib/units";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import styles from "@/subjects/runs/import/AboutForm.module.css";
import type { About, AboutProblems, StatedTimes } from "@/subjects/runs/import/about";
import { KnownLabels } from "@/subjects/runs/import/KnownLabels";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

interface AboutFormProps {
  value: About;
  problems: AboutProblems;
  times: StatedTimes;
  /** Factors that a label states, and that an output does not; null until the output has been read. */
  known: readonly string[] | null;
  onChange: (about: About) => void;
  hostRef: Ref<HTMLInputElement>;
}

/** What the output does not know: whose machine it was, and what a person wants to find it by. */
export function AboutForm({ value, problems, times, known, onChange, hostRef }: AboutFormProps) {
  const hosts = useQuery(hostsQuery());
  const [label, setLabel] = useState("");
  const labels = useRef<HTMLInputElement>(null);
  const change = (changed: Partial<About>) => onChange({ ...value, ...changed });
  const measuredAt = value.measuredAt ?? (times.kind === "one" ? toLocalInput(times.iso) : "");
  return (
    <Card title={t`Details`} subtitle={t`Apply to every run in this import`}>
      <div className={styles.fields}>
        <Autocomplete
          ref={hostRef}
          label={t`Host`}
          description={t`The machine that was measured`}
          required
          maxLength={LIMITS.maxHostCharacters}
          data={[...new Set(hosts.data?.items.map((host) => host.name))]}
          // As many as are seen at once: a list that scrolls would be a stop of its own for the keyboard.
          limit={6}
          comboboxProps={{ withinPortal: false }}
          inputWrapperOrder={["label", "description", "error", "input"]}
          value={value.host}
          error={problems.host}
          onChange={(host) => change({ host })}
        />
        <div>
          <TextInput
            label={t`Start time`}
            description={t`Your time zone: ${{ measuredAt: zoneInWords(momentOf(measuredAt)) }}`}
            type="datetime-local"
            step={1}
            value={measuredAt}
            error={problems.measuredAt}
            inputWrapperOrder={["label", "description", "error", "input"]}
            onChange={(event) => change({ measuredAt: event.currentTarget.value })}
          />
          <p className="muted small above-4">{timeHint(value, times)}</p>
        </div>
        <TextInput
          label={t`Title`}
          description={t`Default: target and workload`}
          maxLength={LIMITS.maxTitleCharacters}
          value={value.title}
          onChange={(event) => change({ title: event.currentTarget.value })}
        />
        <TagsInput
          label={t`Labels`}
          description={t`key=value; press Enter to add`}
          placeholder={value.labels.length === 0 ? "fan=off" : ""}
          maxTags={LIMITS.maxLabels}
          splitChars={["\n"]}
          ref={labels}
          searchValue={label}
          onSearchChange={setLabel}
          value={value.labels}
          error={problems.labels}
          onChange={(labels) => change({ labels })}
        />
        <TagsInput
          label={t`Tags`}
          description={t`Press Enter to add`}
          maxTags={LIMITS.maxTags}
          value={value.tags}
          error={problems.tags}
          onChange={(tags) => change({ tags })}
        />
        {known === null ? (
          <div style={{ gridColumn: "1 / -1" }} aria-busy="true">
            <Skeleton height={76} />
          </div>
        ) : (
          <KnownLabels
            known={known}
            onPick={(key) => {
              setLabel(`${key}=`);
              labels.current?.focus();
            }}
          />
        )}
      </div>
    </Card>
  );
}

function momentOf(local: string): Date {
  const at = new Date(local);
  return Number.isNaN(at.getTime()) ? new Date() : at;
}

/** What will be stored as the start, in words: a wrong time is worse than none. */
function timeHint(value: About, times: StatedTimes): string {
  const isStated = value.measuredAt !== null && value.measuredAt !== "";
  if (isStated) {
    return times.kind === "none"
      ? t`The time above is stored as the start of every run.`
      : t`The time above replaces the time in the output.`;
  }
  if (times.kind === "one")
    return t`Start time as the output states it, or computed from its end time and duration.`;
  if (times.kind === "several" && times.known === times.runs) {
    return t`Each run has its own start time, which is kept.`;
  }
  if (times.kind === "several") {
    return t`${{ known: formatCount(times.known) }} of ${{ runs: formatCount(times.runs) }} runs have their own start time, which is kept; the others are stored with an unknown start.`;
  }
  return t`The output has no start time. If left empty, the start is stored as unknown.`;
}
