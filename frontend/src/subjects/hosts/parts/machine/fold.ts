/**
 * From the machine's tree to the boxes of the picture: two ends of one thing become one box, and what is unused becomes
 * one line. Nothing is lost: a folded port stays in the details of the box, a group opens.
 */
import { plural, t } from "@lingui/core/macro";
import type {
  Machine,
  MachineKind,
  MachineLink,
  MachineNode,
  MachineSlot,
} from "@/subjects/hosts/parts/machine/machine";

export type BoxKind = MachineKind | "socket" | "unplaced" | "group";

export interface Box {
  id: string;
  kind: BoxKind;
  title: string;
  subtitle: string | null;
  /** PCI address of a function; null for a socket, a group, a disk behind a controller. */
  address: string | null;
  /** The downstream port of a switch that was folded into this box. */
  port: string | null;
  slot: MachineSlot | null;
  numaNode: number | null;
  isOnPath: boolean;
  link: MachineLink | null;
  usedBytesPerS: number | null;
  /** A port with nothing in it. */
  isEmpty: boolean;
  /** Of a group: what it stands for. */
  members: readonly string[];
  children: Box[];
}

const PORTS: ReadonlySet<BoxKind> = new Set(["root_port", "switch_up", "switch_down", "bridge"]);

/** `opened` holds the ids of the groups that the reader opened. */
export function foldMachine(machine: Machine, opened: ReadonlySet<string>): Box[] {
  const hasRun = machine.run !== null;
  const sockets = machine.sockets.map((socket, i) => ({
    ...plainBox(`socket-${socket.id ?? `unknown-${i}`}`, "socket", socket.title, socketWords(socket)),
    isOnPath: socket.roots.some((root) => root.is_on_path),
    roots: socket.roots,
  }));
  if (machine.unplaced.length > 0) {
    sockets.push({
      ...plainBox("unplaced", "unplaced", t`Socket unknown`, t`NUMA node unknown`),
      isOnPath: machine.unplaced.some((root) => root.is_on_path),
      roots: machine.unplaced,
    });
  }
  return sockets.map(({ roots, ...socket }) => ({
    ...socket,
    children: grouped(socket.id, roots.map(fold), hasRun, opened),
  }));

  function fold(node: MachineNode): Box {
    const only = node.children.length === 1 ? node.children[0] : undefined;
    // A controller and its one drive, or its one port of a network card, are one thing to the reader.
    if (node.kind === "endpoint" && only !== undefined && only.link === null && only.children.length === 0) {
      return {
        ...boxOf(node),
        kind: only.kind,
        title: titleOf(only),
        subtitle: withoutName(only) ?? node.title,
        slot: node.slot ?? only.slot,
        isOnPath: node.is_on_path || only.is_on_path,
        usedBytesPerS: node.used_bytes_per_s ?? only.used_bytes_per_s,
      };
    }
    // The lower port of a switch and what hangs on it are the two ends of one link.
    if (node.kind === "switch_down" && only !== undefined) {
      const end = fold(only);
      return {
        ...end,
        port: end.port ?? node.id,
        slot: end.slot ?? node.slot,
        isOnPath: end.isOnPath || node.is_on_path,
      };
    }
    return {
      ...boxOf(node),
      children: grouped(node.id, node.children.map(fold), hasRun && node.is_on_path, opened),
    };
  }
}

function boxOf(node: MachineNode): Box {
  return {
    ...plainBox(node.id, node.kind, titleOf(node), withoutName(node)),
    address: isAddress(node.id) ? node.id : null,
    slot: node.slot,
    numaNode: node.numa_node,
    isOnPath: node.is_on_path,
    link: node.link,
    usedBytesPerS: node.used_bytes_per_s,
    isEmpty: PORTS.has(node.kind) && node.children.length === 0,
  };
}

/** A drive is called as the kernel and fio call it; its model stands below. */
function titleOf({ kind, id, title }: MachineNode): string {
  return kind === "disk" ? id : title;
}

