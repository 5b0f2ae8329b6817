/** Facets: what the present runs can be filtered by, with counts. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { FilterRecord } from "@/lib/filter";
import { filterQuery } from "@/subjects/runs/queries/runs";

export interface FacetParams {
  filter: FilterRecord;
  /** Only these factors; none: all. */
  keys?: readonly string[];
  /** Only values that hold this text. */
  search?: string;
}

export function facetsQuery({ filter, keys = [], search = "" }: FacetParams) {
  return queryOptions({
    queryKey: ["facets", filter, keys, search] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/facets", {
          params: {
            query: {
              ...filterQuery(filter),
              ...(keys.length === 0 ? {} : { keys: keys.join(",") }),
              ...(search === "" ? {} : { find: search }),
            },
          },
          signal,
        }),
      ),
    placeholderData: keepPreviousData,
  });
}
