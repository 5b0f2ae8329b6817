/** A metric over any factor, and the charts to start from. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { FilterRecord } from "@/lib/filter";
import { filterQuery } from "@/subjects/runs/queries/runs";

export interface SeriesParams {
  filter: FilterRecord;
  x: string;
  metric: string;
  by: string | null;
}

export function seriesQuery({ filter, x, metric, by }: SeriesParams) {
  return queryOptions({
    queryKey: ["series", filter, x, metric, by] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/series", {
          params: { query: { ...filterQuery(filter), x, metric, ...(by === null ? {} : { by }) } },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

export function presetsQuery() {
  return queryOptions({
    queryKey: ["series", "presets"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/series/presets", { signal })),
  });
}
