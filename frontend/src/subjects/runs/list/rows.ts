/** The rows of the run history: runs, and batches that stand for their runs. */
import { useQueries } from "@tanstack/react-query";
import { useMemo } from "react";
import type { BatchFold, ListedResult as Result, RunItem } from "@/api/types";
import type { RunsParams } from "@/lib/address";
import { headlines } from "@/lib/direction";
import { toQuery } from "@/subjects/runs/list/query";
import { batchRow } from "@/subjects/runs/list/selection";
import { stepsQuery } from "@/subjects/runs/queries/runs";

export interface RunRow {
  id: string;
  /** Of a batch its newest run. */
  run: RunItem;
  /** Results that have a line of their own, the same in every cell. */
  lines: Result[];
  /** Results without a line: those that the list did not send are counted, too. */
  hidden: number;
  /** The batch that the row stands for; null: it is a run. */
  fold: BatchFold | null;
  /** A run of an opened batch: it stands below the batch's row. */
  isStep: boolean;
}

/** Rows that were made: a run whose row stays the same object is not drawn again when the next page arrives. */
const known = new WeakMap<RunItem, RunRow>();

function toRow(run: RunItem, isStep = false): RunRow {
  const before = known.get(run);
  if (before?.isStep === isStep) return before;
  const { shown, hidden } = headlines(run.results);
  const fold = run.fold ?? null;
  const id = fold === null ? run.id : batchRow(fold.id);
  const elsewhere = run.results_total - run.results.length;
  const row = { id, run, lines: shown, hidden: hidden + elsewhere, fold, isStep };
  known.set(run, row);
  return row;
}

/** The list with the runs of the opened batches below them; `waiting` are those whose runs are not here yet. */
export function useRows(runs: readonly RunItem[], params: RunsParams): { rows: RunRow[]; waiting: string[] } {
  const present = useMemo(() => new Set(runs.map((run) => run.fold?.id)), [runs]);
  const open = params.open.filter((id) => present.has(id));
  const query = toQuery(params);
  const answers = useQueries({
    queries: open.map((id) => stepsQuery(query, id)),
    combine: (results) => results.map(({ data }) => data?.items),
  });
  const rows = useMemo(() => {
    const steps = new Map(open.map((id, i) => [id, answers[i]]));
    return runs.flatMap((run) => [
      toRow(run),
      ...(steps.get(run.fold?.id ?? "") ?? []).map((step) => toRow(step, true)),
    ]);
  }, [runs, open, answers]);
  return { rows, waiting: open.filter((_, i) => answers[i] === undefined) };
}
