import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SeriesAnswer } from "@/api/types";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { heatMap } from "@/subjects/runs/explore/heat-map";

interface SmallHeatMapProps {
  answer: SeriesAnswer;
  xTitle: string;
  byTitle: string;
  formatX: (x: number | string) => string;
  formatBy: (value: string | number | boolean | null) => string;
}

/** The cells of a heat map by their colour alone, for a card; the whole one has the figures. */
export function SmallHeatMap({ answer, xTitle, byTitle, formatX, formatBy }: SmallHeatMapProps) {
  const { xs, rows } = heatMap(answer);
  const ends = (names: string[]) =>
    names.length > 1 ? t`${{ first: names[0] ?? "" }} to ${{ last: names.at(-1) ?? "" }}` : names[0];
  return (
    <>
      <div
        className={styles.cells}
        style={{ gridTemplateColumns: `repeat(${xs.length}, 1fr)` }}
        data-testid="small-chart"
        aria-hidden="true"
      >
        {rows.flatMap(({ key, cells }) =>
          cells.map((cell, i) => (
            <span
              key={`${key} ${xs[i]}`}
              style={
                cell === null || "mixed" in cell
                  ? {}
                  : {
                      background: `color-mix(in oklab, var(--accent) ${Math.round(8 + cell.share * 77)}%, var(--panel))`,
                    }
              }
            />
          )),
        )}
      </div>
      <p className="hint">
        <Trans>Columns: {xTitle}</Trans> {ends(xs.map(formatX))}
        <Trans>; rows: {byTitle}</Trans> {ends(rows.map(({ key }) => formatBy(key)))}
      </p>
    </>
  );
}
