/** What changed on the hosts of a chart over time: BIOS, kernel, slot … from the hosts' timelines. */
import { t } from "@lingui/core/macro";
import { useQueries } from "@tanstack/react-query";
import { formatFact } from "@/lib/fact-value";
import { hostQuery } from "@/subjects/hosts/queries/hosts";
import type { ChartedHosts } from "@/subjects/runs/explore/use-charted-hosts";

export interface HostChange {
  at: number;
  hostId: string;
  hostName: string;
  /** "BIOS version 2.3 → 2.4". */
  text: string;
  inventoryId: string;
  previousInventoryId: string;
}

/** Beyond these a chart has more markers than points. */
const MAX_HOSTS = 5;
const MAX_HEADLINES = 3;

/** Changes of the hosts that the filter or the split names, oldest first. */
export function useHostChanges({ hosts, isNamed }: ChartedHosts): HostChange[] {
  const wanted = isNamed ? hosts.slice(0, MAX_HOSTS) : [];
  return useQueries({
    queries: wanted.map((host) => hostQuery(host.id)),
    combine: (answers) =>
      answers
        .flatMap(({ data }) =>
          (data?.timeline ?? []).flatMap((entry) => {
            if (data === undefined || entry.previous_inventory_id === null) return [];
            const shown = entry.headlines.slice(0, MAX_HEADLINES);
            const more = entry.change_count - entry.follow_count - shown.length;
            const words = shown.map(
              ({ title, base, new: after }) =>
                `${title} ${formatFact(base, null)} → ${formatFact(after, null)}`,
            );
            return {
              at: Date.parse(entry.first_seen_at),
              hostId: data.id,
              hostName: data.name,
              text: [...words, ...(more > 0 ? [t`${more} more`] : [])].join(", "),
              inventoryId: entry.inventory_id,
              previousInventoryId: entry.previous_inventory_id,
            };
          }),
        )
        .toSorted((a, b) => a.at - b.at),
  });
}
