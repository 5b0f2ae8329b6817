/** Facts that the text around the results tells: which of them are accepted, and in which words. */
import { plural, t } from "@lingui/core/macro";
import type { ImportPreview, PastedFact, SkippedLine } from "@/api/types";
import type { SearchRecord } from "@/lib/search-params";
import { formatBandwidth, formatBlockSizeProse, formatCapacity } from "@/lib/units";

/** Numbers of the accepted facts, from 1 in the order of the preview; null: what the service accepts by itself. */
export type AcceptedFacts = ReadonlySet<number> | null;

const WORDS: Readonly<Record<string, string>> = {
  host: t`Host`,
  hardware: t`Hardware`,
  kernel: t`Kernel`,
  slot: t`Slot`,
  "slot.link": t`Slot link`,
  "pcie.link": t`Drive link`,
  "os.name": t`Operating system`,
  "os.version": t`OS version`,
  "system.vendor": t`System vendor`,
  "system.product": t`System`,
  "board.product": t`Board`,
  "memory.total": t`Memory`,
  virtualized: t`Virtual machine`,
  "cpu.model": "CPU",
  "cpu.sockets": t`Sockets`,
  "cpu.cores": t`Cores`,
  "cpu.threads": t`Threads`,
  "cpu.numa.nodes": t`NUMA nodes`,
  "drive.model": t`Drive`,
  "drive.firmware": t`Firmware`,
  "drive.capacity": t`Capacity`,
  "drive.count": t`Drives`,
  "drive.transport": t`Transport`,
  "drive.scheduler": t`Scheduler`,
  "drive.lba_bytes": t`LBA size`,
  "drive.numa_node": t`Drive's NUMA node`,
  "target.kind": t`Target`,
  "raid.level": "RAID",
  "raid.width": t`RAID width`,
  "raid.chunk": t`RAID chunk`,
  "raid.degraded": t`RAID degraded`,
  "fs.type": t`File system`,
  "zfs.ashift": t`ZFS ashift`,
  "zfs.atime": t`ZFS atime`,
  "zfs.compression": t`ZFS compression`,
  "zfs.recordsize": t`ZFS recordsize`,
  "zfs.used_pct": t`ZFS used`,
  "nfs.server": t`NFS server`,
  "nfs.version": t`NFS version`,
  "nfs.proto": t`NFS transport`,
  "nfs.nconnect": t`NFS connections`,
  "nfs.rsize": t`NFS rsize`,
  "nfs.wsize": t`NFS wsize`,
  "ceph.health": t`Ceph health`,
  "ceph.osds": t`Ceph OSDs`,
  "ceph.osds_up": t`Ceph OSDs up`,
  "bios.nps": "NPS",
  "bios.smt": "SMT",
  "bios.iommu": "IOMMU",
  "bios.c_states": t`C-states`,
  "bios.version": t`BIOS version`,
  "network.speed": t`Network speed`,
  "network.measured_bw": t`Network, measured`,
  rated_iops: t`Rated`,
  rated_bw_bytes_per_s: t`Rated`,
  temperature: t`Temperature`,
  "temperature.idle": t`Temperature, idle`,
  "temperature.peak": t`Temperature, peak`,
};

/** Facts that no label of a run is made of. */
const NO_CHOICE = new Set(["host", "drive.numa_node"]);

export function canChoose(fact: PastedFact): boolean {
  return !NO_CHOICE.has(fact.key);
}

export function factName(fact: PastedFact): string {
  return WORDS[fact.key] ?? fact.key;
}

export function factValue({ key, value, unit }: PastedFact): string {
  const number = Number(value);
  // Chunks, blocks and transfers are powers of two; drives are sold by powers of ten.
  if (unit === "bytes" && key !== "drive.capacity") return formatBlockSizeProse(number);
  if (unit === "bytes" && Number.isFinite(number)) return formatCapacity(number);
  if (unit === "bytes/s" && Number.isFinite(number)) return formatBandwidth(number);
  return unit === null ? value : `${value} ${unit}`;
}

/** "all runs", "run 2", "runs 1 and 3"; "any run" where the text does not tell. */
export function runsInWords(runs: readonly number[], total: number): string {
  if (runs.length === 0) return plural(total, { one: "not for the run", other: "no run" });
  if (runs.length === total)
    return total === 1 ? t`this run` : t`all ${plural(total, { one: "# run", other: "# runs" })}`;
  const shown = runs.length > 4 ? [...runs.slice(0, 3), "…"] : runs;
  const list = shown.join(", ");
  return plural({ count: runs.length }, { one: `run ${list}`, other: `runs ${list}` });
}

/** Lines that neither a result nor a fact was made of. */
export function unusedLines({ messages, found, lines }: ImportPreview): SkippedLine[] {
  const used = new Set(found.map(({ line }) => line));
  const around = [...lines.options, ...lines.titles];
  return messages.filter(
    ({ line }) => !used.has(line) && !around.some(([first, last]) => first <= line && line <= last),
  );
}

/** Ranges of lines without those that a fact was found in, and ranges of these. */
export function apartFromFacts(
  ranges: readonly (readonly number[])[],
  found: readonly PastedFact[],
): { rest: number[][]; used: number[][] } {
  const lines = [...new Set(found.map(({ line }) => line))].sort((a, b) => a - b);
  const rest: number[][] = [];
  const used: number[][] = [];
  for (const [first = 0, last = 0] of ranges) {
    let next = first;
    for (const line of lines.filter((one) => first <= one && one <= last)) {
      if (next < line) rest.push([next, line - 1]);
      const before = used.at(-1);
      if (before?.[1] === line - 1) before[1] = line;
      else used.push([line, line]);
      next = line + 1;
    }
    if (next <= last) rest.push([next, last]);
  }
  return { rest, used };
}

/** The numbers of facts that are on: what was chosen, or what the service accepts. */
export function acceptedNumbers(preview: ImportPreview, accepted: AcceptedFacts): ReadonlySet<number> {
  return (
    accepted ??
    new Set(preview.found.flatMap((fact, index) => (fact.accepted_for.length > 0 ? [index + 1] : [])))
  );
}

/** Parameters of POST /import. Nothing is said where nothing was chosen. */
export function factsQuery(preview: ImportPreview, accepted: AcceptedFacts): SearchRecord {
  if (accepted === null || preview.found.length === 0) return {};
  const rejected = preview.found.flatMap((fact, index) =>
    canChoose(fact) && !accepted.has(index + 1) ? [String(index + 1)] : [],
  );
  if (rejected.length === preview.found.filter(canChoose).length) return { accept: "none" };
  return { accept: "all", ...(rejected.length === 0 ? {} : { reject: rejected }) };
}
