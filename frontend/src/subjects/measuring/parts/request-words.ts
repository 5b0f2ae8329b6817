/** Requests to measure, in the words of the pages. */
import { plural, t } from "@lingui/core/macro";
import type { MeasureRequest, Schedule } from "@/api/types";
import type { Tone } from "@/ui/Badge";

export const REQUEST_STATES: Readonly<Record<MeasureRequest["state"], { word: string; tone: Tone }>> = {
  queued: { word: t`Queued`, tone: "plain" },
  offered: { word: t`Starting`, tone: "plain" },
  running: { word: t`Running`, tone: "ok" },
  done: { word: t`Done`, tone: "ok" },
  failed: { word: t`Failed`, tone: "bad" },
  refused: { word: t`Refused`, tone: "bad" },
  cancelled: { word: t`Cancelled`, tone: "warn" },
  expired: { word: t`Expired`, tone: "warn" },
};

/** Whether a request waits or runs. */
export function isOpen({ state }: MeasureRequest): boolean {
  return state === "queued" || state === "offered" || state === "running";
}

/** "nightly on 3 hosts". */
export function nameGroup({ kind, name }: Pick<MeasureRequest, "kind" | "name">, hosts: number): string {
  return kind === "repeat"
    ? plural(hosts, { other: "run again on # hosts" })
    : t`${{ name: name ?? "" }} on ${{ hosts: plural(hosts, { other: "# hosts" }) }}`;
}

/** "quick on /srv/bench". */
export function nameRequest({
  kind,
  name,
  target,
}: Pick<MeasureRequest, "kind" | "name" | "target">): string {
  return kind === "repeat" ? t`run again on ${target}` : t`${{ name: name ?? "" }} on ${target}`;
}

/** "quick on /srv/bench", or "quick on 3 hosts" of those that start together. */
export function nameSchedule(schedule: Schedule): string {
  return schedule.hosts === null ? nameRequest(schedule) : nameGroup(schedule, schedule.hosts.length);
}
