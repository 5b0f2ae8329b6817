import { expect, test } from "vitest";
import type { FleetDrive } from "@/api/types";
import { groupDrives } from "@/subjects/hosts/fleet/drive-groups";

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

const names = (drives: FleetDrive[]) => groupDrives(drives).map((group) => group.map(({ name }) => name));

test("drives of one model are one group in whatever hosts, those of unknown model by host", () => {
  const other = { id: "h2", name: "saturn" };
  const example = { model: "EXAMPLE 15T", model_id: "example-15t" };
  expect(
    names([
      drive("a0", example),
      drive("a1"),
      drive("a2", { temperature_c: 40 }),
      drive("b0", { ...example, host: other }),
      drive("a3"),
      drive("b1", { host: other }),
      drive("b2", { ...example, host: other }),
    ]),
  ).toEqual([["a0", "b0", "b2"], ["a1", "a2", "a3"], ["b1"]]);
});

test("a drive with an issue stands alone", () => {
  const drives = [drive("a1"), drive("a2"), drive("a3", { problems: ["missing"] }), drive("a4")];
  expect(names([...drives, drive("a5", { firmware_fault: "lose data" })])).toEqual([
    ["a1", "a2", "a4"],
    ["a3"],
    ["a5"],
  ]);
});

test("two are rows like any other", () => {
  expect(names([drive("a1"), drive("a2")])).toEqual([["a1"], ["a2"]]);
});
