/** What the picture says of a link and of a box. Judges nothing: the class of a link is the service's. */
import { t } from "@lingui/core/macro";
import { formatBandwidth, formatLanes, formatShare, MISSING } from "@/lib/units";
import { type Box, nameOf } from "@/subjects/hosts/parts/machine/fold";
import type { LinkClass, MachineLink } from "@/subjects/hosts/parts/machine/machine";

const CLASS: Record<LinkClass, string> = {
  full: t`full speed and width`,
  "downgraded-width": t`degraded: narrower than both ends support`,
  "downgraded-speed": t`degraded: slower than both ends support`,
  "idle-downshift": t`slower while idle; not read under load`,
  "port-limited": t`the device supports more than its port`,
  "device-limited": t`the port supports more than its device`,
  unknown: t`capability of both ends not recorded`,
};

const KIND: Record<Box["kind"], string> = {
  socket: t`socket`,
  unplaced: t`ports on an unknown socket`,
  root_port: t`root port`,
  switch_up: t`switch`,
  switch_down: t`switch port`,
  bridge: t`bridge`,
  endpoint: t`device`,
  disk: t`drive`,
  network: t`network`,
  group: t`group`,
};

export const kindInWords = (box: Box): string => KIND[box.kind];
export const classInWords = (link: MachineLink): string => CLASS[link.class];

export const isDegraded = (link: MachineLink | null): boolean => link?.severity === "warning";

/** "Gen4 x2"; "16 GT/s x2" for a speed that is no generation; null when neither speed nor width is known. */
export function trained(link: MachineLink): string | null {
  return rate(link.generation, link.gts, link.lanes);
}

/** "Gen4 x4": what both ends can do. */
export function capable(link: MachineLink): string | null {
  return rate(link.capable_generation, null, link.capable_lanes);
}

function rate(generation: number | null, gts: number | null, lanes: number | null): string | null {
  const speed = generation === null ? (gts === null ? null : t`${gts} GT/s`) : `Gen${generation}`;
  const parts = [speed, lanes === null ? null : formatLanes(lanes)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(" ");
}

/** The label on the line: "Gen4 x2 of x4" where less was trained than both ends can. */
export function linkLabel(link: MachineLink): string {
  const base = trained(link) ?? t`link unknown`;
  const { capable_generation: generation, capable_lanes: lanes } = link;
  const lacks = [
    generation !== null && link.generation !== null && link.generation < generation
      ? `Gen${generation}`
      : null,
    lanes !== null && link.lanes !== null && link.lanes < lanes ? formatLanes(lanes) : null,
  ].filter((part) => part !== null);
  if (link.class === "idle-downshift") return t`${base}, idle`;
  return isDegraded(link) && lacks.length > 0 ? t`${base} of ${{ lacks: lacks.join(" ") }}` : base;
}

/** Under the line: "9.47 GB/s · 66 %"; a figure above what the link can carry is a contradiction, not a percentage. */
export function measuredLabel(box: Box): string | null {
  const used = box.usedBytesPerS;
  if (used === null || box.link === null) return null;
  const share = shareOfCeiling(used, box.link);
  return share === null ? formatBandwidth(used) : `${formatBandwidth(used)} · ${share}`;
}

/** A measured figure above the link's own rate: the recorded link, the path or a cache is wrong, never "102 %". */
export const CONTRADICTION = t`contradiction`;

/** "66 %", "61–66 %" where the ceiling is known as a range, "≥ 97 %" where the measurement refutes its lower end. Null
 * without a ceiling. */
export function shareOfCeiling(used: number, link: MachineLink): string | null {
  const { ceiling_bytes_per_s: ceiling, rate_bytes_per_s: rateLimit } = link;
  if (rateLimit !== null && used > rateLimit) return CONTRADICTION;
  const [low, high] = [ceiling?.[0], ceiling?.at(-1)];
  if (low === undefined || high === undefined || low <= 0) return null;
  if (low < high && used > low) {
    // Above the upper end packets are larger than assumed, and the limit lies below the link's own rate.
    const bound = used > high ? (rateLimit ?? used) : high;
    // The least that it can be is not rounded up.
    return `≥ ${formatShare(Math.floor((100 * used) / bound) / 100)}`;
  }
  const [least, most] = [formatShare(used / high), formatShare(used / low)];
  return least === most ? least : `${least.replace(/\u00a0%$/, "")}–${most}`;
}

/** How far the bar in a box reaches, 0..1: against the lower end of the ceiling, never beyond the box. */
export function fillOf(box: Box): number | null {
  const low = box.link?.ceiling_bytes_per_s?.[0];
  if (box.usedBytesPerS === null || low === undefined || low <= 0) return null;
  return Math.min(1, box.usedBytesPerS / low);
}

/** "12.6–14.4 GB/s". */
export function ceilingInWords(ceiling: readonly number[] | null): string {
  const [low, high] = [ceiling?.[0], ceiling?.at(-1)];
  if (low === undefined || high === undefined) return MISSING;
  const [least, most] = [formatBandwidth(low), formatBandwidth(high)];
  return least === most ? least : t`${least} to ${most}`;
}

/** "41:00.0": the domain is said only where it is not the first. */
export function shortAddress(address: string): string {
  return address.replace(/^0000:/, "");
}

/** Everything about a box in one sentence, for those who cannot see where it stands. */
export function sentence(box: Box): string {
  const parts = [nameOf(box), kindInWords(box)];
  if (box.kind === "group")
    return t`${{ title: box.title }}: ${{ members: box.members.join(", ") }}. Press Enter to open.`;
  if (box.isEmpty) parts.push("empty");
  if (box.subtitle !== null) parts.push(box.subtitle);
  if (box.address !== null) parts.push(t`at ${{ address: shortAddress(box.address) }}`);
  if (box.slot !== null && nameOf(box) !== box.slot.name) parts.push(t`slot ${{ name: box.slot.name }}`);
  if (box.link !== null) {
    parts.push(t`link ${{ link: linkLabel(box.link) }}, ${{ kind: classInWords(box.link) }}`);
    if (isDegraded(box.link)) parts.push("warning");
  }
  if (box.usedBytesPerS !== null && box.link !== null) {
    const share = shareOfCeiling(box.usedBytesPerS, box.link);
    const compared =
      share === CONTRADICTION ? t`, above the link limit` : share && t`, ${share} of the link limit`;
    parts.push(
      t`measured ${{ usedBytesPerS: formatBandwidth(box.usedBytesPerS) }}${{ compared: compared ?? "" }}`,
    );
  }
  if (box.isOnPath) parts.push(t`used by this run`);
  return `${parts.join(", ")}.`;
}
