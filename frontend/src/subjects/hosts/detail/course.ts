/** What a series of a host is compared with. */
import { t } from "@lingui/core/macro";
import type { HostSeries } from "@/api/types";
import type { CourseReference } from "@/charts/course-model";

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
