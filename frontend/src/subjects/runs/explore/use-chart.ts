/** The chart of the address with all that its words are made of. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ExploreParams } from "@/lib/address";
import { ANSWER_AXES } from "@/lib/answer-words";
import type { FactorShape } from "@/lib/factor";
import { withinRange } from "@/subjects/runs/explore/chart-range";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { seriesQuery } from "@/subjects/runs/queries/series";

/** What runs are judged as has titles, too. */
const ANSWERS = ANSWER_AXES.map(
  ({ value, label }): FactorShape => ({ key: value, title: label, type: "text", unit: null }),
);

export function useChart({ filter, metric, by, range }: ExploreParams, x: string) {
  const series = useQuery(seriesQuery({ filter, x, metric, by }));
  const { data, isPending } = useQuery(factorsQuery());
  const factors = useMemo(() => [...(data?.items ?? []), ...ANSWERS], [data]);
  // A chart without titles would show keys, and change its words when they come.
  const whole = isPending ? undefined : series.data;
  const answer = useMemo(() => whole && withinRange(whole, range), [whole, range]);
  return { series, factors, whole, answer };
}
