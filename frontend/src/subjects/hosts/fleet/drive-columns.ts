/** The columns of the fleet: those that no listed drive has a value for are left out. */
import { t } from "@lingui/core/macro";
import type { FleetDrive } from "@/api/types";

const COLUMNS = [
  { name: t`Drive`, hasValue: () => true },
  { name: t`Issues`, hasValue: () => true },
  { name: t`Firmware`, hasValue: ({ firmware }: FleetDrive) => firmware !== null },
  { name: t`Slot`, hasValue: ({ slot }: FleetDrive) => slot !== null },
  { name: t`Link`, hasValue: ({ link }: FleetDrive) => link !== null },
  { name: t`Temperature`, isNumeric: true, hasValue: ({ temperature_c: c }: FleetDrive) => c !== null },
  { name: t`Endurance used`, isNumeric: true, hasValue: ({ used_pct: used }: FleetDrive) => used !== null },
  { name: t`Last single-drive run`, hasValue: ({ last_run_id: run }: FleetDrive) => run !== null },
] as const;

export type DriveColumn = (typeof COLUMNS)[number];

/** Returns the columns that say something of at least one of these drives. */
export function listColumns(drives: readonly FleetDrive[]): readonly DriveColumn[] {
  return COLUMNS.filter(({ hasValue }) => drives.some(hasValue));
}
