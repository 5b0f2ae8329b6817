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

export type LatencyKind = "slat" | "clat" | "lat" | "sync_lat";
export type OverlaidMetric = "iops" | "bw_bytes_per_s" | "clat_ns" | "lat_ns" | "slat_ns";

/** The parameters of the service's own address. */
export function compareSearch({ metrics, headline, ...sides }: CompareQuery) {
  return { ...sidesOf(sides), metric: [...metrics], ...(headline === null ? {} : { headline }) };
}

/** Null: a side is still to be chosen, nothing is asked. `portions`: how many answers' worth of workloads. */
export function compareQuery(query: CompareQuery | null, portions = 1) {
  return queryOptions({
    queryKey: ["compare", query, portions] as const,
    queryFn: query === null ? skipToken : ({ signal }) => portionsOf(query, portions, signal),
    placeholderData: keepPreviousData,
  });
}

/** The comparison with the workloads of its first answers, one behind the other. */
async function portionsOf(query: CompareQuery, portions: number, signal: AbortSignal): Promise<Comparison> {
  let whole = await comparison(query, signal);
  for (let asked = 1; asked < portions && leftOf(whole) > 0; asked += 1) {
    whole = joined(whole, await comparison(query, signal, fewest(whole)));
  }
  return whole;
}

/** Number of workloads of any part that are not there yet. */
export function leftOf(answer: Comparison): number {
  return Math.max(...[answer, ...answer.more].map((part) => part.workloads_total - part.workloads.length));
}

function fewest(answer: Comparison): number {
  return Math.min(
    ...[answer, ...answer.more]
      .filter((part) => part.workloads.length < part.workloads_total)
      .map((part) => part.workloads.length),
  );
}

function joined(before: Comparison, next: Comparison): Comparison {
  return {
    ...before,
    workloads: withMore(before, next),
    more: before.more.map((part, i) => {
      const behind = next.more[i];
      return behind === undefined ? part : { ...part, workloads: withMore(part, behind) };
    }),
  };
}

type Portion = Pick<Comparison, "workloads" | "workloads_skipped">;

/** Parts have portions of different lengths: what is there already is not taken twice. */
function withMore({ workloads }: Portion, next: Portion): Portion["workloads"] {
  return [...workloads, ...next.workloads.slice(workloads.length - next.workloads_skipped)];
}

async function comparison(query: CompareQuery, signal: AbortSignal, skip = 0): Promise<Comparison> {
  const answer = await unwrap(
    client.GET("/api/v1/compare", {
      params: { query: { ...compareSearch(query), ...(skip === 0 ? {} : { skip }) } },
      signal,
    }),
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

/** What is worth comparing: settings with two values on a host, batches that ran twice. */
export function suggestionsQuery() {
  return queryOptions({
    queryKey: ["compare", "choices"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/compare/choices", { signal })),
  });
}

function sidesOf({ base, news, ignore, match }: Omit<CompareQuery, "metrics" | "headline">) {
  return { base, new: [...news], ignore: [...ignore], match: [...match] };
}
