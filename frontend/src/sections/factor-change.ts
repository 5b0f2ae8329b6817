/** What a side's value of a changed factor is called: known to be without is not the same as not known. Pure. */
import type { FactorChange } from "@/api/types";
import { type FactorShape, factorOf, formatFactor, isOption } from "@/lib/factor";

/** Why a side shows no value; in any other state it is known to be without. */
const UNTOLD: Partial<Record<FactorChange["state"], string>> = {
  cannot_tell: "this side did not tell",
  one_side: "no run of this side carries the label",
};

type SideValue = { text: string; reason: null } | { text: null; reason: string };

/** The value in words; or, where the side does not tell, why there is none. */
export function sideValue(
  declared: readonly FactorShape[],
  { key, unit, state }: Pick<FactorChange, "key" | "unit" | "state">,
  value: FactorChange["base"],
): SideValue {
  const reason = value === null ? UNTOLD[state] : undefined;
  if (reason !== undefined) return { text: null, reason };
  const shape = factorOf(declared, key) ?? { type: "text", unit };
  const without = isOption(key) ? "not set" : "none";
  const words = (Array.isArray(value) ? value : [value]).map((one) =>
    one === null ? without : formatFactor(shape, one),
  );
  return { text: words.join(", "), reason: null };
}
