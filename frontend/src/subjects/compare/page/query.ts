/** What the service is asked for a comparison, and what is done with its sides. */

import type { CompareParams } from "@/lib/address";
import { filterText, parseFilterText } from "@/lib/filter";
import { USUAL_METRICS } from "@/lib/metrics";
import type { CompareQuery } from "@/subjects/compare/queries";

/** Null until both sides say something. */
export function toQuery({ base, news, metric, ignore, match }: CompareParams): CompareQuery | null {
  const chosen = news.filter((text) => !isBlank(text));
  if (isBlank(base) || chosen.length === 0) return null;
  const metrics = metric === null ? USUAL_METRICS : [...new Set([...USUAL_METRICS, metric])];
  return { base, news: chosen, metrics, ignore, match, headline: metric };
}

export function isBlank(text: string): boolean {
  return filterText(parseFilterText(text)) === "";
}

/** New becomes base and base becomes new; with several new sides, the first one. */
export function swapped(params: CompareParams): CompareParams {
  const [first = "", ...rest] = params.news;
  return { ...params, base: first, news: [params.base, ...rest] };
}
