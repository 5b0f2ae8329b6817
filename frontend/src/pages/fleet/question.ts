import type { FleetQuestion } from "@/api/queries/fleet";
import type { FleetParams } from "@/lib/address";

/** What the address asks the service for. */
export function toFleetQuestion({ problem, q, model }: FleetParams): FleetQuestion {
  return { problem: problem === "any" ? null : problem, q, model };
}
