import { expect, test } from "vitest";
import type { SpecFigure } from "@/api/types";
import { mergeFigures, sheetFigureValue } from "@/subjects/datasheets/parts/sheet-words";

function source(address: string, kind: string): NonNullable<SpecFigure["source"]> {
  return { title: address, address, kind, page: null, dated: null, read_at: "2026-11-22", is_copy: false };
}

function figure(value: number, more: Partial<SpecFigure> = {}): SpecFigure {
  return {
    ...{ metric: "iops", value, unit: "IOPS", claim: "up to", rw: "randread", read_pct: null },
    ...{ percentile: null, bs_bytes: 4096, outstanding: null, workers: null, span: null, state: null },
    ...{ cache: null, scope: "capacity", line: null, source: null, is_contradicted: false, data: null },
    ...{ lba_bytes: null, assumed: [], ...more },
  };
}

test("a figure of two revisions is one with both sources; the maker's come before what others say", () => {
  const merged = mergeFigures([
    figure(450_000, { claim: "at least", source: source("review", "quoted") }),
    figure(460_000, { source: source("first", "maker") }),
    figure(460_000, { source: source("second", "maker") }),
    figure(460_000, { outstanding: 128, source: source("second", "maker") }),
  ]);
  expect(merged.map(({ figure: { value }, sources }) => [value, sources.map(({ title }) => title)])).toEqual([
    [460_000, ["first", "second"]],
    [460_000, ["second"]],
    [450_000, ["review"]],
  ]);
});

test.each([
  ["bw_bytes_per_s", 2_800_000_000, "2.8 GB/s"],
  ["bw_bytes_per_s", 3_425_000_000, "3.425 GB/s"],
  ["lat_ns", 20_000, "20 µs"],
  ["iops", 1_400_000, "1.4M IOPS"],
  ["iops", 1_000_000, "1M IOPS"],
  ["iops", 460_000, "460k IOPS"],
  ["iops", 100, "100 IOPS"],
] as const)("a printed figure has the digits of its source: %s %s", (metric, value, text) => {
  expect(sheetFigureValue(figure(value, { metric })).replaceAll("\u00a0", " ")).toBe(text);
});
