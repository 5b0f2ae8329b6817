/** The columns of the fleet: those that no listed drive has a value for are left out. */
import type { FleetDrive } from "@/api/types";

const COLUMNS = [
  { name: "Drive", hasValue: () => true },
  { name: "Issues", hasValue: () => true },
  { name: "Firmware", hasValue: ({ firmware }: FleetDrive) => firmware !== null },
  { name: "Slot", hasValue: ({ slot }: FleetDrive) => slot !== null },
  { name: "Link", hasValue: ({ link }: FleetDrive) => link !== null },
  { name: "Temperature", isNumeric: true, hasValue: ({ temperature_c: c }: FleetDrive) => c !== null },
  { name: "Endurance used", isNumeric: true, hasValue: ({ used_pct: used }: FleetDrive) => used !== null },
  { name: "Last single-drive run", hasValue: ({ last_run_id: run }: FleetDrive) => run !== null },
] as const;

export type DriveColumn = (typeof COLUMNS)[number];

/** Returns the columns that say something of at least one of these drives. */
export function listColumns(drives: readonly FleetDrive[]): readonly DriveColumn[] {
  return COLUMNS.filter(({ hasValue }) => drives.some(hasValue));
}
