import { expect, test } from "vitest";
import type { FleetDrive } from "@/api/types";
import { listColumns } from "@/subjects/hosts/fleet/drive-columns";

const UNKNOWN = {
  firmware: null,
  slot: null,
  link: null,
  temperature_c: null,
  used_pct: null,
  last_run_id: null,
};

/** Only what the columns read. */
function names(...drives: Partial<FleetDrive>[]) {
  return listColumns(drives.map((drive) => ({ ...UNKNOWN, ...drive }) as FleetDrive)).map(({ name }) => name);
}

test("a column that no drive has a value for is left out", () => {
  expect(names({}, {})).toEqual(["Drive", "Issues"]);
  expect(names({ slot: "M.2 1" }, { used_pct: 0 })).toEqual(["Drive", "Issues", "Slot", "Endurance used"]);
});
