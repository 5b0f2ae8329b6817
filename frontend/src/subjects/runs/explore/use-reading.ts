/** What the chart of an address shows, in a sentence; null while nothing is drawn. */
import { useMemo } from "react";
import type { ExploreParams } from "@/lib/address";
import { chartReading } from "@/subjects/runs/explore/chart-reading";
import { useChart } from "@/subjects/runs/explore/use-chart";
import { shortTitleOfKey, toLines } from "@/subjects/runs/parts/series-lines";
import { seriesFigure, seriesWords } from "@/subjects/runs/parts/series-words";

export function useReading(params: ExploreParams, x: string) {
  const { series, factors, answer } = useChart(params, x);
  const { units, chart, by } = params;
  const read = useMemo(() => {
    if (answer === undefined || answer.series.length === 0) return null;
    const words = seriesWords(answer, factors, units, "local");
    const format = (value: number) => seriesFigure(answer.unit, value, units);
    const lines = toLines(answer, factors);
    const xTitle = shortTitleOfKey(answer.x, words.xTitle);
    const isGrid = chart === "heat-map" && by !== null;
    const reading = chartReading(answer, lines, { ...words, xTitle, format }, isGrid);
    return { reading, answer, lines, words, factors };
  }, [answer, factors, units, chart, by]);
  return {
    reading: read?.reading ?? null,
    read,
    isPending: answer === undefined && !series.isError,
    isBusy: series.isFetching,
  };
}
