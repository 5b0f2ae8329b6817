import { expect, test } from "vitest";
import { addresses } from "@/lib/address";
import { pinnedFirst, USUAL_COLUMNS } from "@/subjects/runs/list/column-ids";
import { columnStyle, leastWidth, withPlaces } from "@/subjects/runs/list/column-widths";
import { runColumns } from "@/subjects/runs/list/columns";

const columns = runColumns(
  ["run", "host", "iops"].map((id) => ({ id, factor: null })),
  "decimal",
);
const styleOf = (widths: Readonly<Record<string, number>>, isSideways = false) =>
  new Map(Object.entries(columnStyle(columns, widths, isSideways)));

test("a column keeps the width that it was given, the others share what is left", () => {
  expect(styleOf({ host: 240 }).get("--columns")).toMatch(/^36px minmax\(\S+, 300fr\) 240px minmax\(/);
  expect(styleOf({ host: 240 }, true).get("--columns")).toBe("36px 300px 240px 112px");
  expect(styleOf({ host: 240 }, true).get("--least")).toBe("688px");
});

test("a table is moved sideways when even narrow columns have no room, and pinned ones stay where they began", () => {
  const sizing = { widths: { host: 240 }, isMedium: false };
  expect(leastWidth(columns, sizing)).toBeCloseTo(36 + 180 + 240 + 67.2);
  expect(withPlaces(columns, ["run", "host"], sizing).map(({ left }) => left)).toEqual([36, 336, undefined]);
});

test("pinned columns stand first in their own order; one that is not shown is none", () => {
  expect(pinnedFirst(["run", "host", "iops"], ["iops", "slot"])).toEqual(["iops", "run", "host"]);
  expect(pinnedFirst(USUAL_COLUMNS, [])).toBe(USUAL_COLUMNS);
});

test("widths and pins are in the address; what is none is told", () => {
  const { parse, query } = addresses.runs;
  const { params, problems } = parse({ widths: "run:420,host:5,x", pinned: "host,run" });
  expect(params.widths).toEqual({ run: 420, host: 44 });
  expect(problems).toEqual(["widths=x is not a name and a width in pixels"]);
  expect(query(params)).toBe("pinned=host,run&widths=run:420,host:44");
});
