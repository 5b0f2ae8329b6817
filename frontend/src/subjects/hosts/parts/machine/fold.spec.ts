import { expect, test } from "vitest";
import { type Box, flatten, foldMachine, nameOf } from "@/subjects/hosts/parts/machine/fold";
import { drive, epyc, hiddenMachine, laptop, node } from "@/test/machine-data";

const none = new Set<string>();
const outline = (boxes: readonly Box[]): string[] =>
  boxes.flatMap((box) => [nameOf(box), ...outline(box.children).map((line) => `  ${line}`)]);

test("a controller and its drive are one box, a switch port is folded into what hangs on it", () => {
  expect(outline(foldMachine(epyc(), none))).toEqual([
    "Socket 0",
    "  SLOT1",
    "    PEX88048 switch",
    "      nvme0n1",
    "      nvme1n1",
    "      nvme2n1",
    "      nvme3n1",
    "      3 empty ports",
    "  2 other devices",
    "  2 empty ports",
    "Socket 1",
    "  Root port",
    "    nvme4n1",
  ]);
});

test("a folded box keeps address, switch port, slot and link of what it stands for", () => {
  const box = flatten(foldMachine(epyc(), none)).find((one) => one.title === "nvme3n1");
  expect(box).toMatchObject({
    kind: "disk",
    address: "0000:46:00.0",
    port: "0000:42:03.0",
    slot: { name: "Bay 3" },
    subtitle: "PM9A3 1.92 TB",
    link: { lanes: 2 },
    usedBytesPerS: 3_500_000_000,
    isOnPath: true,
  });
});

test("an opened group shows its members, the others stay closed", () => {
  const boxes = flatten(foldMachine(epyc(), new Set(["socket-0/empty"])));
  expect(boxes.map(nameOf)).toContain("SLOT3");
  expect(boxes.map(nameOf)).toContain("3 empty ports");
  expect(boxes.map(nameOf)).not.toContain("2 empty ports");
});

test("a group names what it stands for, slots first", () => {
  const groups = flatten(foldMachine(epyc(), none)).filter((box) => box.kind === "group");
  expect(groups.map((group) => group.members)).toEqual([
    ["0000:42:04.0", "0000:42:05.0", "0000:42:06.0"],
    ["enp97s0f0", "enp97s0f1"],
    ["SLOT3", "Root port"],
  ]);
});

test("without a run nothing but empty ports is folded", () => {
  expect(outline(foldMachine({ ...epyc(), run: null }, none))).toContain("    ConnectX-6");
  expect(outline(foldMachine(laptop(), none))).toEqual(["Socket 0", "  Root port", "    nvme0n1"]);
});

test("a controller with several drives keeps them apart", () => {
  const hba = node("0000:01:00.0", {
    title: "SAS HBA",
    children: [node("sda", { kind: "disk" }), node("sdb", { kind: "disk" })],
  });
  const machine = { ...laptop(), sockets: [], unplaced: [hba, drive("nvme0n1", "0000:02:00.0")] };
  expect(outline(foldMachine(machine, none))).toEqual([
    "Socket unknown",
    "  SAS HBA",
    "    sda",
    "    sdb",
    "  nvme0n1",
  ]);
});

test("a machine that hides everything is its sockets", () => {
  expect(outline(foldMachine(hiddenMachine(), none))).toEqual(["Socket 0"]);
});

test("many drives behind one controller are counted until opened, those of the run are drawn", () => {
  const disks = Array.from({ length: 9 }, (_, i) => node(`da${i}`, { kind: "disk", is_on_path: i === 4 }));
  const hba = node("0000:03:00.0", { title: "SAS adapter", children: disks });
  const machine = { ...laptop(), sockets: [], unplaced: [hba] };
  expect(outline(foldMachine(machine, none)).slice(2)).toEqual(["    da4", "    8 drives"]);
  expect(outline(foldMachine(machine, new Set(["0000:03:00.0/drives"])))).toHaveLength(11);
});
