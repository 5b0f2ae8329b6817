import type { FleetParams } from "@/lib/address";
import type { FleetQuestion } from "@/subjects/hosts/queries/fleet";

/** What the address asks the service for. */
export function toFleetQuestion({ problem, q, model }: FleetParams): FleetQuestion {
  return { problem: problem === "any" ? null : problem, q, model };
}
