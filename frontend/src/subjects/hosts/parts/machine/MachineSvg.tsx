import { t } from "@lingui/core/macro";
import { type Box, nameOf } from "@/subjects/hosts/parts/machine/fold";
import type { MachineLayout, PlacedBox, PlacedLink } from "@/subjects/hosts/parts/machine/layout";
import styles from "@/subjects/hosts/parts/machine/MachinePicture.module.css";
import { fitted } from "@/subjects/hosts/parts/machine/text-width";
import { useTreeFocus } from "@/subjects/hosts/parts/machine/use-tree-focus";
import {
  CONTRADICTION,
  fillOf,
  isDegraded,
  kindInWords,
  linkLabel,
  measuredLabel,
  sentence,
  shareOfCeiling,
  shortAddress,
} from "@/subjects/hosts/parts/machine/wording";

interface MachineSvgProps {
  layout: MachineLayout;
  label: string;
  selectedId: string | null;
  onActivate: (id: string) => void;
}

/** The drawing itself. Boxes are the items of a tree: one tab stop, then arrow keys. */
export function MachineSvg({ layout, label, selectedId, onActivate }: MachineSvgProps) {
  const focus = useTreeFocus(layout.boxes, onActivate);
  // What is wrong lies on top of what is used, and that on top of the rest.
  const links = layout.links.toSorted((a, b) => rank(a.box) - rank(b.box));
  return (
    <svg
      data-picture=""
      className={styles.picture}
      width={layout.width}
      height={layout.height}
      // Lets paper shrink it; on the screen it scrolls.
      viewBox={`0 0 ${layout.width} ${layout.height}`}
      role="tree"
      aria-label={t`${label} Use the arrow keys to move, Enter to show details.`}
      onKeyDown={focus.onKeyDown}
    >
      <g aria-hidden="true">
        {links.map((link) => (
          <LinkLine key={link.box.id} link={link} form={layout.form} />
        ))}
        {layout.boxes.map((placed) => (
          <BoxDrawing key={placed.box.id} placed={placed} isSelected={placed.box.id === selectedId} />
        ))}
      </g>
      {/* The items lie over the drawing and have no words of their own: what is read out is the whole sentence. */}
      {layout.boxes.map(({ box, level, x, y, width, height }) => (
        <g
          key={box.id}
          ref={focus.register(box.id)}
          role="treeitem"
          aria-level={level}
          aria-selected={box.id === selectedId}
          aria-expanded={box.kind === "group" ? false : box.children.length > 0 ? true : undefined}
          aria-label={sentence(box)}
          tabIndex={focus.tabIndex(box.id)}
          className={styles.item}
          onFocus={() => focus.onFocus(box.id)}
          onClick={() => onActivate(box.id)}
        >
          <rect
            x={x}
            y={y}
            width={width}
            height={height}
            rx={7}
            className={styles.surface}
            data-transient=""
          />
        </g>
      ))}
      <g ref={markDrawn} />
    </svg>
  );
}

/** Tells screenshots and tests that the picture is there. */
function markDrawn(element: SVGGElement | null) {
  element?.closest("[data-plot]")?.setAttribute("data-ready", "");
}

function rank(box: Box): number {
  return isDegraded(box.link) ? 2 : box.isOnPath ? 1 : 0;
}

function tone(box: Box): string {
  if (isDegraded(box.link)) return "var(--bad)";
  return box.isOnPath ? "var(--s0)" : "var(--line-strong)";
}

/** Wider lines for more lanes, far from proportional: x16 must still fit between two rows. */
function strokeWidth(box: Box, form: MachineLayout["form"]): number {
  const lanes = box.link?.lanes ?? 0;
  const width = lanes >= 16 ? 9 : lanes >= 8 ? 6 : lanes >= 4 ? 3.5 : lanes >= 1 ? 2 : 1.5;
  return form === "list" ? Math.min(3.5, width) : width;
}

