import type { RunAnswer, RunCeiling } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { formatBandwidth, formatIops, formatShare, formatSpan, MISSING } from "@/lib/units";
import styles from "@/sections/answer/Ceilings.module.css";
import { Card } from "@/ui/Card";

/** A bar that reaches further than this many times the longest known need of the axis runs off it. */
const HEADROOM = 1.25;
const STATES = {
  touched: "full: this is a limit",
  room: "room left",
  not_comparable: "stated, not comparable",
  unknown: "not known",
} as const;
const STAGES: Record<RunCeiling["stage"], string> = {
  rated: "Drives, rated",
  drive_links: "Drive links",
  shared_links: "Shared link",
  sockets: "Between the sockets",
  array: "Array",
  cpu: "CPU of this run",
  network: "Network",
  filesystem: "File system",
};

/** What each stage of the data's way can carry, beside what the run moved. A table; each row reads as a sentence. */
export function Ceilings({ rows, units }: { rows: RunAnswer["ceilings"]; units: BandwidthUnits }) {
  const first = rows[0];
  const measured = first?.measured;
  if (first === undefined || measured === null || measured === undefined) return null;
  const format = (value: number) =>
    first.unit === "IOPS" ? formatIops(value) : formatBandwidth(value, units);
  const lows = rows.flatMap(({ low }) => (low === null ? [] : [low]));
  const axis = HEADROOM * Math.max(measured, lows.length > 0 ? Math.min(...lows) : 0);
  return (
    <Card
      title="What each stage can carry"
      subtitle={`In the order the data flows; this run moved ${format(measured)}. The lowest stage decides.`}
      isFlush
    >
      <table className={styles.stages}>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col" className={styles.track}>
              <span className="visually-hidden">State</span>
            </th>
            <th scope="col">Can carry</th>
            <th scope="col">This run</th>
            <th scope="col">Known from</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={`${row.stage}:${row.label}`} className={styles[row.state]}>
              <th scope="row">
                {STAGES[row.stage]}
                <span className={styles.label}>{row.label}</span>
              </th>
              <td className={styles.track}>
                <Bar row={row} axis={axis} measured={measured} />
              </td>
              <td className={styles.figure}>{carried(row, format)}</td>
              <td className={styles.figure}>{formatShare(row.share)}</td>
              <td className={styles.source}>{row.high === null ? MISSING : row.source}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

/** One figure, or both ends where they differ. */
function carried({ low, high }: RunCeiling, format: (value: number) => string): string {
  if (high === null) return MISSING;
  return (low === null || low === high ? null : formatSpan([low, high], format)) ?? format(high);
}

function Bar({ row, axis, measured }: { row: RunCeiling; axis: number; measured: number }) {
  const width = (value: number) => `${Math.min(100, (100 * value) / axis)}%`;
  const line = <span className={styles.line} style={{ left: width(measured) }} aria-hidden="true" />;
  if (row.low === null || row.high === null) {
    return (
      <span className={styles.unknownBar}>
        {line}
        <span className={styles.words}>
          Not known: {row.missing}
          {row.command !== null && (
            <>
              {" · "}
              <code>{row.command}</code>
            </>
          )}
        </span>
      </span>
    );
  }
  return (
    <span className={styles.bar}>
      <span className={styles.reach} style={{ width: width(row.high) }} aria-hidden="true" />
      <span className={styles.fill} style={{ width: width(row.low) }} aria-hidden="true" />
      {line}
      <span className={styles.words}>{row.low > axis ? `→ ${STATES[row.state]}` : STATES[row.state]}</span>
    </span>
  );
}
