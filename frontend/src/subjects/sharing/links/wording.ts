/** Words of the list of shared links. */
import { t } from "@lingui/core/macro";
import type { Share } from "@/api/types";

export const KIND: Record<Share["kind"], string> = {
  run: t`run`,
  batch: t`batch`,
  compare: t`comparison`,
  series: t`chart`,
};

export function nameOf({ label, title }: Share): string {
  return label ?? title;
}
