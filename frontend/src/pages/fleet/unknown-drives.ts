/** Drives of which little more than the name is known: those of a host together, since their rows would say nothing. */
import type { FleetDrive } from "@/api/types";

/** Fewer are rows like any other. */
const MIN_FOLDED = 3;

/** Drives as they came, in groups: of several only where they stand side by side and nothing tells them apart. */
export function foldUnknown(drives: readonly FleetDrive[]): FleetDrive[][] {
  const groups: FleetDrive[][] = [];
  for (const drive of drives) {
    const group = groups.at(-1);
    const first = group?.[0];
    if (group !== undefined && first !== undefined && isAlike(first, drive)) group.push(drive);
    else groups.push([drive]);
  }
  return groups.flatMap((group) => (group.length < MIN_FOLDED ? group.map((drive) => [drive]) : [group]));
}

function isAlike(one: FleetDrive, other: FleetDrive): boolean {
  return (
    [one, other].every(isUnknown) && one.host.id === other.host.id && one.last_run_id === other.last_run_id
  );
}

function isUnknown({ model, firmware, slot, link, temperature_c, used_pct, problems }: FleetDrive): boolean {
  const told = [model, firmware, slot, link, temperature_c, used_pct];
  return problems.length === 0 && told.every((one) => one === null);
}
