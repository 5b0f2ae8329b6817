/** What the sides of a comparison, and the filters that they are, are called. Pure. */

import { plural, t } from "@lingui/core/macro";
import type { ComparedSide } from "@/api/types";
import { FACTOR_WORDS } from "@/api/vocabulary.gen";
import { type FactorShape, nameValue } from "@/lib/factor";
import { type FilterRecord, isEmptyFilter, parseFilterText, valueInWords } from "@/lib/filter";
import { FILTER_TITLES } from "@/lib/filter-titles";
import { metricOf } from "@/lib/metrics";
import { formatMoment } from "@/lib/time";

/** What tells the sides apart, as short as it can be said; base first. */
export function sideNames(
  sides: readonly ComparedSide[],
  now: Date,
  declared: readonly FactorShape[],
): string[] {
  const filters = sides.map(({ filter }) => parseFilterText(filter));
  const names = sides.map((side, i) => {
    const filter = filters[i] ?? {};
    const isPicked = "run" in filter || "batch" in filter || isEmptyFilter(filter);
    // Runs picked one by one are not their whole batch.
    if ("batch" in filter && !("run" in filter) && side.batch !== null && side.batch !== "")
      return side.batch;
    return isPicked ? runsName(side, now) : filterName(filter, filters, declared);
  });
  return toldApart(
    toldApart(names, (i) => begun(sides[i], now)),
    (i) => `(${i === 0 ? t`base` : t`new ${i}`})`,
  );
}

/** Sides of one name, each with what else there is to say of it: when it began, and last its place. */
function toldApart(names: readonly string[], more: (i: number) => string): string[] {
  return names.map((name, i) => {
    const added = more(i);
    return names.indexOf(name) === names.lastIndexOf(name) || added === "" ? name : `${name} ${added}`;
  });
}

/** "from 10 Nov 09:10": the first of several runs; "" where none states its start. */
function begun(side: ComparedSide | undefined, now: Date): string {
  const [first] = (side?.runs ?? []).flatMap(({ started_at: at }) => at ?? []).toSorted();
  return first === undefined || (side?.runs.length ?? 0) < 2
    ? ""
    : t`from ${{ first: formatMoment(first, now) }}`;
}

function runsName({ runs }: ComparedSide, now: Date): string {
  const [first] = runs;
  if (first === undefined) return t`no run`;
  const hosts = [...new Set(runs.map(({ host_name }) => host_name))];
  const where = hosts.length === 1 ? first.host_name : t`${{ hosts: hosts.length }} hosts`;
  if (runs.length > 1)
    return t`${plural({ runs: runs.length }, { one: "# run", other: "# runs" })} of ${where}`;
  if (first.title !== null && first.title !== "") return first.title;
  return first.started_at === null ? where : `${where}, ${formatMoment(first.started_at, now)}`;
}

function filterName(
  filter: FilterRecord,
  all: readonly FilterRecord[],
  declared: readonly FactorShape[],
): string {
  const spelled = (key: string, one: FilterRecord) => (one[key] ?? []).toSorted().join("|");
  const own = Object.keys(filter).filter((key) =>
    all.some((other) => spelled(key, other) !== spelled(key, filter)),
  );
  return filterInWords(own.length === 0 ? filter : pick(filter, own), declared);
}

const WORDS = new Map<string, string>([...Object.entries(FACTOR_WORDS), ...Object.entries(FILTER_TITLES)]);

/** What a heading calls a factor, a label or another key of a filter: the short word where there is one. */
export function wordOf(key: string, declared: readonly FactorShape[] = []): string {
  return (
    WORDS.get(key) ??
    declared.find((one) => one.key === key)?.title ??
    metricOf(key)?.short ??
    key.replace(/^(label|option)\./, "")
  );
}

/** "NPS 4, Host jupiter or venus". */
export function filterInWords(
  filter: FilterRecord,
  declared: readonly FactorShape[],
  inWords: (key: string, value: string) => string = (_, value) => valueInWords(value),
): string {
  return Object.entries(filter)
    .map(([key, values]) =>
      nameValue(wordOf(key, declared), values.map((value) => inWords(key, value)).join(t` or `)),
    )
    .join(", ");
}

function pick(filter: FilterRecord, keys: readonly string[]): FilterRecord {
  return Object.fromEntries(Object.entries(filter).filter(([key]) => keys.includes(key)));
}
