/** How the sides of a comparison look, base first: told apart by colour, dash and marker, everywhere alike. */
import { MAX_SERIES, type MarkerShape, type SeriesStyle } from "@/charts/series-style";

/** Orange against blue are the furthest apart; the greenish one comes last, green means better. */
const SLOTS = [1, 0, 3, 4, 5, 6, 7, 2] as const;
const DASHES = ["6 3", undefined, "2 3", "8 3 2 3"] as const;
const MARKERS: readonly MarkerShape[] = ["square", "circle", "triangle", "diamond"];

/** `side`: 0 is base, then the new sides in the order of the address. */
export function sideStyle(side: number): SeriesStyle {
  const slot = SLOTS[side % MAX_SERIES] ?? 0;
  return {
    colour: `var(--s${slot})`,
    dash: DASHES[side % DASHES.length],
    marker: MARKERS[side % MARKERS.length] ?? "circle",
  };
}
