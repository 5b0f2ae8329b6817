/** What the chart of an address shows, in a sentence; null while nothing is drawn. */
import { useMemo } from "react";
import type { ExploreParams } from "@/lib/address";
import { chartReading } from "@/pages/explore/chart-reading";
import { useChart } from "@/pages/explore/use-chart";
import { toLines } from "@/sections/series-lines";
import { seriesFigure, seriesWords } from "@/sections/series-words";

export function useReading(params: ExploreParams, x: string) {
  const { series, factors, answer } = useChart(params, x);
  const { units } = params;
  const reading = useMemo(() => {
    if (answer === undefined || answer.series.length === 0) return null;
    const { xTitle, formatX } = seriesWords(answer, factors, units, "local time");
    const format = (value: number) => seriesFigure(answer.unit, value, units);
    return chartReading(answer, toLines(answer, factors), { xTitle, formatX, format });
  }, [answer, factors, units]);
  return { reading, isPending: answer === undefined && !series.isError, isBusy: series.isFetching };
}
