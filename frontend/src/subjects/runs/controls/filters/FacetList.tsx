import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Facet } from "@/api/types";
import { isOfAnswers } from "@/lib/answer-words";
import type { FilterRecord } from "@/lib/filter";
import { formatCount } from "@/lib/units";
import { BatchPanel } from "@/subjects/runs/controls/filters/BatchPanel";
import { DatePanel } from "@/subjects/runs/controls/filters/DatePanel";
import { FacetPanel } from "@/subjects/runs/controls/filters/FacetPanel";
import styles from "@/subjects/runs/controls/filters/FilterBar.module.css";
import { factorsQuery } from "@/subjects/runs/queries/factors";

const STARTED = "started_at";
const BATCH = "batch";

interface FacetListProps {
  facets: readonly Facet[];
  filter: FilterRecord;
  onChange: (filter: FilterRecord) => void;
}

/** All that runs can be filtered by, factors under their headings; one is opened in place. */
export function FacetList({ facets, filter, onChange }: FacetListProps) {
  const [key, setKey] = useState<string | null>(null);
  const [search, setSearch] = useState("");
  const declared = useQuery(factorsQuery()).data?.items ?? [];
  const open = facets.find((facet) => facet.key === key);
  if (open !== undefined || key === STARTED || key === BATCH) {
    return (
      <>
        <button
          type="button"
          className="bare no-padding accent small"
          style={{ alignSelf: "flex-start" }}
          onClick={() => setKey(null)}
        >
          <Trans>All filters</Trans>
        </button>
        {open !== undefined ? (
          <FacetPanel facet={open} filter={filter} onChange={onChange} />
        ) : key === STARTED ? (
          <DatePanel filter={filter} onChange={onChange} />
        ) : (
          <BatchPanel filter={filter} onChange={onChange} />
        )}
      </>
    );
  }
  const groupOf = (facet: Facet) =>
    isOfAnswers(facet.key)
      ? t`Assessment`
      : (declared.find((factor) => factor.key === facet.key)?.group ?? t`Labels`);
  const wanted = search.trim().toLowerCase();
  const isFound = (...words: string[]) => words.some((word) => word.toLowerCase().includes(wanted));
  const others = [
    { name: STARTED, title: t`Started` },
    { name: BATCH, title: t`Batch` },
  ].filter(({ title }) => isFound(title));
  const found = facets.filter((facet) => isFound(facet.title, facet.key, groupOf(facet)));
  const first = others[0]?.name ?? found[0]?.key;
  const pick = (name: string, title: string, hint: string) => (
    <button key={name} type="button" className={styles.pick} onClick={() => setKey(name)}>
      <span className={name in filter ? "accent strong" : ""}>{title}</span>
      <span className="faint tiny figures">
        {name in filter ? t`${{ count: formatCount(filter[name]?.length ?? 0) }} chosen` : hint}
      </span>
    </button>
  );
  return (
    <div className={styles.panel}>
      <TextInput
        size="xs"
        aria-label={t`Search filters`}
        placeholder={t`Search filters`}
        data-autofocus
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && wanted !== "" && first !== undefined) setKey(first);
        }}
      />
      {first === undefined && (
        <p className="faint">
          <Trans>No filter matches “{search}”.</Trans>
        </p>
      )}
      <div className={styles.groups}>
        {others.map(({ name, title }) => pick(name, title, ""))}
        {[...Map.groupBy(found, groupOf)].map(([group, members]) => (
          <div key={group}>
            <h2 className={styles.group}>{group}</h2>
            {members.map((facet) =>
              pick(
                facet.key,
                facet.title,
                plural({ values: facet.total_values }, { one: "# value", other: "# values" }),
              ),
            )}
          </div>
        ))}
      </div>
    </div>
  );
}
