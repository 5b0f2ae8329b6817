import { Marker } from "@/charts/Marker";
import type { SeriesStyle } from "@/charts/series-style";

/** Line, dash and marker of a series, as the plot draws them. */
export function Swatch({ style, hasMarker = true }: { style: SeriesStyle; hasMarker?: boolean }) {
  return (
    <svg width="26" height="10" viewBox="0 0 26 10" aria-hidden="true">
      <line
        x1="0"
        x2="26"
        y1="5"
        y2="5"
        stroke={style.colour}
        strokeWidth="2"
        strokeDasharray={style.dash ?? "none"}
      />
      {hasMarker && <Marker shape={style.marker} colour={style.colour} x={13} y={5} />}
    </svg>
  );
}
