/** Trends of the rows that are loaded: asked for by the page, after its rows are there. */
import { useQueries } from "@tanstack/react-query";
import { createContext, useMemo } from "react";
import type { TrendOut } from "@/api/types";
import type { RunRow } from "@/subjects/runs/list/rows";
import { trendsQuery } from "@/subjects/runs/queries/runs";

export type TrendsOfRuns = ReadonlyMap<string, readonly TrendOut[]>;

/** Of whom a cell asks; it alone is drawn anew when they arrive. */
export const Trends = createContext<TrendsOfRuns>(new Map());

/** As many runs as one page of the list has. */
const AT_ONCE = 50;

export function useTrends(rows: readonly RunRow[], isAsked: boolean): TrendsOfRuns {
  const questions = useMemo(() => (isAsked ? questionsOf(rows) : []), [rows, isAsked]);
  const answers = useQueries({ queries: questions.map((ids) => trendsQuery(ids)), combine: itemsOf });
  return useMemo(() => Map.groupBy(answers.flat(), ({ run_id }) => run_id), [answers]);
}

/** Runs in blocks that stay the same while further pages come; those of opened batches apart. */
function questionsOf(rows: readonly RunRow[]): string[][] {
  const steps = Map.groupBy(
    rows.filter(({ isStep }) => isStep),
    ({ run }) => run.batch?.id,
  );
  return [rows.filter(({ isStep }) => !isStep), ...steps.values()]
    .flatMap((part) =>
      Array.from({ length: Math.ceil(part.length / AT_ONCE) }, (_, i) =>
        part.slice(i * AT_ONCE, (i + 1) * AT_ONCE).filter(({ fold }) => fold === null),
      ),
    )
    .filter((block) => block.length > 0)
    .map((block) => block.map(({ run }) => run.id));
}

function itemsOf(results: readonly { data?: { items: TrendOut[] } | undefined }[]): TrendOut[][] {
  return results.map(({ data }) => data?.items ?? []);
}
