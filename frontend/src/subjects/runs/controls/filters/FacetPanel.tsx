import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Facet } from "@/api/types";
import { answerInWords, isOfAnswers } from "@/lib/answer-words";
import { type FactorShape, factorOf, filterValue, formatFactor } from "@/lib/factor";
import { type FilterRecord, toggled, withValues } from "@/lib/filter";
import { axisUnit, formatCount } from "@/lib/units";
import styles from "@/subjects/runs/controls/filters/FilterBar.module.css";
import { wordsOfValues } from "@/subjects/runs/controls/filters/suggest";
import { facetsQuery } from "@/subjects/runs/queries/facets";
import { factorsQuery } from "@/subjects/runs/queries/factors";

/** A pause this long asks the service. */
const TYPING_MS = 150;

interface FacetPanelProps {
  facet: Facet;
  filter: FilterRecord;
  onChange: (filter: FilterRecord) => void;
}

/** One factor: its values with counts, each to be chosen or excluded; a range where it is a number. */
export function FacetPanel({ facet: given, filter, onChange }: FacetPanelProps) {
  const [search, setSearch] = useState("");
  const isLong = given.total_values > given.values.length;
  // The service searches what is not all here; what is here it has sent already.
  const [settled] = useDebouncedValue(search, TYPING_MS);
  const matches = useQuery({
    ...facetsQuery({ filter, keys: [given.key], search: settled }),
    enabled: isLong && settled !== "",
  });
  const wanted = search.toLowerCase();
  const facet = (isLong && search !== "" ? matches.data?.facets[0] : undefined) ?? given;
  const declared = useQuery(factorsQuery()).data?.items ?? [];
  const factor = factorOf(declared, given.key) ?? { ...given, unit: null };
  const words = wordsOfValues(facet, declared);
  const shown = facet.values
    .map((entry, i) => ({ ...entry, words: words[i] ?? "" }))
    .filter((entry) => entry.words.toLowerCase().includes(wanted));
  const chosen = filter[given.key] ?? [];
  const toggle = (value: string) => onChange(toggled(filter, given.key, value));
  return (
    <div className={styles.panel}>
      <h2 className={styles.title}>{given.title}</h2>
      {given.total_values > 8 && (
        <TextInput
          size="xs"
          aria-label={t`Search values of ${{ title: given.title }}`}
          placeholder={t`Search ${{ total_values: formatCount(given.total_values) }} values`}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {(given.type === "number" || given.type === "bytes") && given.total_values > 2 && (
        <Range
          facet={given}
          factor={factor}
          chosen={chosen}
          onChange={(values) => onChange(withValues(filter, given.key, values))}
        />
      )}
      <div className={styles.values}>
        {shown.map((entry) => (
          <ValueRow
            key={String(entry.value)}
            words={entry.words}
            value={filterValue(entry.value)}
            runs={entry.runs}
            chosen={chosen}
            onToggle={toggle}
          />
        ))}
        {given.unknown > 0 && wanted === "" && (
          <ValueRow
            words={isOfAnswers(given.key) ? answerInWords(given.key, "") : t`unknown`}
            value=""
            runs={given.unknown}
            chosen={chosen}
            onToggle={toggle}
          />
        )}
        {shown.length === 0 && wanted !== "" && (
          <p className="faint">
            <Trans>No value contains “{search}”.</Trans>
          </p>
        )}
      </div>
      {given.of_newest !== null && (
        <p className="faint">
          <Trans>Counted in the newest {{ of_newest: formatCount(given.of_newest) }} matching runs.</Trans>
        </p>
      )}
      {isLong && search === "" && (
        <p className="faint">
          <Trans>
            {{ values: formatCount(given.values.length) }} of{" "}
            {{ total_values: formatCount(given.total_values) }} values; search for the others.
          </Trans>
        </p>
      )}
    </div>
  );
}

interface ValueRowProps {
  words: string;
  value: string;
  runs: number;
  chosen: readonly string[];
  onToggle: (value: string) => void;
}

function ValueRow({ words, value, runs, chosen, onToggle }: ValueRowProps) {
  const isExcluded = chosen.includes(`!${value}`);
  return (
    <div className="grid centred gap-8 tall-28" style={{ gridTemplateColumns: "minmax(0, 1fr) auto 26px" }}>
      <label
        className={`row gap-8 shrinks clickable ${isExcluded ? styles.excluded : ""} ${runs === 0 ? "faint" : ""}`}
      >
        <input type="checkbox" checked={chosen.includes(value)} onChange={() => onToggle(value)} />
        <span className="clipped" title={words}>
          {words}
        </span>
      </label>
      <span className="faint tiny figures">{formatCount(runs)}</span>
      <button
        type="button"
        className={styles.not}
        aria-pressed={isExcluded}
        aria-label={t`Exclude ${words}`}
        title={t`Exclude ${words}`}
        onClick={() => onToggle(`!${value}`)}
      >
        ≠
      </button>
    </div>
  );
}

interface RangeProps {
  facet: Facet;
  factor: FactorShape;
  chosen: readonly string[];
  onChange: (values: string[]) => void;
}

function Range({ facet, factor, chosen, onChange }: RangeProps) {
  // Bandwidths are typed in the unit that the list shows, and sent in bytes/s.
  const scale =
    factor.unit === "bytes/s"
      ? axisUnit("bytes/s", facet.max ?? 0, "decimal")
      : { factor: 1, name: factor.type === "bytes" ? "" : (factor.unit ?? "") };
  const sent = (end: string) => rescaled(end.trim(), (value) => Math.round(value * scale.factor), scale);
  const typed = (end: string) => rescaled(end, (value) => value / scale.factor, scale);
  const hint = (end: number | null) =>
    end === null || scale.name === ""
      ? formatFactor(factor, end)
      : formatCount(Number((end / scale.factor).toPrecision(3)));
  const named = (word: string) => (scale.name === "" ? word : `${word} (${scale.name})`);
  const present = chosen.find((value) => !value.startsWith("!") && value.includes(".."));
  const [low = "", high = ""] = present?.split("..") ?? [];
  const [ends, setEnds] = useState({ low: typed(low), high: typed(high) });
  const apply = () => {
    const rest = chosen.filter((value) => value !== present);
    onChange(ends.low === "" && ends.high === "" ? rest : [...rest, `${sent(ends.low)}..${sent(ends.high)}`]);
  };
  const most = Math.max(1, ...(facet.histogram ?? []).map(({ runs }) => runs));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      {facet.histogram !== null && (
        <div className={styles.bars} aria-hidden="true">
          {facet.histogram.map((bucket) => (
            <span key={bucket.from} style={{ height: `${(bucket.runs / most) * 100}%` }} />
          ))}
        </div>
      )}
      <div
        className="grid at-bottom gap-6"
        style={{ gridTemplateColumns: "minmax(0, 1fr) minmax(0, 1fr) auto" }}
      >
        <TextInput
          size="xs"
          label={named(t`From`)}
          placeholder={hint(facet.min)}
          value={ends.low}
          onChange={(event) => setEnds({ ...ends, low: event.currentTarget.value })}
        />
        <TextInput
          size="xs"
          label={named(t`To`)}
          placeholder={hint(facet.max)}
          value={ends.high}
          onChange={(event) => setEnds({ ...ends, high: event.currentTarget.value })}
        />
        <Button size="xs" type="submit" variant="default">
          <Trans>Apply</Trans>
        </Button>
      </div>
    </form>
  );
}

/** What is no number stays as it was typed: the service says what is wrong with it. */
function rescaled(end: string, change: (value: number) => number, scale: { factor: number }): string {
  const value = Number(end);
  return scale.factor === 1 || end === "" || !Number.isFinite(value) ? end : String(change(value));
}