/** The words below the title, without repeating it or the address that stands beside it. */
function withoutName(node: MachineNode): string | null {
  const words = [node.title, ...(node.subtitle?.split(" · ") ?? [])].filter(
    (word) => word !== node.id && word !== titleOf(node),
  );
  return words.length === 0 ? null : words.join(" · ");
}

function plainBox(id: string, kind: BoxKind, title: string, subtitle: string | null): Box {
  return {
    id,
    kind,
    title,
    subtitle,
    address: null,
    port: null,
    slot: null,
    numaNode: null,
    isOnPath: false,
    link: null,
    usedBytesPerS: null,
    isEmpty: false,
    members: [],
    children: [],
  };
}

/** More drives behind one controller than this are counted, not drawn. */
const MAX_ALIKE = 6;

/**
 * Empty ports become one box; so do many drives behind one controller and, beside a run's path, what the run did not
 * use. One alone stays as it is.
 */
function grouped(parent: string, boxes: Box[], foldsUnused: boolean, opened: ReadonlySet<string>): Box[] {
  const idle = boxes.filter((box) => !box.isOnPath);
  const empty = idle.filter((box) => box.isEmpty);
  const alike = idle.filter((box) => box.kind === "disk" && box.link === null);
  const aside = foldsUnused ? idle.filter((box) => !box.isEmpty) : [];
  const asideDevices = aside.flatMap(devices);
  const slots = empty.flatMap((box) => (box.slot === null ? [] : [box.slot.name]));
  const candidates = [
    {
      replaces: aside,
      isWorthIt: asideDevices.length > 1,
      group: groupBox(
        `${parent}/aside`,
        plural({ asideDevices: asideDevices.length }, { one: "# other device", other: "# other devices" }),
        t`not used by this run`,
        asideDevices,
      ),
    },
    {
      replaces: alike,
      isWorthIt: !foldsUnused && alike.length > MAX_ALIKE,
      group: groupBox(
        `${parent}/drives`,
        plural({ alike: alike.length }, { one: "# drive", other: "# drives" }),
        t`behind this controller`,
        alike,
      ),
    },
    {
      replaces: empty,
      isWorthIt: empty.length > 1,
      group: {
        ...groupBox(
          `${parent}/empty`,
          plural({ empty: empty.length }, { one: "# empty port", other: "# empty ports" }),
          slots.join(", ") || null,
          empty,
        ),
        isEmpty: true,
      },
    },
  ].filter(({ isWorthIt, group }) => isWorthIt && !opened.has(group.id));
  const replaced = new Set(candidates.flatMap(({ replaces }) => replaces));
  return [...boxes.filter((box) => !replaced.has(box)), ...candidates.map(({ group }) => group)];
}

function groupBox(id: string, title: string, subtitle: string | null, members: readonly Box[]): Box {
  return { ...plainBox(id, "group", title, subtitle), members: members.map(nameOf) };
}

/** The ends of a branch. */
function devices(box: Box): Box[] {
  return box.children.length === 0 ? [box] : box.children.flatMap(devices);
}

/** What a box is called first: the slot where it has one, since that is what stands on the board. */
export function nameOf(box: Box): string {
  return PORTS.has(box.kind) && box.slot !== null ? box.slot.name : box.title;
}

function socketWords({ model, nodes }: { model: string | null; nodes: readonly number[] }): string | null {
  if (nodes.length === 0) return model;
  const list = nodes.join(", ");
  return plural({ nodes: nodes.length }, { one: `NUMA node ${list}`, other: `NUMA nodes ${list}` });
}

function isAddress(id: string): boolean {
  return /^[0-9a-f]{4,8}:[0-9a-f]{2}:[01][0-9a-f]\.[0-7]$/.test(id);
}

/** All boxes, parents before children, top to bottom. */
export function flatten(boxes: readonly Box[]): Box[] {
  return boxes.flatMap((box) => [box, ...flatten(box.children)]);
}
