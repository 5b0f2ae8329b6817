import fc from "fast-check";
import { expect, test } from "vitest";
import { inventoryDrives, inventorySections, sourceProblems } from "@/lib/inventory";

const rowOf = (document: Record<string, unknown>, label: string) =>
  inventorySections(document)
    .flatMap((section) => section.rows)
    .find((row) => row.label === label);

test("memory is binary, drives are decimal", () => {
  expect(rowOf({ memory: { total_bytes: 2 ** 36 } }, "Memory")?.value).toBe("64.0\u00a0GiB");
  const [drive] = inventoryDrives({ disks: { sda: { size_bytes: 500_107_862_016, rotational: true } } });
  expect(drive).toMatchObject({ name: "sda", size: "500\u00a0GB", kind: "rotational", model: null });
});

test("NUMA nodes are counted, kernel arguments listed", () => {
  expect(rowOf({ cpu: { numa: { nodes: [{ id: 0 }, { id: 1 }] } } }, "NUMA nodes")?.value).toBe("2");
  expect(rowOf({ os: { cmdline: ["iommu=pt", "quiet"] } }, "Kernel arguments")?.value).toBe("iommu=pt quiet");
});

test("a missing value names the source that failed", () => {
  const document = { sources: { dmi: { status: "denied", detail: "needs root" } } };
  expect(rowOf(document, "Vendor")).toEqual({
    label: "Vendor",
    value: null,
    reason: "dmi: denied, needs root",
  });
  expect(rowOf({}, "Vendor")?.reason).toBe("the agent did not report it");
});

test("absent hardware is an answer, a failed reader is not", () => {
  const sources = {
    dmi: { status: "absent" },
    pci: { status: "error", detail: "timeout" },
    os: { status: "ok" },
  };
  expect(sourceProblems({ sources })).toEqual([{ name: "pci", status: "error", detail: "timeout" }]);
});

test("no document, however strange, breaks the page", () => {
  fc.assert(
    fc.property(
      fc.record({ sources: fc.anything(), disks: fc.anything(), cpu: fc.anything(), memory: fc.anything() }),
      (document) => {
        inventorySections(document);
        inventoryDrives(document);
        sourceProblems(document);
      },
    ),
  );
});
