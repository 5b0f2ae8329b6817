/** One chart per value of a factor: the values in order, and the answer of each that is drawn. */
import { useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { SeriesAnswer } from "@/api/types";
import type { ExploreParams } from "@/lib/address";
import { type FactorShape, factorOf, filterValue, formatFactor } from "@/lib/factor";
import { withValues } from "@/lib/filter";
import { withinRange } from "@/subjects/runs/explore/chart-range";
import { MAX_PANELS, type PanelValue, panelValues } from "@/subjects/runs/explore/panel-values";
import { titleOfKey } from "@/subjects/runs/parts/series-lines";
import { facetsQuery } from "@/subjects/runs/queries/facets";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { seriesQuery } from "@/subjects/runs/queries/series";

export interface Panel {
  /** "Host jupiter". */
  words: string;
  filter: ExploreParams["filter"];
  answer: SeriesAnswer;
}

export interface Panels {
  title: string;
  drawn: Panel[];
  /** Beyond the limit. */
  left: { words: string; value: PanelValue }[];
  /** Runs that tell no value: in no panel. */
  unknown: number;
  factors: readonly FactorShape[];
  isPending: boolean;
  isBusy: boolean;
  error: Error | null;
  retry: () => void;
}

const NONE: readonly FactorShape[] = [];

export function usePanels(params: ExploreParams, x: string, key: string): Panels {
  const { filter, metric, by, range } = params;
  const declared = useQuery(factorsQuery());
  const factors = declared.data?.items ?? NONE;
  const facets = useQuery(facetsQuery({ filter, keys: [key] }));
  const facet = facets.data?.facets.find((one) => one.key === key);
  const values = useMemo(() => panelValues(facet?.values ?? []), [facet]);
  const drawn = values.slice(0, MAX_PANELS);
  const filters = drawn.map(({ value }) => withValues(filter, key, [filterValue(value)]));
  const answers = useQueries({
    queries: filters.map((one) => seriesQuery({ filter: one, x, metric, by })),
  });
  const title = titleOfKey(key, factors);
  const shape = factorOf(factors, key) ?? { type: "text" as const, unit: null };
  const wordsOf = ({ value }: PanelValue) => `${title} ${formatFactor(shape, value)}`;
  const whole = answers.flatMap(({ data }, i): Panel[] => {
    const [value, own] = [drawn[i], filters[i]];
    if (data === undefined || value === undefined || own === undefined) return [];
    return [{ words: wordsOf(value), filter: own, answer: withinRange(data, range) }];
  });
  const failed = [declared, facets, ...answers].find(({ isError }) => isError);
  return {
    title,
    drawn: whole.filter(({ answer }) => answer.series.length > 0),
    left: values.slice(MAX_PANELS).map((value) => ({ words: wordsOf(value), value })),
    unknown: facet?.unknown ?? 0,
    factors,
    isPending: declared.isPending || facets.isPending || answers.some(({ isPending }) => isPending),
    isBusy: facets.isPlaceholderData || answers.some(({ isPlaceholderData }) => isPlaceholderData),
    error: failed?.error ?? null,
    retry: () => {
      void facets.refetch();
      for (const one of answers) if (one.isError) void one.refetch();
    },
  };
}
