/** Requests to measure, in the words of the pages. */
import { plural, t } from "@lingui/core/macro";
import type { MeasureRequest, Schedule } from "@/api/types";
import { paths } from "@/lib/paths";
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

// As many hosts as the service names of a request.
const MAX_NAMED = 5;

/** "moon, saturn", or with how many more where not all are named. */
export function joinNames(names: readonly string[], count = names.length): string {
  const shown = names.slice(0, MAX_NAMED);
  const more = count - shown.length;
  const named = shown.join(", ");
  return more > 0 ? t`${named} and ${{ more: plural(more, { other: "# more" }) }}` : named;
}

/** "quick on moon, saturn" of hosts that start together, else "quick on /srv/bench". */
export function nameWithHosts(request: MeasureRequest): string {
  const { together } = request;
  return together === null
    ? nameRequest(request)
    : nameRequest({ ...request, target: joinNames(together.host_names, together.host_count) });
}

/** The same of a schedule. */
export function nameScheduleWithHosts(schedule: Schedule): string {
  const { hosts } = schedule;
  if (hosts === null) return nameRequest(schedule);
  const names = hosts.map(({ host }) => host.name).toSorted();
  return nameRequest({ ...schedule, target: joinNames(names) });
}

/** Requests by the moment for which they were asked: those of hosts that start together are one. */
export function groupRequests(requests: readonly MeasureRequest[]): MeasureRequest[][] {
  const groups = Map.groupBy(requests, ({ id, group_id: groupId }) => groupId ?? id);
  return [...groups.values()];
}

/** The page of a request, or of the hosts that start together. */
export function linkToRequest(id: string, groupId: string | null): string {
  return groupId === null ? paths.request(id) : paths.requestGroup(groupId);
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
