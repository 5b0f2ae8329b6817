/** What each drive moved in the best run of its host, as the picture of that run has it. */
import { t } from "@lingui/core/macro";
import type { Machine, MachineNode } from "@/subjects/hosts/parts/machine/machine";

export interface BestPart {
  /** Mean of the run, both directions; null: nothing was sampled of it. */
  bytesPerS: number | null;
  wasUsed: boolean;
}

/** By the kernel's name of the drive. */
export function bestParts(machine: Machine): ReadonlyMap<string, BestPart> {
  const parts = new Map<string, BestPart>();
  const walk = (node: MachineNode) => {
    if (node.kind === "disk") {
      parts.set(node.id, { bytesPerS: node.used_bytes_per_s, wasUsed: node.is_on_path });
    }
    node.children.forEach(walk);
  };
  for (const socket of machine.sockets) socket.roots.forEach(walk);
  machine.unplaced.forEach(walk);
  return parts;
}

/** Why a drive has no share of the best run. */
export function whyNoPart(part: BestPart | undefined, hasRun: boolean): string {
  if (!hasRun) return t`no run with this hardware`;
  if (part === undefined || !part.wasUsed) return t`not used by the best run`;
  return t`the best run has no per-drive samples`;
}
