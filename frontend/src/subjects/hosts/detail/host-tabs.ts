/** The parts of a host's page below its answer, in their order; ids are anchors that saved links name. */
import { t } from "@lingui/core/macro";
import type { HostDetail } from "@/api/types";
import type { HostParams } from "@/lib/address";
import type { PageTab } from "@/ui/page/PageTabs";

export const HOST_TABS = {
  results: { id: "results", title: t`Results` },
  purposes: { id: "purposes", title: t`Requirements` },
  changes: { id: "changes", title: t`Changes` },
  hardware: { id: "hardware", title: t`Hardware` },
  setup: { id: "setup", title: t`Measure and schedule` },
  support: { id: "support", title: t`Vendor support` },
} as const satisfies Record<string, PageTab>;

export type HostTab = (typeof HOST_TABS)[keyof typeof HOST_TABS];

/** Returns what a host's page shows below its answer when the address names no tab. */
export function usualTab(host: HostDetail, { inventory, changes }: HostParams): HostTab {
  if (inventory !== null || changes !== null || host.run_count === 0) return HOST_TABS.hardware;
  return HOST_TABS.results;
}
