/** Machines as the service tells them: a dual-socket server with an HBA, a laptop, a virtual machine that hides all. */
import type { Machine, MachineLink, MachineNode } from "@/subjects/hosts/parts/machine/machine";

export function link(more: Partial<MachineLink> = {}): MachineLink {
  return {
    generation: 4,
    lanes: 4,
    gts: 16,
    capable_generation: 4,
    capable_lanes: 4,
    class: "full",
    severity: "none",
    seen: "under load",
    rate_bytes_per_s: 7_876_923_077,
    ceiling_bytes_per_s: [7_200_000_000, 7_200_000_000],
    ...more,
  };
}

export const linkX16 = (more: Partial<MachineLink> = {}) =>
  link({
    lanes: 16,
    capable_lanes: 16,
    rate_bytes_per_s: 31_507_692_308,
    ceiling_bytes_per_s: [28_810_000_000, 28_810_000_000],
    ...more,
  });

export function node(id: string, more: Partial<MachineNode> = {}): MachineNode {
  return {
    id,
    kind: "endpoint",
    title: id,
    subtitle: null,
    slot: null,
    numa_node: 0,
    is_on_path: false,
    link: null,
    used_bytes_per_s: null,
    children: [],
    ...more,
  };
}

/** A drive as the service gives it: a controller with its one disk. */
export function drive(name: string, address: string, more: Partial<MachineNode> = {}): MachineNode {
  return node(address, {
    title: "NVMe controller",
    link: link(),
    children: [node(name, { kind: "disk", subtitle: "PM9A3 1.92 TB", is_on_path: more.is_on_path ?? false })],
    ...more,
  });
}

const rootPort = (id: string, more: Partial<MachineNode> = {}) =>
  node(id, { kind: "root_port", title: "Root port", ...more });

/** Four drives behind the switch of an HBA on socket 0, one of them trained at half its width, read at 14 GB/s. */
export function epyc(): Machine {
  const onPath = { is_on_path: true };
  const drives = [0, 1, 2, 3].map((i) =>
    node(`0000:42:0${i}.0`, {
      kind: "switch_down",
      title: "Switch port",
      slot: { name: `Bay ${i}`, source: "port", is_verified: true },
      ...onPath,
      children: [
        drive(`nvme${i}n1`, `0000:4${3 + i}:00.0`, {
          ...onPath,
          used_bytes_per_s: 3_500_000_000,
          ...(i === 3
            ? {
                link: link({
                  lanes: 2,
                  class: "downgraded-width",
                  severity: "warning",
                  rate_bytes_per_s: 3_938_461_538,
                  ceiling_bytes_per_s: [3_316_000_000, 3_600_000_000],
                }),
              }
            : {}),
        }),
      ],
    }),
  );
  return {
    sockets: [
      {
        id: 0,
        title: "Socket 0",
        model: "AMD EPYC 7443",
        nodes: [0, 1, 2, 3],
        roots: [
          rootPort("0000:40:01.1", {
            slot: { name: "SLOT1", source: "acpi", is_verified: true },
            ...onPath,
            children: [
              node("0000:41:00.0", {
                kind: "switch_up",
                title: "PEX88048 switch",
                ...onPath,
                link: linkX16(),
                used_bytes_per_s: 14_000_000_000,
                children: [
                  ...drives,
                  ...[4, 5, 6].map((i) => node(`0000:42:0${i}.0`, { kind: "switch_down" })),
                ],
              }),
            ],
          }),
          rootPort("0000:60:03.1", {
            slot: { name: "SLOT2", source: "smbios", is_verified: false },
            children: [
              node("0000:61:00.0", {
                title: "ConnectX-6",
                link: linkX16({ lanes: 8, capable_lanes: 16, class: "port-limited", severity: "info" }),
                children: [node("enp97s0f0", { kind: "network" }), node("enp97s0f1", { kind: "network" })],
              }),
            ],
          }),
          rootPort("0000:40:03.1", { slot: { name: "SLOT3", source: "acpi", is_verified: true } }),
          rootPort("0000:40:03.2"),
        ],
      },
      {
        id: 1,
        title: "Socket 1",
        model: "AMD EPYC 7443",
        nodes: [4, 5, 6, 7],
        roots: [rootPort("0000:c0:01.1", { numa_node: 4, children: [drive("nvme4n1", "0000:c1:00.0")] })],
      },
    ],
    unplaced: [],
    left_out: 0,
    run: { id: "run-1", bw_bytes_per_s: 14_000_000_000, direction: "read" },
  };
}

export function laptop(): Machine {
  const slow = link({
    generation: 3,
    gts: 8,
    capable_generation: 3,
    class: "port-limited",
    severity: "info",
  });
  return {
    sockets: [
      {
        id: 0,
        title: "Socket 0",
        model: "Core i7-1185G7",
        nodes: [0],
        roots: [rootPort("0000:00:1d.0", { children: [drive("nvme0n1", "0000:01:00.0", { link: slow })] })],
      },
    ],
    unplaced: [],
    left_out: 0,
    run: null,
  };
}

export function hiddenMachine(): Machine {
  return {
    sockets: [{ id: 0, title: "Socket 0", model: "Virtual CPU", nodes: [0], roots: [] }],
    unplaced: [],
    left_out: 0,
    run: null,
  };
}
