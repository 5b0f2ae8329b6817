import { useEffect, useState } from "react";
import styles from "@/charts/ChartFrame.module.css";
import { Swatch } from "@/charts/Swatch";
import type { Series } from "@/charts/series-style";

export interface TooltipRow {
  series: Series;
  value: string;
  /** What else is known of the value, a line each below it. */
  details?: readonly string[];
}

interface ChartTooltipProps {
  title: string;
  rows: readonly TooltipRow[];
}

/** The values at one place of the plot, in the order of the legend. Spoken too: arrow keys move it. */
export function ChartTooltip({ title, rows }: ChartTooltipProps) {
  const spoken = rows.map(({ series, value, details = [] }) =>
    [`${series.label} ${value}`, ...details].join("; "),
  );
  const sentence = `${title}: ${spoken.join(", ")}`;
  return (
    <div className={styles.tooltip} data-testid="chart-tooltip">
      <div className={styles.tooltipTitle}>{title}</div>
      <table aria-hidden="true">
        <tbody>
          {rows.map(({ series, value, details = [] }) => (
            <tr key={series.key}>
              <td>
                <Swatch style={series.style} />
              </td>
              <td>{series.label}</td>
              <td>
                {value}
                {details.map((detail) => (
                  <small className="block muted tiny regular" key={detail}>
                    {detail}
                  </small>
                ))}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Spoken sentence={sentence} />
    </div>
  );
}

/** A live region is heard only when its text changes after it was there: hence the empty first render. */
function Spoken({ sentence }: { sentence: string }) {
  const [text, setText] = useState("");
  // oxlint-disable-next-line react/set-state-in-effect -- the second render is the point
  useEffect(() => setText(sentence), [sentence]);
  return (
    <span className="visually-hidden" role="status">
      {text}
    </span>
  );
}
