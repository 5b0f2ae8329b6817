import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo } from "react";
import type { SeriesAnswer } from "@/api/types";
import { formatMetric, metricOf } from "@/lib/metrics";
import { type BandwidthUnits, MISSING } from "@/lib/units";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { type HeatGrid, heatMap, inOneUnit } from "@/subjects/runs/explore/heat-map";

interface HeatMapProps {
  answer: SeriesAnswer;
  title: string;
  byTitle: string;
  formatX: (x: number | string) => string;
  formatBy: (value: string | number | boolean | null) => string;
  units: BandwidthUnits;
}

/** A metric over two factors: the value in every cell, one hue, more colour for more. */
export function HeatMap({ answer, title, byTitle, formatX, formatBy, units }: HeatMapProps) {
  const map = useMemo(() => heatMap(answer), [answer]);
  const metric = metricOf(answer.metric);
  const format =
    inOneUnit(map, answer.unit, units) ??
    ((value: number) => (metric === null ? MISSING : formatMetric(metric, value, units)));
  return (
    <figure data-testid="chart-heat-map">
      <figcaption className={styles.changes}>
        <h2>{title}</h2>
        <p className="hint">{describeMarks(map)}</p>
      </figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section className={styles.heat} tabIndex={0} aria-label={t`${title}, scrolls sideways`}>
        <table>
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">{byTitle}</th>
              {map.xs.map((x) => (
                <th key={String(x)} scope="col">
                  {formatX(x)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {map.rows.map((row) => (
              <tr key={JSON.stringify(row.key)}>
                <th scope="row">{formatBy(row.key)}</th>
                {row.cells.map((cell, i) => (
                  <Cell key={String(map.xs[i])} cell={cell} format={format} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </figure>
  );
}

/** Says what the marks in the cells mean, of those that occur. */
function describeMarks({ rows }: HeatGrid): string {
  const cells = rows.flatMap((row) => row.cells);
  const has = (is: (cell: HeatGrid["rows"][number]["cells"][number]) => boolean) => cells.some(is);
  return [
    has((cell) => cell !== null && "n" in cell && cell.n > 1)
      ? t`Median of each cell, n in brackets if above 1`
      : t`One run per cell`,
    ...(has((cell) => cell !== null && "mixed" in cell) ? [t`“mixed”: several configurations`] : []),
    ...(has((cell) => cell === null) ? [t`–: no run`] : []),
  ].join("; ");
}

interface CellProps {
  cell: HeatGrid["rows"][number]["cells"][number];
  format: (value: number) => string;
}

function Cell({ cell, format }: CellProps) {
  if (cell === null) return <td className={styles.none}>{MISSING}</td>;
  if ("mixed" in cell) {
    return (
      <td className={styles.none} title={t`Several configurations: no common median`}>
        <Trans>
          mixed <small>({ph({ mixed: cell.mixed })})</small>
        </Trans>
      </td>
    );
  }
  return (
    <td
      style={{
        background: `color-mix(in oklab, var(--accent) ${Math.round(8 + cell.share * 77)}%, var(--panel))`,
        color: cell.share > 0.5 ? "var(--panel)" : "var(--ink)",
      }}
    >
      {format(cell.value)}
      {cell.n > 1 && <small> ({cell.n})</small>}
    </td>
  );
}
