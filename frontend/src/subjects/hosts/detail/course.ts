/** A series of a host in words, and what it is held against. */
import { t } from "@lingui/core/macro";
import type { HostSeries } from "@/api/types";
import type { CourseReference } from "@/charts/course-model";
import { workloadInWords } from "@/lib/workload";

/** The workload in words; with what tells it from another series that has the same: options, way, target. */
export function nameOf(one: HostSeries, all: readonly HostSeries[]): string {
  const words = workloadInWords(one.options);
  const alike = all.filter(({ options }) => workloadInWords(options) === words);
  const apart = one.options.others.filter(
    (other) => !alike.every(({ options }) => options.others.includes(other)),
  );
  const same = alike.filter(({ workload }) => workload === one.workload);
  const way = same.some(({ direction }) => direction !== one.direction) ? `, ${one.direction}` : "";
  const target =
    same.some((other) => other.key !== one.key && other.direction === one.direction) && one.target !== null
      ? `, ${one.target}`
      : "";
  return `${[words, ...apart].join(", ")}${way}${target}`;
}

/** What its best run is held against: the limit that it reached a share of, and what its drives are rated. */
export function referencesOf({ best }: HostSeries): CourseReference[] {
  if (best === null) return [];
  const { verdict, rated_share: rated, rated_verdict: may, value } = best;
  const limit: CourseReference[] =
    verdict?.kind === "limit" && verdict.share !== null && verdict.share > 0
      ? [{ kind: "limit", text: t`limit of the best run`, value: value / verdict.share }]
      : [];
  return rated !== null && rated > 0 && may === "comparable"
    ? [...limit, { kind: "rated", text: t`rated`, value: value / rated }]
    : limit;
}
