/**
 * The inventory document as a readable list. The document grows with the agent, so it is read field by field and
 * anything unexpected counts as unknown; what an agent could not read says why (`sources`).
 */
import { formatBytes, formatCount } from "@/lib/units";

export type InventoryDocument = Readonly<Record<string, unknown>>;

export interface InventoryRow {
  label: string;
  /** Null: unknown, for the reason given. */
  value: string | null;
  reason: string;
}

export interface InventorySection {
  title: string;
  rows: InventoryRow[];
}

export interface SourceProblem {
  name: string;
  status: string;
  detail: string | null;
}

export interface Drive {
  name: string;
  model: string | null;
  firmware: string | null;
  size: string | null;
  kind: string | null;
  scheduler: string | null;
}

interface Field {
  label: string;
  /** Places where agents have put it, the newest first. */
  at: readonly string[];
  /** The `sources` entries that could explain its absence. */
  source: readonly string[];
  show?: (value: number) => string;
}

const memory = (bytes: number) => formatBytes(bytes, "binary");

const SECTIONS: readonly { title: string; fields: readonly Field[] }[] = [
  {
    title: "System",
    fields: [
      { label: "Vendor", at: ["system.vendor"], source: ["dmi", "system"] },
      { label: "Product", at: ["system.product"], source: ["dmi", "system"] },
      { label: "Board", at: ["system.board.product", "system.board.name"], source: ["dmi", "system"] },
      { label: "BIOS version", at: ["system.bios.version"], source: ["dmi", "system"] },
      { label: "BIOS date", at: ["system.bios.date"], source: ["dmi", "system"] },
      {
        label: "Virtualised by",
        at: ["virtualized.kind", "virtualized"],
        source: ["virtualization", "virtualized"],
      },
    ],
  },
  {
    title: "CPU and memory",
    fields: [
      { label: "CPU", at: ["cpu.model"], source: ["cpu"] },
      { label: "Sockets", at: ["cpu.sockets"], source: ["cpu"], show: formatCount },
      { label: "Cores", at: ["cpu.cores"], source: ["cpu"], show: formatCount },
      { label: "Threads", at: ["cpu.threads"], source: ["cpu"], show: formatCount },
      {
        label: "NUMA nodes",
        at: ["cpu.numa.nodes", "cpu.numa_nodes"],
        source: ["numa", "cpu"],
        show: formatCount,
      },
      { label: "Memory", at: ["memory.total_bytes", "memory.total"], source: ["memory"], show: memory },
    ],
  },
  {
    title: "Operating system",
    fields: [
      { label: "Name", at: ["os.pretty_name", "os.name"], source: ["os"] },
      { label: "Version", at: ["os.version"], source: ["os"] },
      { label: "Kernel", at: ["os.kernel"], source: ["os"] },
      { label: "Kernel arguments", at: ["os.cmdline"], source: ["cmdline", "os"] },
      { label: "fio", at: ["fio.version", "fio_version", "os.fio_version"], source: ["fio"] },
    ],
  },
];

export function inventorySections(document: InventoryDocument): InventorySection[] {
  return SECTIONS.map(({ title, fields }) => ({
    title,
    rows: fields.map((field) => ({
      label: field.label,
      value: firstText(document, field),
      reason: reasonFor(document, field.source),
    })),
  }));
}

export function inventoryDrives(document: InventoryDocument): Drive[] {
  const disks = document["disks"];
  if (!isRecord(disks)) return [];
  return Object.entries(disks).flatMap(([key, disk]) => {
    if (!isRecord(disk)) return [];
    const size = at(disk, "size_bytes") ?? at(disk, "size");
    return [
      {
        name: text(at(disk, "name")) ?? key,
        model: text(at(disk, "model")),
        firmware: text(at(disk, "firmware")),
        size: typeof size === "number" ? formatBytes(size) : null,
        kind: driveKind(disk),
        scheduler: text(at(disk, "queue.scheduler") ?? at(disk, "scheduler")),
      },
    ];
  });
}

/** Sources that gave no answer. Absent hardware is an answer. */
export function sourceProblems(document: InventoryDocument): SourceProblem[] {
  const sources = document["sources"];
  if (!isRecord(sources)) return [];
  return Object.entries(sources).flatMap(([name, source]) => {
    const status = isRecord(source) ? text(source["status"]) : null;
    if (status === null || status === "ok" || status === "absent") return [];
    return [{ name, status, detail: isRecord(source) ? text(source["detail"]) : null }];
  });
}

function driveKind(disk: Record<string, unknown>): string | null {
  const rotational = at(disk, "rotational") ?? at(disk, "queue.rotational");
  const parts = [
    text(at(disk, "transport")),
    typeof rotational === "boolean" ? (rotational ? "rotational" : "not rotational") : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(", ");
}

function reasonFor(document: InventoryDocument, names: readonly string[]): string {
  const sources = document["sources"];
  for (const name of names) {
    const source = isRecord(sources) ? sources[name] : undefined;
    if (!isRecord(source)) continue;
    const [status, detail] = [text(source["status"]), text(source["detail"])];
    if (status === null || status === "ok") continue;
    return detail === null ? `${name}: ${status}` : `${name}: ${status}, ${detail}`;
  }
  return "the agent did not report it";
}

function firstText(document: InventoryDocument, field: Field): string | null {
  for (const path of field.at) {
    const value = at(document, path);
    if (typeof value === "number" && field.show !== undefined) return field.show(value);
    // A list of NUMA nodes is shown by its length, any other list by its members.
    if (Array.isArray(value) && field.show !== undefined) return field.show(value.length);
    const found = text(value);
    if (found !== null) return found;
  }
  return null;
}

function text(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string"))
    return value.join(" ");
  return null;
}

function at(value: unknown, path: string): unknown {
  return path.split(".").reduce<unknown>((node, key) => (isRecord(node) ? node[key] : undefined), value);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
