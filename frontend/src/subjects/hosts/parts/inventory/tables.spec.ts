import fc from "fast-check";
import { expect, test } from "vitest";
import { reasonFor, sourceProblems } from "@/subjects/hosts/parts/inventory/document";
import { inventorySections } from "@/subjects/hosts/parts/inventory/facts";
import { inventoryTables } from "@/subjects/hosts/parts/inventory/tables";

test("drives have decimal sizes, and columns that nobody filled are named apart", () => {
  const disks = {
    nvme0n1: {
      size_bytes: 500_107_862_016,
      rotational: false,
      logical_block_bytes: 512,
      physical_block_bytes: 4096,
    },
  };
  const [drives] = inventoryTables({ disks, sources: { disks: { status: "ok" } } });
  expect(drives?.columns.map((column) => column.name)).toEqual(["Drive", "Size", "Kind", "Sector"]);
  expect(drives?.rows[0]?.cells).toEqual(["nvme0n1", "500\u00a0GB", "solid state", "512 of 4,096\u00a0B"]);
  expect(drives?.unknown).toContain("Firmware");
});

test("a drive on PCIe shows its function's link, one behind a controller does not", () => {
  const pci = { "0000:01:00.0": { link: { current_gts: 16, current_lanes: 4 } } };
  const linkOf = (transport: string) => {
    const [drives] = inventoryTables({ pci, disks: { d: { transport, pci: "0000:01:00.0" } } });
    const i = drives?.columns.findIndex((column) => column.name === "Negotiated link") ?? -1;
    return drives?.rows[0]?.cells[i];
  };
  expect(linkOf("pcie")).toBe("16\u00a0GT/s x4");
  expect(linkOf("sata")).toBeUndefined();
});

test("where no agent looked, one reason holds for all", () => {
  const absent = { status: "absent", detail: "not in the demo data" };
  const sources = { disks: { status: "ok" }, dmi: absent, smbios: absent, memory: absent, os: absent };
  expect(reasonFor({ sources }, ["disks"])).toBe("not in the demo data");
  expect(reasonFor({ sources: { ...sources, os: { ...absent, detail: "no OS" } } }, ["disks"])).toBe(
    "not reported by the agent",
  );
});

test("a volume lists its members in order and says when it is degraded", () => {
  const md0 = {
    kind: "md",
    level: "raid0",
    chunk_bytes: 131_072,
    width: 2,
    is_degraded: true,
    state: "clean",
    members: ["b", "a"],
  };
  const [volumes] = inventoryTables({ volumes: { md0 } });
  expect(volumes?.rows[0]?.cells).toEqual(["md0", "md", "raid0", "128\u00a0KiB", "2", "degraded", "b, a"]);
});

test("a list without entries is no table; PCIe functions stay folded", () => {
  const tables = inventoryTables({ disks: {}, network: [], pci: { "0000:00:1f.2": { driver: "ahci" } } });
  expect(tables.map((table) => [table.title, table.isFolded])).toEqual([["PCIe functions", true]]);
});

test("no document, however strange, breaks the page", () => {
  const keys = ["sources", "disks", "cpu", "memory", "os", "pci", "volumes", "network", "moment", "system"];
  fc.assert(
    fc.property(fc.record(Object.fromEntries(keys.map((name) => [name, fc.anything()]))), (document) => {
      inventorySections(document);
      inventoryTables(document);
      sourceProblems(document);
    }),
  );
});
