/** The inventory's lists: NUMA nodes, memory modules, drives, volumes, network, PCIe functions. One row per thing. */
import { t } from "@lingui/core/macro";
import {
  formatBytes,
  formatCapacity,
  formatCount,
  formatLanes,
  formatPercent,
  formatTemperature,
} from "@/lib/units";
import {
  asText,
  booleanAt,
  type InventoryDocument,
  listAt,
  numberAt,
  reasonFor,
  recordAt,
  textAt,
} from "@/subjects/hosts/parts/inventory/document";

export interface InventoryTable {
  title: string;
  /** Only columns that have at least one value. */
  columns: { name: string; isNumeric: boolean }[];
  rows: { key: string; cells: (string | null)[] }[];
  /** Columns without any value. */
  unknown: string[];
  reason: string;
  /** Long lists stay shut until asked for. */
  isFolded: boolean;
}

interface Column {
  name: string;
  isNumeric?: boolean;
  read: (item: unknown, key: string) => string | null;
}

const words = (path: string) => (item: unknown) => textAt(item, path);
const number =
  (path: string, unit = "") =>
  (item: unknown) => {
    const value = numberAt(item, path);
    return value === null ? null : `${formatCount(value)}${unit === "" ? "" : `\u00a0${unit}`}`;
  };
const bytes =
  (path: string, units: "binary" | "decimal" = "decimal") =>
  (item: unknown) => {
    const value = numberAt(item, path);
    return value === null ? null : formatBytes(value, units);
  };
const choice = (path: string, yes: string, no: string) => (item: unknown) => {
  const value = booleanAt(item, path);
  return value === null ? null : value ? yes : no;
};
const key = (_item: unknown, name: string) => name;

const NUMA: Column[] = [
  { name: t`Node`, read: words("id") },
  { name: "CPUs", read: words("cpus") },
  { name: t`Memory`, isNumeric: true, read: bytes("memory_bytes", "binary") },
  { name: t`NUMA distances`, read: (node) => listAt(node, "distances").map(asText).join(" ") || null },
];

const DIMMS: Column[] = [
  { name: t`Module`, read: key },
  { name: t`Bank`, read: words("bank") },
  {
    name: t`Size`,
    isNumeric: true,
    read: (dimm) => (numberAt(dimm, "size_bytes") === 0 ? t`empty` : bytes("size_bytes", "binary")(dimm)),
  },
  { name: t`Type`, read: words("type") },
  { name: t`Rated speed`, isNumeric: true, read: number("speed_mts", "MT/s") },
  { name: t`Speed`, isNumeric: true, read: number("configured_speed_mts", "MT/s") },
  { name: t`Ranks`, isNumeric: true, read: number("rank") },
  { name: t`Manufacturer`, read: words("manufacturer") },
  { name: t`Part number`, read: words("part") },
];

/** What a drive says of its link, else what its PCIe function has trained. */
const drives = (document: InventoryDocument): Column[] => [
  { name: t`Drive`, read: key },
  { name: t`Model`, read: words("model") },
  { name: t`Firmware`, read: words("firmware") },
  {
    name: t`Size`,
    isNumeric: true,
    read: (drive) => {
      const size = numberAt(drive, "size_bytes");
      return size === null ? null : formatCapacity(size);
    },
  },
  { name: t`Transport`, read: words("transport") },
  { name: t`Kind`, read: choice("rotational", t`rotational`, t`solid state`) },
  { name: t`Sector`, isNumeric: true, read: sectors },
  { name: t`Write cache`, read: words("write_cache") },
  { name: t`Scheduler`, read: words("scheduler") },
  { name: t`Request queue size`, isNumeric: true, read: number("nr_requests") },
  { name: t`I/O queues`, isNumeric: true, read: number("io_queues") },
  {
    name: t`Negotiated link`,
    read: (disk) => textAt(disk, "negotiated_link") ?? linkOfDrive(document, disk),
  },
];

const HEALTH: Column[] = [
  { name: t`Drive`, read: key },
  {
    name: t`Temperature`,
    isNumeric: true,
    read: (disk) => shown(numberAt(disk, "temperature_c"), formatTemperature),
  },
  {
    name: t`Endurance used`,
    isNumeric: true,
    read: (disk) => shown(numberAt(disk, "percentage_used"), formatPercent),
  },
  {
    name: t`Available spare`,
    isNumeric: true,
    read: (disk) => shown(numberAt(disk, "available_spare_pct"), formatPercent),
  },
  { name: t`Media errors`, isNumeric: true, read: number("media_errors") },
  { name: t`Power-on hours`, isNumeric: true, read: number("power_on_hours") },
  { name: t`Data written`, isNumeric: true, read: bytes("data_written_bytes") },
  { name: t`Data read`, isNumeric: true, read: bytes("data_read_bytes") },
  { name: t`Source`, read: words("source") },
];

const VOLUMES: Column[] = [
  { name: t`Volume`, read: key },
  { name: t`Kind`, read: words("kind") },
  { name: t`Level`, read: words("level") },
  { name: t`Chunk`, isNumeric: true, read: bytes("chunk_bytes", "binary") },
  { name: t`Width`, isNumeric: true, read: number("width") },
  {
    name: t`State`,
    read: (volume) => (booleanAt(volume, "is_degraded") === true ? t`degraded` : textAt(volume, "state")),
  },
  { name: t`Members, in order`, read: (volume) => listAt(volume, "members").map(asText).join(", ") || null },
  { name: t`Options`, read: options },
];

