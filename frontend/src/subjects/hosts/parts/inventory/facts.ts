/** The inventory's single facts, by subject: system, CPU, memory, operating system and its tuning. */
import { t } from "@lingui/core/macro";
import { formatBytes, formatCount } from "@/lib/units";
import {
  asText,
  at,
  booleanAt,
  type InventoryDocument,
  isAnswered,
  isRecord,
  listAt,
  numberAt,
  reasonFor,
  recordAt,
  textAt,
} from "@/subjects/hosts/parts/inventory/document";

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

interface Fact {
  label: string;
  /** The `sources` entries that could explain its absence. */
  source: readonly string[];
  read: (document: InventoryDocument) => string | null;
}

const words =
  (...paths: string[]) =>
  (document: InventoryDocument) =>
    first(paths.map((path) => textAt(document, path)));
const count = (path: string) => (document: InventoryDocument) => {
  const value = numberAt(document, path);
  return value === null ? null : formatCount(value);
};
const size = (path: string) => (document: InventoryDocument) => {
  const value = numberAt(document, path);
  return value === null ? null : formatBytes(value, "binary");
};
const DMI = ["dmi", "smbios", "system"];

const SECTIONS: readonly { title: string; facts: readonly Fact[] }[] = [
  {
    title: t`System`,
    facts: [
      { label: t`Vendor`, source: DMI, read: words("system.vendor") },
      { label: t`Product`, source: DMI, read: words("system.product") },
      { label: t`Board`, source: DMI, read: board },
      { label: "BIOS", source: DMI, read: words("system.bios.version") },
      { label: t`BIOS date`, source: DMI, read: words("system.bios.date") },
      { label: t`Chassis`, source: DMI, read: words("system.chassis.type") },
      { label: "BMC", source: ["smbios", ...DMI], read: words("system.has_bmc") },
      {
        label: t`Hypervisor`,
        source: ["virtualization"],
        read: hypervisor,
      },
      { label: t`Container`, source: ["virtualization"], read: silent("container", t`none`) },
    ],
  },
  {
    title: "CPU",
    facts: [
      { label: t`Model`, source: ["cpu"], read: words("cpu.model") },
      { label: t`Sockets`, source: ["cpu"], read: count("cpu.sockets") },
      { label: t`Cores, threads`, source: ["cpu"], read: coresAndThreads },
      { label: t`NUMA nodes`, source: ["numa", "cpu"], read: numaNodes },
      { label: t`Nodes per socket`, source: ["numa", "cpu"], read: nodesPerSocket },
      { label: t`Microcode`, source: ["cpu"], read: words("cpu.microcode") },
      { label: t`Governor`, source: ["cpu"], read: counted("cpu.frequency.governors") },
      { label: t`Energy preference`, source: ["cpu"], read: counted("cpu.frequency.epp") },
      { label: t`Boost`, source: ["cpu"], read: onOff("cpu.frequency.boost") },
      { label: t`C-states`, source: ["cpu"], read: idleStates },
      { label: t`Mitigations`, source: ["cpu"], read: mitigations },
    ],
  },
  {
    title: t`Memory`,
    facts: [
      { label: t`Total`, source: ["memory"], read: size("memory.total_bytes") },
      { label: t`Modules`, source: ["smbios", "memory"], read: modules },
      { label: t`Huge pages`, source: ["memory"], read: hugePages },
      { label: t`Transparent huge pages`, source: ["memory"], read: words("memory.thp") },
    ],
  },
  {
    title: t`Operating system`,
    facts: [
      { label: t`Name`, source: ["os"], read: osName },
      { label: t`Kernel`, source: ["os"], read: words("os.kernel") },
      { label: t`Kernel parameters`, source: ["os"], read: kernelArguments },
      { label: "IOMMU", source: ["os"], read: iommu },
      { label: t`ASPM policy`, source: ["os"], read: words("os.aspm_policy") },
      { label: t`Module parameters`, source: ["os"], read: moduleParameters },
      { label: t`Services`, source: ["os"], read: services },
      { label: t`Clock source`, source: ["os"], read: words("os.clocksource") },
      { label: t`NUMA balancing`, source: ["os"], read: onOff("os.numa_balancing") },
      { label: "fio", source: ["fio"], read: words("fio.version", "fio_version") },
    ],
  },
];

export function inventorySections(document: InventoryDocument): InventorySection[] {
  return SECTIONS.map(({ title, facts }) => ({
    title,
    rows: facts.map(({ label, source, read }) => ({
      label,
      value: read(document),
      reason: reasonFor(document, source),
    })),
  }));
}

function first(values: readonly (string | null)[]): string | null {
  return values.find((value) => value !== null) ?? null;
}

function joined(parts: readonly (string | null)[], separator = ", "): string | null {
  const known = parts.filter((part) => part !== null);
  return known.length === 0 ? null : known.join(separator);
}

function board(document: InventoryDocument): string | null {
  const [vendor, product] = [
    textAt(document, "system.board.vendor"),
    textAt(document, "system.board.product"),
  ];
  return product !== null && vendor !== null && product.startsWith(vendor)
    ? product
    : joined([vendor, product], " ");
}

/** The processor can say that there is one, and nothing say which. */
function hypervisor(document: InventoryDocument): string | null {
  const name = silent("virtualized", t`not virtualised`)(document);
  return name === "unknown-hypervisor" ? t`unknown hypervisor` : name;
}

/** null at a path means "none" once the source has answered, and "unknown" before. */
function silent(path: string, none: string) {
  return (document: InventoryDocument) =>
    first([textAt(document, `${path}.kind`), textAt(document, path)]) ??
    (isAnswered(document, "virtualization") && at(document, path) === null ? none : null);
}

