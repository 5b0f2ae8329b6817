import { expect, test } from "vitest";
import { flatten, foldMachine } from "@/subjects/hosts/parts/machine/fold";
import { machineTwin } from "@/subjects/hosts/parts/machine/twin";
import { linkLabel, measuredLabel, sentence, shareOfCeiling } from "@/subjects/hosts/parts/machine/wording";
import { epyc, link } from "@/test/machine-data";

const plain = (text: string | null) => text?.replaceAll("\u00a0", " ") ?? null;
const boxes = flatten(foldMachine(epyc(), new Set()));
const boxNamed = (title: string) => {
  const box = boxes.find((one) => one.title === title);
  if (box === undefined) throw new Error(`no box ${title}`);
  return box;
};

test.each([
  [link(), "Gen4 x4"],
  [link({ lanes: 2, class: "downgraded-width", severity: "warning" }), "Gen4 x2 of x4"],
  [link({ generation: 3, class: "downgraded-speed", severity: "warning" }), "Gen3 x4 of Gen4"],
  [link({ generation: 1, class: "idle-downshift" }), "Gen1 x4, idle"],
  [
    link({ generation: 3, lanes: 4, class: "port-limited", severity: "info", capable_generation: 3 }),
    "Gen3 x4",
  ],
  [link({ generation: null, gts: 2.5, lanes: null }), "2.5 GT/s"],
  [link({ generation: null, gts: null, lanes: null, class: "unknown" }), "link unknown"],
])("the label of a link says what was trained, and of what", (given, words) => {
  expect(linkLabel(given)).toBe(words);
});

test("the share of a ceiling that is a range is a range", () => {
  const given = link({ ceiling_bytes_per_s: [3_316_000_000, 3_600_000_000] });
  expect(plain(shareOfCeiling(1_800_000_000, given))).toBe("50–54 %");
  expect(plain(shareOfCeiling(3_600_000_000, link()))).toBe("50 %");
  expect(shareOfCeiling(1, link({ ceiling_bytes_per_s: null }))).toBeNull();
});

test("more than the link can carry is a contradiction, never a percentage", () => {
  // The owner of the workstation measured 1562 MB/s over what was recorded as Gen1 x4, which carries 1000 one way.
  const slot3 = link({ rate_bytes_per_s: 1e9, ceiling_bytes_per_s: [842e6, 914e6] });
  expect(shareOfCeiling(1_562_200_000, slot3)).toBe("contradiction");
});

test("what the run moved stands under the link it used", () => {
  expect(plain(measuredLabel(boxNamed("PEX88048 switch")))).toBe("14.0 GB/s · 49 %");
  expect(measuredLabel(boxNamed("nvme4n1"))).toBeNull();
});

test("a box says everything in one sentence", () => {
  expect(plain(sentence(boxNamed("nvme3n1")))).toBe(
    "nvme3n1, drive, PM9A3 1.92 TB, at 46:00.0, slot Bay 3, link Gen4 x2 of x4, degraded: narrower than both ends " +
      "support, warning, measured 3.50 GB/s, ≥ 97 % of the link limit, used by this run.",
  );
});

test("the table twin has a row per box, and its CSV the base units", () => {
  const twin = machineTwin(foldMachine(epyc(), new Set()));
  expect(twin.rows).toHaveLength(boxes.length);
  const row = twin.csv.rows.find((cells) => cells.includes("nvme3n1"));
  expect(row).toContain(3_500_000_000);
  expect(row).toContain("downgraded-width");
  expect(twin.columns).toHaveLength(twin.rows[0]?.length ?? 0);
  expect(twin.csv.header).toHaveLength(twin.csv.rows[0]?.length ?? 0);
});
