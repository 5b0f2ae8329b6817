import type { Yardstick } from "@/api/types";

/** How much of its yardstick a figure reached: of the limit, else of the datasheet; null where neither may be said. */
export function yardstickShare({
  verdict,
  rated_share: rated,
  rated_verdict: may,
}: Yardstick): { of: "limit" | "rating"; share: number } | null {
  if (verdict?.kind === "limit" && verdict.share !== null) return { of: "limit", share: verdict.share };
  if (rated !== null && (may === "comparable" || may === "at_least")) return { of: "rating", share: rated };
  return null;
}
