/** A result typed by hand: what the form holds, the document it becomes, and which field the service refuses. */
import { t } from "@lingui/core/macro";
import { ApiError } from "@/api/errors";
import type { Claim, TypedRun } from "@/api/types";
import { parseLabels } from "@/subjects/runs/labels";

export type Way = TypedRun["results"][number]["direction"];

/** Every field as it was typed. */
export interface TypedDraft {
  host: string;
  tool: string;
  target: string;
  date: string;
  direction: Way;
  rw: string;
  bs: string;
  iodepth: string;
  numjobs: string;
  iops: string;
  bandwidth: string;
  latency: string;
  latency_p99: string;
  runtime: string;
  title: string;
  note: string;
  labels: string[];
}

export const EMPTY_DRAFT: TypedDraft = {
  host: "",
  tool: "fio",
  target: "",
  date: "",
  direction: "read",
  rw: "",
  bs: "",
  iodepth: "",
  numjobs: "",
  iops: "",
  bandwidth: "",
  latency: "",
  latency_p99: "",
  runtime: "",
  title: "",
  note: "",
  labels: [],
};

/** What keeps the form from being sent, by field; "" is about the whole of it. */
export type DraftProblems = Partial<Record<keyof TypedDraft | "", string>>;

export function draftProblems(draft: TypedDraft): DraftProblems {
  const problems: DraftProblems = {};
  if (draft.host.trim() === "") problems.host = t`Name the host that was measured`;
  for (const field of ["iodepth", "numjobs"] as const) {
    if (!/^\s*\d{0,7}\s*$/.test(draft[field])) problems[field] = t`Enter a whole number`;
  }
  if ([draft.iops, draft.bandwidth, draft.latency, draft.latency_p99].every((text) => text.trim() === "")) {
    problems.iops = t`Enter IOPS, a bandwidth or a latency`;
  }
  const labels = parseLabels(draft.labels.join("\n"));
  if (labels.problem !== null) problems.labels = labels.problem;
  return problems;
}

/** The document that is stored as the original: what was not typed is not in it. */
export function documentOf(draft: TypedDraft): TypedRun {
  const text = (field: keyof TypedDraft) => {
    const value = String(draft[field]).trim();
    return value === "" ? {} : { [field]: value };
  };
  const count = (field: "iodepth" | "numjobs") =>
    draft[field].trim() === "" ? {} : { [field]: Number(draft[field]) };
  return {
    host: draft.host.trim(),
    ...text("tool"),
    ...text("target"),
    ...text("date"),
    ...text("title"),
    ...text("note"),
    labels: parseLabels(draft.labels.join("\n")).labels ?? {},
    results: [
      {
        direction: draft.direction,
        ...text("rw"),
        ...text("bs"),
        ...count("iodepth"),
        ...count("numjobs"),
        ...text("iops"),
        ...text("bandwidth"),
        ...text("latency"),
        ...text("latency_p99"),
        ...text("runtime"),
      },
    ],
  };
}

/** The service's remarks by the field they are about; null when the error is about something else. */
export function refusedFields(error: unknown): DraftProblems | null {
  if (!(error instanceof ApiError) || error.status !== 422) return null;
  const { body } = error;
  if (typeof body !== "object" || body === null || !("problems" in body)) return null;
  const problems: DraftProblems = {};
  for (const one of Array.isArray(body.problems) ? (body.problems as unknown[]) : []) {
    if (typeof one !== "object" || one === null || !("where" in one) || !("detail" in one)) continue;
    const field = String(one.where).split("/").at(-1) ?? "";
    problems[isField(field) ? field : ""] = String(one.detail);
  }
  return Object.keys(problems).length === 0 ? null : problems;
}

function isField(name: string): name is keyof TypedDraft {
  return name in EMPTY_DRAFT;
}

const FIELD: Readonly<Record<string, "iops" | "bandwidth" | "latency" | "latency_p99">> = {
  iops: "iops",
  bw_bytes_per_s: "bandwidth",
  lat_mean_ns: "latency",
  clat_mean_ns: "latency",
  lat_p99_ns: "latency_p99",
  clat_p99_ns: "latency_p99",
};

/**
 * The cells of a table as one typed run, a result per line and direction, in their own digits. Null when no cell says its
 * direction: nothing is guessed.
 */
export function documentOfClaims(
  claims: readonly Claim[],
  about: { host: string; title: string },
): TypedRun | null {
  const rows = Map.groupBy(
    claims.filter(({ direction, metric }) => direction !== null && FIELD[metric] !== undefined),
    ({ line, direction, pattern, bs_bytes, iodepth, numjobs }) =>
      [line, direction, pattern, bs_bytes, iodepth, numjobs].join("/"),
  );
  const results = [...rows.values()].flatMap((cells) => {
    const [first] = cells;
    if (first === undefined || first.direction === null) return [];
    const { direction, pattern, bs_bytes: bs, iodepth, numjobs } = first;
    const figures = Object.fromEntries(cells.map(({ metric, quantity }) => [FIELD[metric], quantity]));
    const rw = pattern === null ? null : `${pattern === "random" ? "rand" : ""}${direction}`;
    return [
      {
        direction,
        ...(rw === null ? {} : { rw }),
        ...(bs === null ? {} : { bs: String(bs) }),
        ...(iodepth === null ? {} : { iodepth }),
        ...(numjobs === null ? {} : { numjobs }),
        ...(cells.some(({ metric }) => metric.startsWith("clat")) ? { latency_kind: "clat" as const } : {}),
        ...figures,
      },
    ];
  });
  const { host, title } = about;
  if (results.length === 0) return null;
  return { host, results, ...(title === "" ? {} : { title }), note: t`From a hand-typed table` };
}
