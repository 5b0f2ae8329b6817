/** How a series looks: colour by identity, dash and marker by direction, so that no meaning hangs on colour alone. */
import { DIRECTIONS, LIMITS } from "@/api/vocabulary.gen";
import type { Direction } from "@/lib/direction";

export type MarkerShape = "circle" | "square" | "triangle" | "diamond";

export interface SeriesStyle {
  /** A CSS colour; a custom property, so that a theme switch redraws nothing. */
  colour: string;
  dash: string | undefined;
  marker: MarkerShape;
}

export interface Series {
  key: string;
  label: string;
  style: SeriesStyle;
}

/** More lines than this cannot be told apart. */
export const MAX_SERIES = LIMITS.maxChartLines;

const BY_DIRECTION: Record<Direction, { dash: string | undefined; marker: MarkerShape }> = {
  read: { dash: undefined, marker: "circle" },
  write: { dash: "6 3", marker: "square" },
  trim: { dash: "2 3", marker: "triangle" },
  mixed: { dash: "8 3 2 3", marker: "diamond" },
};

/**
 * A style per identity. The first result of a direction gets that direction's colour everywhere in the product (read
 * blue, write orange); others take the next free one. Depends on the whole list only, so hiding a line recolours none.
 */
export function assignStyles(
  identities: readonly { key: string; direction: Direction }[],
): Map<string, SeriesStyle> {
  const free = new Set(Array.from({ length: MAX_SERIES }, (_, slot) => slot));
  const slots = new Map<string, number>();
  const seen = new Set<Direction>();
  for (const { key, direction } of identities) {
    if (seen.has(direction)) continue;
    seen.add(direction);
    const slot = DIRECTIONS.indexOf(direction);
    free.delete(slot);
    slots.set(key, slot);
  }
  for (const { key } of identities) {
    if (slots.has(key)) continue;
    const [slot] = free;
    if (slot === undefined) break;
    free.delete(slot);
    slots.set(key, slot);
  }
  return new Map(
    identities.flatMap(({ key, direction }) => {
      const slot = slots.get(key);
      return slot === undefined
        ? []
        : [[key, { colour: `var(--s${slot})`, ...BY_DIRECTION[direction] }] as const];
    }),
  );
}
