/** Words of the list of shared links. */
import type { Share } from "@/api/types";

export const KIND: Record<Share["kind"], string> = {
  run: "run",
  batch: "batch",
  compare: "comparison",
  series: "chart",
};

export function nameOf({ label, title }: Share): string {
  return label ?? title;
}
