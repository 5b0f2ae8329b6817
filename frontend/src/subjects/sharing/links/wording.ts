/** Words of the list of shared links. */
import { t } from "@lingui/core/macro";
import type { Share } from "@/api/types";

export const KIND: Record<Share["kind"], string> = {
  run: t`run`,
  batch: t`batch`,
  compare: t`comparison`,
  series: t`chart`,
};

export function nameOf(share: Share): string {
  return share.label ?? titleForOwner(share);
}

/** "host 1", "host 1 and host 2": how a title calls all hosts of a share. */
const NUMBERED = /\bhost 1(?:, host \d+)*(?: and host \d+)?/;

/** The title as its recipient reads it, who knows each host by a number only; its owner reads their names. */
export function titleForOwner({ title, host_names }: Pick<Share, "title" | "host_names">): string {
  const numbered = NUMBERED.exec(title)?.[0] ?? "";
  return numbered.match(/host \d+/g)?.length === host_names.length
    ? title.replace(numbered, () => host_names.join(", "))
    : title;
}