function onOff(path: string) {
  return (document: InventoryDocument) => {
    const value = booleanAt(document, path);
    return value === null ? textAt(document, path) : value ? t`on` : t`off`;
  };
}

/** `{"performance": 48}` → "performance"; several values with how many CPUs have each. */
function counted(path: string) {
  return (document: InventoryDocument) => {
    const values = Object.entries(recordAt(document, path));
    const [only] = values;
    if (only === undefined) return null;
    return values.length === 1
      ? only[0]
      : values.map(([value, n]) => `${value} (${asText(n) ?? "?"})`).join(", ");
  };
}

function coresAndThreads(document: InventoryDocument): string | null {
  const [cores, threads] = [numberAt(document, "cpu.cores"), numberAt(document, "cpu.threads")];
  return joined([
    cores === null ? null : t`${{ cores: formatCount(cores) }} cores`,
    threads === null ? null : t`${{ threads: formatCount(threads) }} threads`,
  ]);
}

function numaNodes(document: InventoryDocument): string | null {
  const nodes = at(document, "cpu.numa.nodes") ?? at(document, "cpu.numa_nodes");
  if (Array.isArray(nodes)) return formatCount(nodes.length);
  return typeof nodes === "number" ? formatCount(nodes) : null;
}

function nodesPerSocket(document: InventoryDocument): string | null {
  const value = numberAt(document, "cpu.numa.nodes_per_socket");
  if (value === null) return null;
  const isAmbiguous = booleanAt(document, "cpu.numa.nodes_per_socket_is_ambiguous") === true;
  return isAmbiguous
    ? t`${{ value: formatCount(value) }}, or L3 as NUMA node is on (unknown which)`
    : formatCount(value);
}

function idleStates(document: InventoryDocument): string | null {
  const states = listAt(document, "cpu.idle.states");
  if (states.length === 0) return textAt(document, "cpu.idle.driver");
  return states
    .map(
      (state) =>
        `${textAt(state, "name") ?? "?"}${booleanAt(state, "is_disabled") === true ? t` (disabled)` : ""}`,
    )
    .join(", ");
}

function mitigations(document: InventoryDocument): string | null {
  const all = Object.entries(recordAt(document, "cpu.mitigations"));
  if (all.length === 0) return null;
  const isActive = (value: unknown) => typeof value === "string" && value.startsWith("Mitigation");
  const active = all.filter(([, value]) => isActive(value)).map(([name]) => name);
  return active.length === 0 ? t`none active` : t`active: ${{ active: active.join(", ") }}`;
}

/** "8 × 32.0 GiB DDR4, 3,200 MT/s; 8 sockets empty". */
function modules(document: InventoryDocument): string | null {
  const dimms = at(document, "memory.dimms");
  if (!Array.isArray(dimms) || dimms.length === 0) return null;
  const filled = dimms.filter((dimm) => (numberAt(dimm, "size_bytes") ?? 0) > 0);
  const kinds = Map.groupBy(filled, (dimm) => {
    const speed = numberAt(dimm, "configured_speed_mts") ?? numberAt(dimm, "speed_mts");
    const kind = joined([formatBytes(numberAt(dimm, "size_bytes"), "binary"), textAt(dimm, "type")], " ");
    return joined([kind, speed === null ? null : t`${{ speed: formatCount(speed) }} MT/s`]) ?? t`module`;
  });
  const empty = dimms.filter((dimm) => numberAt(dimm, "size_bytes") === 0).length;
  return joined(
    [
      ...[...kinds].map(([kind, members]) => `${members.length} × ${kind}`),
      empty === 0 ? null : t`${empty} empty`,
    ],
    "; ",
  );
}

function hugePages(document: InventoryDocument): string | null {
  const total = numberAt(document, "memory.hugepages_total");
  if (total === null) return null;
  const each = numberAt(document, "memory.hugepage_bytes");
  if (total === 0) return t`none`;
  return `${formatCount(total)}${each === null ? "" : t` of ${{ each: formatBytes(each, "binary") }}`}`;
}

function osName(document: InventoryDocument): string | null {
  const pretty = textAt(document, "os.pretty_name");
  return pretty ?? joined([textAt(document, "os.name"), textAt(document, "os.version")], " ");
}

function kernelArguments(document: InventoryDocument): string | null {
  const tokens = at(document, "os.cmdline");
  // The list is empty as well where nobody read them, as on FreeBSD and macOS; the other flag is of Linux's /proc.
  if (Array.isArray(tokens) && tokens.length === 0) {
    const wasRead = isAnswered(document, "os") && booleanAt(document, "os.is_kernel_tainted") !== null;
    return wasRead ? t`none relevant to storage` : null;
  }
  return asText(tokens);
}

function iommu(document: InventoryDocument): string | null {
  const isActive = booleanAt(document, "os.iommu.is_active");
  if (isActive === null) return null;
  const types = Object.entries(recordAt(document, "os.iommu.group_types"));
  if (!isActive) return t`off`;
  return types.length === 0
    ? t`on`
    : t`on: ${{ types: types.map(([type, n]) => `${type} (${asText(n) ?? "?"})`).join(", ") }}`;
}

function moduleParameters(document: InventoryDocument): string | null {
  return joined(
    Object.entries(recordAt(document, "os.module_params")).flatMap(([module, parameters]) =>
      isRecord(parameters)
        ? Object.entries(parameters).map(([name, value]) => `${module}.${name}=${asText(value) ?? "?"}`)
        : [],
    ),
    " ",
  );
}

function services(document: InventoryDocument): string | null {
  return joined(
    Object.entries(recordAt(document, "os.services")).map(
      ([name, state]) => `${name} ${asText(state) ?? "?"}`,
    ),
  );
}
