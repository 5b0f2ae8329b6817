/** The parts of a host's page below its answer, in their order; ids are anchors that saved links name. */
import type { HostDetail } from "@/api/types";
import type { PageTab } from "@/components/PageTabs";
import type { HostParams } from "@/lib/address";

export const HOST_TABS = {
  results: { id: "results", title: "Results" },
  purposes: { id: "purposes", title: "Fast enough?" },
  changes: { id: "changes", title: "Changes" },
  hardware: { id: "hardware", title: "Hardware" },
  setup: { id: "setup", title: "Schedule and agent" },
  support: { id: "support", title: "Vendor support" },
} as const satisfies Record<string, PageTab>;

export type HostTab = (typeof HOST_TABS)[keyof typeof HOST_TABS];

/** Returns what a host's page shows below its answer when the address names no tab. */
export function usualTab(host: HostDetail, { inventory, changes }: HostParams): HostTab {
  if (inventory !== null || changes !== null || host.run_count === 0) return HOST_TABS.hardware;
  return HOST_TABS.results;
}
