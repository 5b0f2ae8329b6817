import { expect, test } from "vitest";
import { sourceProblems } from "@/subjects/hosts/parts/inventory/document";
import { inventorySections } from "@/subjects/hosts/parts/inventory/facts";

const rowOf = (document: Record<string, unknown>, label: string) =>
  inventorySections(document)
    .flatMap((section) => section.rows)
    .find((row) => row.label === label);

test("a missing value names the source that failed", () => {
  const document = { sources: { dmi: { status: "denied", detail: "needs root" } } };
  expect(rowOf(document, "Vendor")).toEqual({
    label: "Vendor",
    value: null,
    reason: "no permission: needs root",
  });
  expect(rowOf({}, "Vendor")?.reason).toBe("not reported by the agent");
});

test("absent hardware is an answer, a failed reader is not", () => {
  const sources = {
    dmi: { status: "absent" },
    pci: { status: "error", detail: "timeout" },
    os: { status: "ok" },
  };
  expect(sourceProblems({ sources })).toEqual([{ name: "pci", status: "error", detail: "timeout" }]);
});

test.each([
  ["Total", { memory: { total_bytes: 2 ** 36 } }, "64.0\u00a0GiB"],
  ["NUMA nodes", { cpu: { numa: { nodes: [{ id: 0 }, { id: 1 }] } } }, "2"],
  ["Kernel parameters", { os: { cmdline: ["iommu=pt", "quiet"] } }, "iommu=pt quiet"],
  [
    "Kernel parameters",
    { os: { cmdline: [], is_kernel_tainted: false }, sources: { os: { status: "ok" } } },
    "none relevant to storage",
  ],
  ["Kernel parameters", { os: { cmdline: [] }, sources: { os: { status: "ok" } } }, null],
  ["Kernel parameters", { os: { cmdline: [] }, sources: { os: { status: "absent" } } }, null],
  ["Governor", { cpu: { frequency: { governors: { performance: 48 } } } }, "performance"],
  [
    "Governor",
    { cpu: { frequency: { governors: { performance: 40, powersave: 8 } } } },
    "performance (40), powersave (8)",
  ],
  ["Boost", { cpu: { frequency: { boost: false } } }, "off"],
  ["IOMMU", { os: { iommu: { is_active: true, group_types: { identity: 60 } } } }, "on: identity (60)"],
  [
    "C-states",
    {
      cpu: {
        idle: {
          states: [
            { name: "C1", is_disabled: false },
            { name: "C2", is_disabled: true },
          ],
        },
      },
    },
    "C1, C2 (disabled)",
  ],
  [
    "Mitigations",
    { cpu: { mitigations: { mds: "Not affected", retbleed: "Mitigation: untrained" } } },
    "active: retbleed",
  ],
  ["Board", { system: { board: { vendor: "GIGABYTE", product: "MZ72-HB0" } } }, "GIGABYTE MZ72-HB0"],
])("%s from %j", (label, document, value) => {
  expect(rowOf(document, label)?.value).toBe(value);
});

test("memory modules are counted by kind, empty sockets apart", () => {
  const dimm = { size_bytes: 2 ** 35, type: "DDR4", speed_mts: 3200, configured_speed_mts: 2933 };
  const document = { memory: { dimms: [dimm, dimm, { size_bytes: 0 }] } };
  expect(rowOf(document, "Modules")?.value).toBe("2 × 32.0\u00a0GiB DDR4, 2,933 MT/s; 1 empty");
});

test("nodes per socket says when firmware leaves two readings", () => {
  const numa = { nodes_per_socket: 4, nodes_per_socket_is_ambiguous: true };
  expect(rowOf({ cpu: { numa } }, "Nodes per socket")?.value).toMatch(/^4, or L3 as NUMA node/);
});

test("not virtualised is said only by a source that was read", () => {
  const ok = { virtualization: { status: "ok" } };
  expect(rowOf({ virtualized: null, sources: ok }, "Hypervisor")?.value).toBe("not virtualised");
  expect(rowOf({ virtualized: null, sources: {} }, "Hypervisor")?.value).toBeNull();
  expect(rowOf({ virtualized: "kvm" }, "Hypervisor")?.value).toBe("kvm");
});
