/** Facts that the text around the results tells: which of them are accepted, and in which words. */
import type { ImportPreview, PastedFact } from "@/api/types";
import { countOf } from "@/lib/format";
import type { SearchRecord } from "@/lib/search-params";
import { formatBandwidth, formatBlockSizeProse, formatBytes } from "@/lib/units";

/** Numbers of the accepted facts, from 1 in the order of the preview; null: what the service accepts by itself. */
export type AcceptedFacts = ReadonlySet<number> | null;

const WORDS: Readonly<Record<string, string>> = {
  host: "Host",
  hardware: "Hardware",
  kernel: "Kernel",
  slot: "Slot",
  "slot.link": "Slot link",
  "pcie.link": "Drive link",
  "os.name": "System",
  "os.version": "System version",
  "cpu.model": "CPU",
  "cpu.sockets": "Sockets",
  "cpu.cores": "Cores",
  "cpu.threads": "Threads",
  "drive.model": "Drive",
  "drive.firmware": "Firmware",
  "drive.capacity": "Capacity",
  "drive.count": "Drives",
  "drive.transport": "Transport",
  "drive.scheduler": "Scheduler",
  "drive.lba_bytes": "LBA size",
  "drive.numa_node": "Drive's NUMA node",
  "raid.level": "RAID",
  "raid.width": "RAID width",
  "raid.chunk": "RAID chunk",
  "raid.degraded": "RAID degraded",
  "fs.type": "File system",
  "bios.nps": "NPS",
  "bios.version": "BIOS",
  "network.speed": "Network",
  rated_iops: "Rated",
  rated_bw_bytes_per_s: "Rated",
  temperature: "Temperature",
  "temperature.idle": "Temperature, idle",
  "temperature.peak": "Temperature, peak",
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
  if (unit === "bytes" && Number.isFinite(number)) return formatBytes(number);
  if (unit === "bytes/s" && Number.isFinite(number)) return formatBandwidth(number);
  return unit === null ? value : `${value} ${unit}`;
}

/** "all runs", "run 2", "runs 1 and 3"; "any run" where the text does not tell. */
export function runsInWords(runs: readonly number[], total: number): string {
  if (runs.length === 0) return total === 1 ? "not said of the run" : "of no run";
  if (runs.length === total) return total === 1 ? "this run" : `all ${countOf(total, "run")}`;
  const shown = runs.length > 4 ? [...runs.slice(0, 3), "…"] : runs;
  return `${runs.length === 1 ? "run" : "runs"} ${shown.join(", ")}`;
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
