/** Where each box and line of the picture goes, in pixels. Two forms: columns from left to right, and an indented list. */
import { hierarchy, tree } from "d3-hierarchy";
import type { Box } from "@/subjects/hosts/parts/machine/fold";
import { isDegraded, linkLabel, measuredLabel } from "@/subjects/hosts/parts/machine/wording";

export interface PlacedBox {
  box: Box;
  parent: Box | null;
  /** 1 for a socket. */
  level: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface PlacedLink {
  box: Box;
  /** SVG path from the parent's box to this one. */
  path: string;
  /** Where the trained link is written; what was measured comes below (columns) or after it (list). */
  labelX: number;
  labelY: number;
  measuredX: number;
  measuredY: number;
}

export interface MachineLayout {
  form: "columns" | "list";
  width: number;
  height: number;
  boxes: PlacedBox[];
  links: PlacedLink[];
}

const BOX = { width: 158, height: 46 };
/** Between two columns: never less than the bends of the lines need, never so much that the eye loses the line. */
const GAP = { least: 44, most: 200 };
/** Pixels per character of the labels on a line, rounded up. */
const LABEL_PX = 6.3;
const ROW = 62;
const MARGIN = 10;
const CORNER = 8;
/** From the parent's edge to the vertical part of a line. */
const STEM = 14;
/** Columns below this width would need more scrolling than a list. */
const MIN_COLUMNS_WIDTH = 720;
const INDENT = 16;
/** A list needs this much for its names, whatever the screen has. */
const MIN_LIST_WIDTH = 300;
const LIST_LABEL = 20;
const LIST_GAP = 10;

export function layoutMachine(sockets: readonly Box[], availableWidth: number): MachineLayout {
  return availableWidth < MIN_COLUMNS_WIDTH ? listLayout(sockets, availableWidth) : columnLayout(sockets);
}

interface TreeItem {
  box: Box | null;
  children: TreeItem[];
}

function columnLayout(sockets: readonly Box[]): MachineLayout {
  const item = (box: Box): TreeItem => ({ box, children: box.children.map(item) });
  // An invisible root holds the sockets together; a little more room where two branches meet.
  const root = tree<TreeItem>()
    .nodeSize([ROW, 1])
    .separation((a, b) => (a.parent === b.parent ? 1 : a.depth === 2 ? 1.3 : 1.1))(
    hierarchy<TreeItem>({ box: null, children: sockets.map(item) }),
  );
  const nodes = root.descendants();
  const top = Math.min(...nodes.map((node) => node.x));
  const left = columnEdges(nodes);
  const boxes: PlacedBox[] = [];
  const links: PlacedLink[] = [];
  for (const node of nodes) {
    const { box } = node.data;
    if (box === null) continue;
    const x = left[node.depth] ?? MARGIN;
    const y = MARGIN + node.x - top;
    const parent = node.parent?.data.box ?? null;
    boxes.push({ box, parent, level: node.depth, x, y, ...BOX });
    if (parent === null || node.parent === null) continue;
    const from = {
      x: (left[node.depth - 1] ?? MARGIN) + BOX.width,
      y: MARGIN + node.parent.x - top + BOX.height / 2,
    };
    const to = { x, y: y + BOX.height / 2 };
    const labelX = from.x + STEM + CORNER;
    links.push({
      box,
      path: elbow(from, to),
      labelX,
      labelY: to.y - 9,
      measuredX: labelX,
      measuredY: to.y + 17,
    });
  }
  return { form: "columns", ...extent(boxes), boxes, links };
}

/** Where each column begins: as far right of the one before as the labels between them are long. */
function columnEdges(nodes: readonly { depth: number; data: TreeItem }[]): number[] {
  const edges = [0, MARGIN];
  const deepest = Math.max(0, ...nodes.map((node) => node.depth));
  for (let depth = 2; depth <= deepest; depth++) {
    const labels = nodes.flatMap(({ depth: at, data }) =>
      at === depth && data.box !== null ? labelsOf(data.box) : [],
    );
    const longest = Math.max(0, ...labels.map((label) => label.length));
    const gap = Math.min(GAP.most, Math.max(GAP.least, longest * LABEL_PX + STEM + CORNER + 8));
    edges.push((edges[depth - 1] ?? MARGIN) + BOX.width + gap);
  }
  return edges;
}

function labelsOf(box: Box): string[] {
  if (box.link === null) return [];
  // The mark of a warning takes the room of two characters.
  return [`${isDegraded(box.link) ? "  " : ""}${linkLabel(box.link)}`, measuredLabel(box) ?? ""];
}

/** One box under the other, as wide as the screen, its link written above it. */
function listLayout(sockets: readonly Box[], availableWidth: number): MachineLayout {
  const width = Math.max(MIN_LIST_WIDTH, availableWidth);
  const boxes: PlacedBox[] = [];
  const links: PlacedLink[] = [];
  let y = MARGIN;
  const place = (box: Box, above: PlacedBox | null) => {
    const level = (above?.level ?? 0) + 1;
    const x = MARGIN + (level - 1) * INDENT;
    if (box.link !== null) y += LIST_LABEL;
    const placed = {
      box,
      parent: above?.box ?? null,
      level,
      x,
      y,
      width: width - x - MARGIN,
      height: BOX.height,
    };
    boxes.push(placed);
    if (above !== null) {
      const from = { x: above.x + INDENT / 2, y: above.y + above.height };
      const to = { x, y: y + BOX.height / 2 };
      links.push({
        box,
        path: `M${from.x} ${from.y}V${to.y}H${to.x}`,
        labelX: x + 2,
        labelY: y - 6,
        measuredX: width - MARGIN,
        measuredY: y - 6,
      });
    }
    y += BOX.height + LIST_GAP;
    for (const child of box.children) place(child, placed);
  };
  for (const socket of sockets) place(socket, null);
  return { form: "list", width, height: y - LIST_GAP + MARGIN, boxes, links };
}

/** Out of the parent, up or down with round corners, and into the child. */
function elbow(from: { x: number; y: number }, to: { x: number; y: number }): string {
  const middle = from.x + STEM;
  const rise = to.y - from.y;
  const corner = Math.min(CORNER, Math.abs(rise) / 2);
  const sign = Math.sign(rise);
  if (rise === 0) return `M${from.x} ${from.y}H${to.x}`;
  return (
    `M${from.x} ${from.y}H${middle - corner}Q${middle} ${from.y} ${middle} ${from.y + sign * corner}` +
    `V${to.y - sign * corner}Q${middle} ${to.y} ${middle + corner} ${to.y}H${to.x}`
  );
}

function extent(boxes: readonly PlacedBox[]): { width: number; height: number } {
  const right = Math.max(0, ...boxes.map((box) => box.x + box.width));
  const bottom = Math.max(0, ...boxes.map((box) => box.y + box.height));
  return { width: right + MARGIN, height: bottom + MARGIN };
}
