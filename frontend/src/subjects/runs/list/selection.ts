/** What is selected in the history, rows by their ids: runs, and batches that stand for their runs. */
import { t } from "@lingui/core/macro";
import type { RunItem } from "@/api/types";
import type { FilterRecord } from "@/lib/filter";
import { runsFilter } from "@/lib/paths";
import { workloadInWords } from "@/lib/workload";
import { inWords } from "@/subjects/runs/list/run-name";

/** How a row for a batch is called, in the address too; a row for a run has the run's id. */
const OF_BATCH = "batch:";

export function batchRow(batchId: string): string {
  return OF_BATCH + batchId;
}

/** The batch that a row stands for; null: it is a run. */
export function batchOfRow(id: string): string | null {
  return id.startsWith(OF_BATCH) ? id.slice(OF_BATCH.length) : null;
}

/** The filter text that means one selected row: a side of a comparison. */
export function sideOf(row: string): string {
  const batch = batchOfRow(row);
  return batch === null ? runsFilter([row]) : `batch=${encodeURIComponent(batch)}`;
}

/** Known of every run: that it is told says nothing yet. */
const EVERYWHERE: ReadonlySet<string> = new Set(["host", "workload"]);

export interface Selected {
  runs: readonly string[];
  batches: readonly string[];
}

export function partsOf(rows: readonly string[]): Selected {
  const batches = rows.map(batchOfRow).filter((id) => id !== null);
  return { runs: rows.filter((row) => batchOfRow(row) === null), batches };
}

/** One filter for all of them; null where runs and batches are selected together, which no filter means. */
export function filterOfRows(rows: readonly string[]): FilterRecord | null {
  const { runs, batches } = partsOf(rows);
  if (batches.length === 0) return { run: runs };
  return runs.length === 0 ? { batch: batches } : null;
}

/** "1 factor differs: Slot 2 and 3", of runs that the service has told apart; null: nothing that is recorded. */
export function differenceInWords(items: readonly RunItem[]): string | null {
  const values = new Map<string, { title: string; values: Set<string> }>();
  const note = (key: string, title: string, value: string) => {
    const known = values.get(key) ?? { title, values: new Set<string>() };
    known.values.add(value);
    values.set(key, known);
  };
  let leftOut = 0;
  for (const { host, results, distinctions = [], distinctions_left_out: more = 0 } of items) {
    note("host", t`Host`, host.name);
    note("workload", t`Workload`, results.map(workloadInWords).join("; "));
    leftOut = Math.max(leftOut, more);
    for (const one of distinctions) note(one.key, one.title, inWords(one).slice(one.title.length + 1));
  }
  const differing = [...values].filter(([key, one]) => !EVERYWHERE.has(key) || one.values.size > 1);
  const [first] = differing;
  if (first === undefined) return null;
  if (differing.length + leftOut > 1) {
    const titles = [...differing.map(([, { title }]) => title), ...(leftOut === 0 ? [] : [t`and more`])];
    return t`${{ count: differing.length + leftOut }} factors differ: ${{ titles: titles.join(", ") }}`;
  }
  const [, { title, values: only }] = first;
  const words = [...only].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  return t`1 factor differs: ${title} ${{ values: words.length < 2 ? t`${{ word: words[0] ?? "" }} and not stated` : words.join(t` and `) }}`;
}
