import { expect, test } from "vitest";
import type { FleetDrive } from "@/api/types";
import { foldUnknown } from "@/pages/fleet/unknown-drives";

function drive(name: string, more: Partial<FleetDrive> = {}): FleetDrive {
  return {
    id: name,
    host: { id: "h1", name: "jupiter" },
    name,
    model: null,
    model_id: null,
    firmware: null,
    transport: "sata",
    slot: null,
    size_bytes: 6e12,
    link: null,
    temperature_c: null,
    used_pct: null,
    spare_pct: null,
    media_errors: null,
    critical_warning: null,
    seen_at: "2026-11-20T10:00:00Z",
    last_run_at: null,
    last_run_id: null,
    problems: [],
    firmware_fault: null,
    degraded_arrays: [],
    odd: [],
    ...more,
  };
}

const names = (drives: FleetDrive[]) => foldUnknown(drives).map((group) => group.map(({ name }) => name));

test("drives of one host that tell nothing are one group, others stand alone", () => {
  const other = { id: "h2", name: "saturn" };
  expect(
    names([
      drive("a0", { model: "EXAMPLE 15T" }),
      drive("a1"),
      drive("a2"),
      drive("a3"),
      drive("a4", { size_bytes: 8e11 }),
      drive("b1", { host: other, size_bytes: 8e11 }),
    ]),
  ).toEqual([["a0"], ["a1", "a2", "a3", "a4"], ["b1"]]);
});

test("what needs a look, or was measured by itself, is never among others", () => {
  expect(
    names([
      drive("a1"),
      drive("a2", { problems: ["missing"] }),
      drive("a3"),
      drive("a4", { last_run_id: "r1" }),
      drive("a5", { temperature_c: 40 }),
    ]),
  ).toEqual([["a1"], ["a2"], ["a3"], ["a4"], ["a5"]]);
});

test("two are rows like any other", () => {
  expect(names([drive("a1"), drive("a2")])).toEqual([["a1"], ["a2"]]);
});
