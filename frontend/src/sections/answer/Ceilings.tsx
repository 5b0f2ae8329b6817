import type { RunAnswer, RunCeiling } from "@/api/types";
import { linearAxis } from "@/charts/linear-axis";
import type { BandwidthUnits } from "@/lib/units";
import { axisUnit, formatBandwidth, formatIops, formatShare, formatSpan, MISSING } from "@/lib/units";
import styles from "@/sections/answer/Ceilings.module.css";
import { Card } from "@/ui/Card";

/** A bar that reaches further than this many times what the axis must show runs off it. */
const HEADROOM = 1.25;
const STATES = {
  touched: "at the limit",
  room: "headroom",
  not_comparable: "not comparable",
  unknown: "unknown",
} as const;
const STAGES: Record<RunCeiling["stage"], string> = {
  rated: "Drives, rated",
  drive_links: "Drive links",
  shared_links: "Shared link",
  sockets: "Between the sockets",
  array: "Array",
  cpu: "CPU of fio",
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
  const moved = first.unit === "IOPS" ? `${format(measured)} IOPS` : format(measured);
  const lows = rows.flatMap(({ low }) => (low === null ? [] : [low]));
  const reach = HEADROOM * Math.max(measured, lows.length > 0 ? Math.min(...lows) : 0);
  const unit = axisUnit(first.unit === "IOPS" ? "1/s" : "bytes/s", reach, units);
  const axis = linearAxis(reach, unit.factor);
  const top = axis.domain[1];
  return (
    <Card
      title="Throughput limit per stage"
      subtitle={`From drive to application. The slowest stage limits the run; this run reached ${moved}.`}
      actions={<Legend />}
      isFlush
    >
      <table className={styles.stages}>
        <thead>
          <tr>
            <th scope="col">Stage</th>
            <th scope="col" className={styles.track}>
              <span className={styles.measured} style={{ left: place(measured, top) }}>
                measured {moved}
              </span>
            </th>
            <th scope="col" className={styles.figure}>
              Limit
            </th>
            <th scope="col" className={styles.figure}>
              Used
            </th>
            <th scope="col">Source</th>
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
                <Bar row={row} top={top} measured={measured} />
              </td>
              <td className={styles.figure}>{carried(row, format)}</td>
              <td className={styles.figure}>{formatShare(row.share)}</td>
              <td className={styles.source}>{row.high === null ? MISSING : row.source}</td>
            </tr>
          ))}
        </tbody>
        {/* A scale for the eye: each row has its figures. */}
        <tfoot aria-hidden="true">
          <tr>
            <td />
            <td className={styles.track}>
              <span className={styles.axis}>
                {axis.ticks.map((tick) => (
                  <span key={tick} style={{ left: place(tick, top) }}>
                    {Number((tick / unit.factor).toPrecision(6))}
                  </span>
                ))}
              </span>
            </td>
            <td className={styles.axisUnit}>{unit.name}</td>
            <td colSpan={2} />
          </tr>
        </tfoot>
      </table>
      <p className={styles.reading}>{reading(rows, format)}</p>
    </Card>
  );
}

function place(value: number, top: number): string {
  return `${Math.min(100, (100 * value) / top)}%`;
}

const LEGEND = [
  ["touched", "at the limit"],
  ["room", "headroom"],
  ["not_comparable", "not comparable"],
  ["unknown", "unknown"],
] as const satisfies readonly (readonly [RunCeiling["state"], string])[];

function Legend() {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {LEGEND.map(([state, word]) => (
        <li key={state} className={styles[state]}>
          <span className={styles.swatch} />
          {word}
        </li>
      ))}
    </ul>
  );
}

/** What the bars say together, in one sentence. */
function reading(rows: readonly RunCeiling[], format: (value: number) => string): string {
  const near = rows.find((row) => row.is_near);
  const isTouched = rows.some(({ state }) => state === "touched");
  const unknown = rows.filter(({ state }) => state === "unknown").map(({ stage }) => STAGES[stage]);
  const free = rows.flatMap((row) =>
    row.state === "room" && row.low !== null ? [{ ...row, low: row.low }] : [],
  );
  const [next] = free.toSorted((a, b) => a.low - b.low);
  if (isTouched) {
    if (next === undefined) return "The next limit after this one is unknown.";
    return `Next known limit: ${STAGES[next.stage]} at ${format(next.low)}.`;
  }
  if (near !== undefined)
    return `${STAGES[near.stage]}: close to its limit; not certain to be the bottleneck.`;
  if (unknown.length > 0) {
    const hatched =
      unknown.length === 1 ? "One stage (hatched) is" : `${unknown.length} stages (hatched) are`;
    return `None of the known stages is the limit. ${hatched} unknown.`;
  }
  return "None of these stages is the limit.";
}

/** What the bar of a stage says. */
function stateWords(row: RunCeiling): string {
  return row.is_near ? "nearly full" : STATES[row.state];
}

/** One figure, or both ends where they differ. */
function carried({ low, high }: RunCeiling, format: (value: number) => string): string {
  if (high === null) return MISSING;
  return (low === null || low === high ? null : formatSpan([low, high], format)) ?? format(high);
}

function Bar({ row, top, measured }: { row: RunCeiling; top: number; measured: number }) {
  const line = <span className={styles.line} style={{ left: place(measured, top) }} aria-hidden="true" />;
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
      <span className={styles.reach} style={{ width: place(row.high, top) }} aria-hidden="true" />
      <span className={styles.fill} style={{ width: place(row.low, top) }} aria-hidden="true" />
      {line}
      <span className={styles.words}>{row.low > top ? `→ ${stateWords(row)}` : stateWords(row)}</span>
    </span>
  );
}
