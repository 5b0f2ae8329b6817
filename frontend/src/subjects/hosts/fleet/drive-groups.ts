/** Drives without an issue, by model: the rows of many alike would say one thing many times. */
import { t } from "@lingui/core/macro";
import type { FleetDrive } from "@/api/types";

/** Fewer are rows like any other. */
const MIN_FOLDED = 3;

/**
 * Groups drives of one model wherever they are, and those of unknown model by host. A group stands where its first
 * drive came; a drive with an issue stands alone.
 */
export function groupDrives(drives: readonly FleetDrive[]): FleetDrive[][] {
  const groups = [...Map.groupBy(drives, keyOf).values()];
  return groups.flatMap((group) => (group.length < MIN_FOLDED ? group.map((drive) => [drive]) : [group]));
}

function keyOf({ id, host, model_id: model, problems, odd, firmware_fault: fault }: FleetDrive): string {
  if (problems.length > 0 || odd.length > 0 || fault !== null) return t`drive ${id}`;
  return model === null ? t`host ${{ id: host.id }}` : t`model ${model}`;
}

/** The hosts that drives are in, each once. */
export function hostsOf(drives: readonly FleetDrive[]): FleetDrive["host"][] {
  return [...new Map(drives.map(({ host }) => [host.id, host])).values()];
}

/** What all drives of a group have, each value once; what nothing says is left out. */
export function valuesOf<Value>(
  drives: readonly FleetDrive[],
  read: (drive: FleetDrive) => Value | null,
): Value[] {
  return [...new Set(drives.map(read))].filter((value) => value !== null);
}
