/** Comparisons: base against one or more new sides, and what a run can be compared with. */
import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { Comparison } from "@/api/types";

export interface CompareQuery {
  /** Filters as text. */
  base: string;
  news: readonly string[];
  metrics: readonly string[];
  ignore: readonly string[];
  match: readonly string[];
  /** The metric that the sentence speaks of; null: by the kind of workload. */
  headline: string | null;
}

export type LatencyKind = "slat" | "clat" | "lat";
export type OverlaidMetric = "iops" | "bw_bytes_per_s" | "clat_ns" | "lat_ns" | "slat_ns";

/** The parameters of the service's own address. */
export function compareSearch({ metrics, headline, ...sides }: CompareQuery) {
  return { ...sidesOf(sides), metric: [...metrics], ...(headline === null ? {} : { headline }) };
}

/** Null: a side is still to be chosen, nothing is asked. */
export function compareQuery(query: CompareQuery | null) {
  return queryOptions({
    queryKey: ["compare", query] as const,
    queryFn: query === null ? skipToken : ({ signal }) => comparison(query, signal),
    placeholderData: keepPreviousData,
  });
}

async function comparison(query: CompareQuery, signal: AbortSignal): Promise<Comparison> {
  const answer = await unwrap(
    client.GET("/api/v1/compare", { params: { query: compareSearch(query) }, signal }),
  );
  // The same address has CSV and Markdown, whose type is unknown; without `format` it is this one.
  return answer as Comparison;
}

/** The comparison as Markdown, as people paste it into a mail. */
export function compareMarkdown(query: CompareQuery): Promise<string> {
  return unwrap(
    client.GET("/api/v1/compare", {
      params: { query: { ...compareSearch(query), format: "markdown" } },
      parseAs: "text",
    }),
  );
}

export function distributionQuery(query: CompareQuery, workload: string, kind: LatencyKind) {
  return queryOptions({
    queryKey: ["compare", "distribution", sidesOf(query), workload, kind] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/compare/distribution", {
          params: { query: { ...sidesOf(query), workload, kind } },
          signal,
        }),
      ),
  });
}

export function bootstrapQuery(query: CompareQuery, workload: string, metric: string) {
  return queryOptions({
    queryKey: ["compare", "bootstrap", sidesOf(query), workload, metric] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/compare/bootstrap", {
          params: { query: { ...sidesOf(query), workload, metric: [metric] } },
          signal,
        }),
      ),
  });
}

export function overlayQuery(query: CompareQuery, workload: string, metric: OverlaidMetric) {
  return queryOptions({
    queryKey: ["compare", "time-series", sidesOf(query), workload, metric] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/compare/time-series", {
          params: { query: { ...sidesOf(query), workload, metric } },
          signal,
        }),
      ),
  });
}

export function choicesQuery(runId: string) {
  return queryOptions({
    queryKey: ["compare", "choices", runId] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/compare/choices", { params: { query: { run: runId } }, signal })),
  });
}

function sidesOf({ base, news, ignore, match }: Omit<CompareQuery, "metrics" | "headline">) {
  return { base, new: [...news], ignore: [...ignore], match: [...match] };
}
