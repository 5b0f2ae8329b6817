/** What a side's value of a changed factor is called: known to be without is not the same as not known. Pure. */
import { t } from "@lingui/core/macro";
import type { FactorChange } from "@/api/types";
import { type FactorShape, factorOf, formatFactor, isOption } from "@/lib/factor";

/** States in which a side without a value is known to be without. Links of older versions have one more. */
const KNOWN: ReadonlySet<FactorChange["state"]> = new Set(["changed", "mixed"]);

type SideValue = { text: string; reason: null } | { text: null; reason: string };

/** The value in words; or, where the side does not tell, why there is none. */
export function sideValue(
  declared: readonly FactorShape[],
  { key, unit, state }: Pick<FactorChange, "key" | "unit" | "state">,
  value: FactorChange["base"],
): SideValue {
  if (value === null && !KNOWN.has(state)) return { text: null, reason: t`this side did not record it` };
  const shape = factorOf(declared, key) ?? { type: "text", unit };
  const without = isOption(key) ? t`not set` : t`none`;
  const words = (Array.isArray(value) ? value : [value]).map((one) =>
    one === null ? without : formatFactor(shape, one),
  );
  return { text: words.join(", "), reason: null };
}
