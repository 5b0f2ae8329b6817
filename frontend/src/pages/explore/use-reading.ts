/** What the chart of an address shows, in a sentence; null while nothing is drawn. */
import { useMemo } from "react";
import type { ExploreParams } from "@/lib/address";
import { chartReading } from "@/pages/explore/chart-reading";
import { useChart } from "@/pages/explore/use-chart";
import { shortTitleOfKey, toLines } from "@/sections/series-lines";
import { seriesFigure, seriesWords } from "@/sections/series-words";

export function useReading(params: ExploreParams, x: string) {
  const { series, factors, answer } = useChart(params, x);
  const { units, chart } = params;
  const read = useMemo(() => {
    if (answer === undefined || answer.series.length === 0) return null;
    const words = seriesWords(answer, factors, units, "local");
    const format = (value: number) => seriesFigure(answer.unit, value, units);
    const lines = toLines(answer, factors);
    const xTitle = shortTitleOfKey(answer.x, words.xTitle);
    const reading = chartReading(answer, lines, { ...words, xTitle, format }, chart === "heat-map");
    return { reading, answer, lines, words, factors };
  }, [answer, factors, units, chart]);
  return {
    reading: read?.reading ?? null,
    read,
    isPending: answer === undefined && !series.isError,
    isBusy: series.isFetching,
  };
}
