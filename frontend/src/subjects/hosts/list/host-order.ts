/** The orders of the list of hosts. */
import { t } from "@lingui/core/macro";
import type { Host } from "@/api/types";

export type HostOrder = "issues" | "last" | "runs" | "name";

export const HOST_ORDERS: { value: HostOrder; label: string }[] = [
  { value: "issues", label: t`Open issues first` },
  { value: "last", label: t`Most recent run first` },
  { value: "runs", label: t`Most runs first` },
  { value: "name", label: t`By name` },
];

/** Counts what of a host waits for somebody. */
export function countIssues({ open_events, open_regressions, refused_uploads }: Host): number {
  return open_events + open_regressions + refused_uploads;
}

const lastRun = ({ last_run_at: at }: Host): number =>
  at === null ? Number.NEGATIVE_INFINITY : Date.parse(at);
const compareLast = (a: Host, b: Host): number => Math.sign(lastRun(b) - lastRun(a)) || 0;

const COMPARE: Record<HostOrder, (a: Host, b: Host) => number> = {
  issues: (a, b) => countIssues(b) - countIssues(a) || compareLast(a, b),
  last: compareLast,
  runs: (a, b) => b.run_count - a.run_count,
  name: () => 0,
};

/** Sorts hosts; equal ones stay as the service lists them, by name. */
export function sortHosts(hosts: readonly Host[], order: HostOrder): Host[] {
  return hosts.toSorted(COMPARE[order]);
}
