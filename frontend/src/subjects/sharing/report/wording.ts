/** Words of the shared report that the document does not bring along. */
import { t } from "@lingui/core/macro";
import type { Comparison, SharedDocument } from "@/api/types";
import { type FactorShape, factorOf, formatFactor, nameValue } from "@/lib/factor";
import { partsOf } from "@/subjects/compare/parts/comparison-rows";
import { wordOf } from "@/subjects/compare/parts/side-names";

const TEXT: FactorShape = { key: "", title: "", type: "text", unit: null };

/** What tells the sides apart, base first: the one factor that changed, where there is one. Filters are not shared. */
export function sidesInWords(compare: Comparison, factors: SharedDocument["factors"]): string[] {
  const parts = partsOf(compare);
  const several = parts.length > 1;
  const changes = parts.map(({ attribution, factors_changed }) => {
    const [key, ...others] = attribution.keys;
    const change = factors_changed.find((one) => one.key === key);
    return change === undefined || others.length > 0 || attribution.kind !== "only" ? null : change;
  });
  const spelled = (key: string, value: unknown) =>
    nameValue(wordOf(key, factors), formatFactor(factorOf(factors, key) ?? TEXT, value));
  const [first] = changes;
  const isOneKey = first !== null && first !== undefined && changes.every((one) => one?.key === first.key);
  return [
    isOneKey ? spelled(first.key, first.base) : "base",
    ...changes.map((change, i) =>
      change === null ? (several ? t`new ${{ count: i + 1 }}` : "new") : spelled(change.key, change.new),
    ),
  ];
}
