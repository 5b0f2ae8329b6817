import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ToldKind } from "@/api/types";
import { EVENTS } from "@/api/vocabulary.gen";
import { addresses } from "@/lib/address";
import { filterText, parseFilterText } from "@/lib/filter";
import { sentenceCase } from "@/lib/format";
import { OFFERED_METRICS } from "@/lib/metrics";
import { parseSearch } from "@/lib/search-params";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import type { FieldsProps } from "@/subjects/notifications/page/DestinationFields";
import styles from "@/subjects/notifications/page/NotificationsPage.module.css";
import { TOLD_KINDS, TOLD_WORDS } from "@/subjects/notifications/page/rule-words";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { viewsQuery } from "@/subjects/runs/queries/views";

const WAYS = [
  { value: "worse", label: t`Regressions` },
  { value: "better", label: t`Improvements` },
  { value: "any", label: t`All changes` },
];
const LEAST = ["0", "1", "3", "5", "10", "20"];

/** What a rule is about: kinds, then which changes, then which hosts and runs. */
export function SubjectFields({ draft, set }: FieldsProps) {
  const hosts = useQuery(hostsQuery()).data?.items ?? [];
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  const toggle = (kind: ToldKind) =>
    set({
      kinds: draft.kinds.includes(kind)
        ? draft.kinds.filter((one) => one !== kind)
        : TOLD_KINDS.filter((one) => one === kind || draft.kinds.includes(one)),
    });
  const steps = LEAST.includes(draft.least) ? LEAST : [...LEAST, draft.least];
  return (
    <>
      <fieldset className={`${styles.wide} ${styles.kinds}`}>
        <legend>
          <Trans>Notify about</Trans>
        </legend>
        {TOLD_KINDS.map((kind) => (
          <label
            key={kind}
            className="inline-row gap-6 tall-24"
            title={kind === "change" ? t`A metric shifted to a new level` : EVENTS[kind]}
          >
            <input type="checkbox" checked={draft.kinds.includes(kind)} onChange={() => toggle(kind)} />
            {kind === "change" ? t`Performance changes` : sentenceCase(TOLD_WORDS[kind])}
          </label>
        ))}
        {draft.kinds.length === 0 && (
          <p role="alert">
            <Trans>Choose at least one event.</Trans>
          </p>
        )}
      </fieldset>
      {draft.kinds.includes("change") && (
        <>
          <NativeSelect
            className={styles.half ?? ""}
            label={t`Which changes`}
            value={draft.way}
            data={WAYS}
            onChange={(event) => set({ way: event.currentTarget.value })}
          />
          <NativeSelect
            className={styles.half ?? ""}
            label={t`Size of change`}
            value={draft.least}
            data={steps.map((value) => ({
              value,
              label: value === "0" ? t`Any size` : t`${value} % or more`,
            }))}
            onChange={(event) => set({ least: event.currentTarget.value })}
          />
          <NativeSelect
            className={styles.half ?? ""}
            label={t`Changed metric`}
            value={draft.metric}
            data={[
              { value: "", label: t`All monitored metrics` },
              ...OFFERED_METRICS.map(({ name, title }) => ({ value: name, label: title })),
            ]}
            onChange={(event) => set({ metric: event.currentTarget.value })}
          />
          <NativeSelect
            className={styles.half ?? ""}
            label={t`Also changed`}
            value={draft.suspect}
            data={[
              { value: "", label: t`Any` },
              ...factors.map(({ key, title }) => ({ value: key, label: title })),
            ]}
            onChange={(event) => set({ suspect: event.currentTarget.value })}
          />
        </>
      )}
      <NativeSelect
        className={styles.third ?? ""}
        label={t`Host`}
        value={draft.host}
        data={[{ value: "", label: t`All hosts` }, ...new Set(hosts.map(({ name }) => name))]}
        onChange={(event) => set({ host: event.currentTarget.value })}
      />
      <FilterFields draft={draft} set={set} />
    </>
  );
}

/** The filter: typed, or taken over from a view that somebody keeps. */
function FilterFields({ draft, set }: FieldsProps) {
  const views = useQuery(viewsQuery("runs")).data?.items ?? [];
  const filters = views.map(({ id, name, query }) => ({ value: id, label: name, filter: filterOf(query) }));
  const typed = filterText(parseFilterText(draft.filter));
  const present = filters.find(({ filter }) => filter === typed);
  return (
    <>
      <NativeSelect
        className={styles.third ?? ""}
        label={t`Saved view`}
        value={present?.value ?? ""}
        data={[
          { value: "", label: draft.filter === "" ? t`All runs` : t`Custom filter` },
          ...filters.map(({ value, label }) => ({ value, label })),
        ]}
        onChange={(event) =>
          set({ filter: filters.find(({ value }) => value === event.currentTarget.value)?.filter ?? "" })
        }
      />
      <TextInput
        className={styles.third ?? ""}
        label={t`Filter`}
        placeholder="slot=2&rw=randread"
        maxLength={8000}
        value={draft.filter}
        onChange={(event) => set({ filter: event.currentTarget.value })}
      />
      {draft.filter !== "" && (
        <p className={styles.wide}>
          <Trans>
            A change is sent if the first run after it matches; an event, if a run on its host matches.
          </Trans>
        </p>
      )}
    </>
  );
}

const filterOf = (query: string) => filterText(addresses.runs.parse(parseSearch(query)).params.filter);
