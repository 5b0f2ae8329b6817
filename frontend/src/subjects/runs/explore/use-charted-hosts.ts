/** The hosts whose runs a chart over time draws. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Host, SeriesAnswer } from "@/api/types";
import type { FilterRecord } from "@/lib/filter";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import { facetsQuery } from "@/subjects/runs/queries/facets";

export interface ChartedHosts {
  hosts: readonly Host[];
  /** The filter or the split names them; else they are those of the runs that match. */
  isNamed: boolean;
}

/** None for other axes than time, and until they are known. */
export function useChartedHosts(answer: SeriesAnswer, filter: FilterRecord): ChartedHosts {
  const isTime = answer.x === "started_at";
  const isNamed = answer.by === "host" || filter["host"] !== undefined;
  const all = useQuery({ ...hostsQuery(), enabled: isTime }).data?.items;
  const facets = useQuery({ ...facetsQuery({ filter, keys: ["host"] }), enabled: isTime && !isNamed }).data
    ?.facets;
  return useMemo(() => {
    const matching = facets?.find(({ key }) => key === "host")?.values.map(({ value }) => value);
    const names = new Set<unknown>(
      answer.by === "host" ? answer.series.map(({ key }) => key) : (filter["host"] ?? matching),
    );
    return { hosts: isTime ? (all ?? []).filter(({ name }) => names.has(name)) : [], isNamed };
  }, [answer, filter, isTime, isNamed, all, facets]);
}