const NETWORK: Column[] = [
  { name: t`Interface`, read: words("name") },
  { name: t`State`, read: choice("is_up", t`up`, t`down`) },
  { name: t`Speed`, isNumeric: true, read: number("speed_mbps", "Mb/s") },
  { name: "MTU", isNumeric: true, read: number("mtu") },
  { name: t`Driver`, read: words("driver") },
  { name: t`Driver version`, read: words("driver_version") },
  { name: t`NUMA node`, isNumeric: true, read: number("numa_node") },
  { name: t`PCI address`, read: words("pci") },
  { name: t`Bond`, read: (nic) => textAt(nic, "bond.mode") },
];

const PCI: Column[] = [
  { name: t`Address`, read: key },
  { name: t`Name`, read: (fn) => textAt(fn, "name") ?? ids(fn) },
  { name: t`Type`, read: words("port_type") },
  { name: t`Driver`, read: (fn) => joinWords(textAt(fn, "driver"), textAt(fn, "driver_version")) },
  { name: t`Link`, read: linkOf("current_gts", "current_lanes") },
  { name: t`Link capability`, read: linkOf("max_gts", "max_lanes") },
  { name: t`Slot`, read: words("slot.name") },
  { name: t`NUMA node`, isNumeric: true, read: number("numa_node") },
  { name: t`Max payload`, isNumeric: true, read: bytes("config.mps_bytes", "binary") },
  { name: t`Max read request`, isNumeric: true, read: bytes("config.mrrs_bytes", "binary") },
  { name: "ASPM", read: words("config.aspm") },
];

export function inventoryTables(document: InventoryDocument): InventoryTable[] {
  const byName = (path: string) => Object.entries(recordAt(document, path));
  const listed = (path: string, name: (item: unknown) => string | null) =>
    listAt(document, path).map((item, i) => [name(item) ?? String(i), item] as const);
  return [
    table(t`NUMA nodes`, NUMA, listed("cpu.numa.nodes", words("id")), reasonFor(document, ["cpu"])),
    table(
      t`Memory modules`,
      DIMMS,
      listed("memory.dimms", words("locator")),
      reasonFor(document, ["smbios", "memory"]),
      8,
    ),
    table(t`Drives`, drives(document), byName("disks"), reasonFor(document, ["disks"])),
    table(t`Drive health`, HEALTH, byName("moment.disks"), reasonFor(document, ["nvme_smart", "smartctl"])),
    table(t`Volumes`, VOLUMES, byName("volumes"), reasonFor(document, ["volumes"])),
    table(t`Network`, NETWORK, listed("network", words("name")), reasonFor(document, ["network"])),
    table(t`PCIe functions`, PCI, byName("pci"), reasonFor(document, ["pci_config", "pci"]), 0),
  ].filter((one) => one.rows.length > 0);
}

function table(
  title: string,
  all: readonly Column[],
  items: readonly (readonly [string, unknown])[],
  reason: string,
  foldedBeyond = 30,
): InventoryTable {
  const read = items.map(([name, item]) => ({
    key: name,
    cells: all.map((column) => column.read(item, name)),
  }));
  const isKnown = all.map((_, i) => read.some((row) => row.cells[i] !== null));
  return {
    title,
    columns: all.filter((_, i) => isKnown[i]).map(({ name, isNumeric = false }) => ({ name, isNumeric })),
    rows: read.map((row) => ({ key: row.key, cells: row.cells.filter((_, i) => isKnown[i]) })),
    unknown: all.filter((_, i) => !isKnown[i]).map(({ name }) => name),
    reason,
    isFolded: items.length > foldedBeyond,
  };
}

function shown(value: number | null, format: (value: number) => string): string | null {
  return value === null ? null : format(value);
}

/** "512 of 4,096 B": logical of physical. */
function sectors(disk: unknown): string | null {
  const [logical, physical] = [numberAt(disk, "logical_block_bytes"), numberAt(disk, "physical_block_bytes")];
  if (logical === null) return null;
  if (physical === null || physical === logical) return `${formatCount(logical)}\u00a0B`;
  return t`${{ logical: formatCount(logical) }} of ${{ physical: formatCount(physical) }}\u00a0B`;
}

function options(volume: unknown): string | null {
  const pairs = Object.entries(recordAt(volume, "options")).flatMap(([name, value]) => {
    const text = asText(value);
    return text === null ? [] : [`${name}=${text}`];
  });
  return pairs.length === 0 ? null : pairs.join(" ");
}

function ids(fn: unknown): string | null {
  const [vendor, device] = [textAt(fn, "ids.vendor"), textAt(fn, "ids.device")];
  return vendor === null || device === null ? null : `${vendor}:${device}`;
}

function linkOf(gts: string, lanes: string) {
  return (fn: unknown) => {
    const [speed, width] = [numberAt(fn, `link.${gts}`), numberAt(fn, `link.${lanes}`)];
    return joinWords(
      speed === null ? null : `${speed}\u00a0GT/s`,
      width === null ? null : formatLanes(width),
    );
  };
}

function linkOfDrive(document: InventoryDocument, disk: unknown): string | null {
  const address = textAt(disk, "pci");
  // A controller's own link, not the disk's: only a drive on PCIe is its function.
  if (address === null || textAt(disk, "transport") !== "pcie") return null;
  return linkOf("current_gts", "current_lanes")(recordAt(document, "pci")[address]);
}

function joinWords(...parts: (string | null)[]): string | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(" ");
}
