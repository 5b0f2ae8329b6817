/** The parts of a run's page below its answer, in their order; ids are anchors that saved links name. */
import { t } from "@lingui/core/macro";
import type { RunDetail } from "@/api/types";
import type { PageTab } from "@/ui/page/PageTabs";

export const RUN_TABS = {
  limits: { id: "limits", title: t`Limits and checks` },
  time: { id: "time", title: t`Over time` },
  latency: { id: "latency", title: t`Latency` },
  results: { id: "results", title: t`Results` },
  purposes: { id: "purposes", title: t`Requirements` },
  datasheet: { id: "datasheet", title: t`Datasheet` },
  path: { id: "path", title: t`Path` },
  inventory: { id: "inventory", title: t`Hardware` },
  configuration: { id: "configuration", title: t`Job` },
  files: { id: "files", title: t`Files` },
  history: { id: "history", title: t`History` },
} as const satisfies Record<string, PageTab>;

export type RunTab = (typeof RUN_TABS)[keyof typeof RUN_TABS];

/** Returns the tabs that have something to show of a run. */
export function tabsOf(run: RunDetail): RunTab[] {
  const absent = new Set<RunTab>();
  if (run.state !== "understood") {
    absent.add(RUN_TABS.time);
    absent.add(RUN_TABS.purposes);
    absent.add(RUN_TABS.datasheet);
  }
  if (run.results.length === 0) {
    absent.add(RUN_TABS.latency);
    absent.add(RUN_TABS.results);
  }
  if (run.inventory_id === null && run.path === null) absent.add(RUN_TABS.path);
  return Object.values(RUN_TABS).filter((tab) => !absent.has(tab));
}

/** Returns what a run's page shows below its answer when the address names no tab. */
export function usualTab(run: RunDetail, hasWindow: boolean): RunTab {
  if (run.state !== "understood") return RUN_TABS.files;
  return hasWindow ? RUN_TABS.time : RUN_TABS.limits;
}