function LinkLine({ link, form }: { link: PlacedLink; form: MachineLayout["form"] }) {
  const { box } = link;
  const measured = measuredLabel(box);
  const isBad = isDegraded(box.link);
  const contradicts =
    box.usedBytesPerS !== null &&
    box.link !== null &&
    shareOfCeiling(box.usedBytesPerS, box.link) === CONTRADICTION;
  return (
    <g>
      <path
        d={link.path}
        fill="none"
        stroke={tone(box)}
        strokeWidth={strokeWidth(box, form)}
        strokeOpacity={box.isOnPath || isBad ? 1 : 0.75}
        {...(box.isEmpty ? { strokeDasharray: "4 3" } : {})}
      />
      {box.link !== null && (
        <>
          {isBad && <Warning x={link.labelX} y={link.labelY - 9} />}
          <text
            x={link.labelX + (isBad ? 14 : 0)}
            y={link.labelY}
            className={`${styles.link} ${isBad ? styles.bad : ""}`}
          >
            {linkLabel(box.link)}
          </text>
        </>
      )}
      {measured !== null && (
        <text
          x={link.measuredX}
          y={link.measuredY}
          textAnchor={form === "list" ? "end" : "start"}
          className={`${styles.measured} ${contradicts ? styles.bad : ""}`}
        >
          {measured}
        </text>
      )}
    </g>
  );
}

function Warning({ x, y }: { x: number; y: number }) {
  return (
    <path
      d="M5.5 0L11 10H0Z M5.5 3.4v3.4 M5.5 8.1v.6"
      transform={`translate(${x} ${y})`}
      fill="none"
      stroke="var(--bad)"
      strokeWidth={1.3}
      strokeLinejoin="round"
    />
  );
}

/** Sizes of the two fonts as the style sheet has them, and the width of one character of the third, which are all alike. */
const TITLE_PX = 12.5;
const SUBTITLE_PX = 11.5;
const ADDRESS_PX = 6.5;
const PADDING = 11;

function BoxDrawing({ placed, isSelected }: { placed: PlacedBox; isSelected: boolean }) {
  const { box, x, y, width, height } = placed;
  const address = box.address === null ? "" : shortAddress(box.address);
  const room = width - 2 * PADDING;
  const titleRoom = room - (address === "" ? 0 : address.length * ADDRESS_PX + 8);
  const fill = fillOf(box);
  const isSocket = box.kind === "socket" || box.kind === "unplaced";
  return (
    <>
      <rect
        x={x}
        y={y}
        width={width}
        height={height}
        rx={7}
        fill={isSocket ? "var(--accent-soft)" : "var(--panel)"}
        stroke={isSelected ? "var(--accent)" : tone(box)}
        strokeWidth={isSelected ? 2 : isDegraded(box.link) ? 1.6 : 1}
        {...(box.isEmpty || box.kind === "group" ? { strokeDasharray: "4 3" } : {})}
      />
      <text x={x + PADDING} y={y + 19} className={styles.title}>
        {fitted(nameOf(box), titleRoom, TITLE_PX)}
      </text>
      {address !== "" && (
        <text x={x + width - PADDING} y={y + 19} textAnchor="end" className={styles.address}>
          {address}
        </text>
      )}
      <text x={x + PADDING} y={y + 35} className={styles.subtitle}>
        {fitted(secondLine(box), room, SUBTITLE_PX)}
      </text>
      {fill !== null && (
        <>
          <rect x={x + 3} y={y + height - 5} width={width - 6} height={2.5} rx={1.2} fill="var(--line)" />
          <rect
            x={x + 3}
            y={y + height - 5}
            width={(width - 6) * fill}
            height={2.5}
            rx={1.2}
            fill={tone(box)}
          />
        </>
      )}
    </>
  );
}

/** The slot where it is not the name already, then what the thing is. */
function secondLine(box: Box): string {
  if (box.kind === "group") return box.subtitle ?? t`Press Enter or click to open`;
  if (box.isEmpty) return box.slot === null ? t`${{ box: kindInWords(box) }}, empty` : t`empty`;
  const slot = box.slot !== null && nameOf(box) !== box.slot.name ? box.slot.name : null;
  return [slot, box.subtitle ?? kindInWords(box)].filter((part) => part !== null).join(" · ");
}
