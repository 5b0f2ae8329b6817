/** The same machine as a table: one row per box, indented by its place in the tree; and as CSV in base units. */
import { t } from "@lingui/core/macro";
import type { Twin } from "@/charts/twin";
import { formatBandwidth, MISSING } from "@/lib/units";
import { type Box, nameOf } from "@/subjects/hosts/parts/machine/fold";
import {
  capable,
  ceilingInWords,
  classInWords,
  kindInWords,
  shareOfCeiling,
  trained,
} from "@/subjects/hosts/parts/machine/wording";

const COLUMNS = [
  t`Part`,
  t`Kind`,
  t`Address`,
  t`Slot`,
  t`Link`,
  t`Supported by both ends`,
  t`State`,
  t`Measured`,
  t`Share`,
  t`Ceiling`,
];

export function machineTwin(sockets: readonly Box[]): Twin {
  const rows = sockets.flatMap((socket) => walk(socket, 0));
  return {
    caption: t`The machine's parts and links`,
    columns: COLUMNS,
    rows: rows.map(({ box, depth }) => textRow(box, depth)),
    csv: {
      header: [
        "depth",
        "part",
        "kind",
        "address",
        "slot",
        "numa_node",
        "link_gts",
        "link_lanes",
        "capable_generation",
        "capable_lanes",
        "class",
        "rate_bytes_per_s",
        "ceiling_low_bytes_per_s",
        "ceiling_high_bytes_per_s",
        "used_bytes_per_s",
        "is_on_path",
      ],
      rows: rows.map(({ box, depth }) => [
        depth,
        nameOf(box),
        kindInWords(box),
        box.address,
        box.slot?.name ?? null,
        box.numaNode,
        box.link?.gts ?? null,
        box.link?.lanes ?? null,
        box.link?.capable_generation ?? null,
        box.link?.capable_lanes ?? null,
        box.link?.class ?? null,
        box.link?.rate_bytes_per_s ?? null,
        box.link?.ceiling_bytes_per_s?.[0] ?? null,
        box.link?.ceiling_bytes_per_s?.at(-1) ?? null,
        box.usedBytesPerS,
        box.isOnPath ? "yes" : "no",
      ]),
    },
  };
}

function textRow(box: Box, depth: number): string[] {
  const { link } = box;
  const used = box.usedBytesPerS;
  return [
    `${"\u2003".repeat(depth)}${nameOf(box)}`,
    kindInWords(box),
    box.address ?? MISSING,
    box.slot?.name ?? MISSING,
    link === null ? MISSING : (trained(link) ?? MISSING),
    link === null ? MISSING : (capable(link) ?? MISSING),
    link === null ? MISSING : classInWords(link),
    formatBandwidth(used),
    used === null || link === null ? MISSING : (shareOfCeiling(used, link) ?? MISSING),
    ceilingInWords(link?.ceiling_bytes_per_s ?? null),
  ];
}

function walk(box: Box, depth: number): { box: Box; depth: number }[] {
  return [{ box, depth }, ...box.children.flatMap((child) => walk(child, depth + 1))];
}
