/** The machine as the service tells it: sockets, the ports below them, what hangs on the ports. Plain data by props. */

import type { MachineAnswer } from "@/api/types";

export type Gpus = MachineAnswer["gpus"];
export type Gpu = Gpus["gpus"][number];
export type GpuDrives = Gpu["drives"][number];
export type GpuUse = NonNullable<Gpus["use"]>;

export type LinkClass =
  | "full"
  | "downgraded-width"
  | "downgraded-speed"
  | "idle-downshift"
  | "port-limited"
  | "device-limited"
  | "unknown";

/** The link from a node up to its parent. `capable_*` is what both ends can do. */
export interface MachineLink {
  generation: number | null;
  lanes: number | null;
  gts: number | null;
  capable_generation: number | null;
  capable_lanes: number | null;
  class: LinkClass;
  severity: "none" | "info" | "warning";
  seen: "under load" | "idle";
  /** After encoding, one direction. */
  rate_bytes_per_s: number | null;
  /** What of it carries data: a range, because the payload size may be unknown. */
  ceiling_bytes_per_s: readonly number[] | null;
}

export interface MachineSlot {
  name: string;
  source: string;
  is_verified: boolean;
}

export type MachineKind =
  | "root_port"
  | "switch_up"
  | "switch_down"
  | "bridge"
  | "endpoint"
  | "disk"
  | "network";

export interface MachineNode {
  id: string;
  kind: MachineKind;
  title: string;
  subtitle: string | null;
  slot: MachineSlot | null;
  numa_node: number | null;
  is_on_path: boolean;
  link: MachineLink | null;
  /** What the run moved over this hop. */
  used_bytes_per_s: number | null;
  children: readonly MachineNode[];
}

export interface MachineSocket {
  id: number | null;
  title: string;
  model: string | null;
  nodes: readonly number[];
  roots: readonly MachineNode[];
}

export interface Machine {
  sockets: readonly MachineSocket[];
  /** Ports whose socket nobody knows. */
  unplaced: readonly MachineNode[];
  /** Number of ports and drives that are not in the picture. */
  left_out: number;
  run: { id: string; bw_bytes_per_s: number | null; direction: string | null } | null;
  /** Older shares have none. */
  gpus?: Gpus;
}
