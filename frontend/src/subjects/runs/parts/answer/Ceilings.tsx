import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { RunAnswer, RunCeiling } from "@/api/types";
import { linearAxis } from "@/charts/linear-axis";
import type { BandwidthUnits } from "@/lib/units";
import { axisUnit, formatBandwidth, formatIops, formatShare, formatSpan } from "@/lib/units";
import styles from "@/subjects/runs/parts/answer/Ceilings.module.css";
import { HostCommand } from "@/ui/AgentProgram";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";

/** The axis shows this many times what it must, and each limit up to that many times; others run off it. */
const [HEADROOM, FARTHEST] = [1.25, 4];
/** A run that is further above a limit than this shows that the limit is recorded wrong. */
const MAX_SHARE = 1.1;
const STATES = {
  touched: t`at the limit`,
  wrong: t`limit recorded wrong`,
  room: t`below the limit`,
  not_comparable: t`other or unknown conditions`,
} as const;
type State = keyof typeof STATES;
const DRAWN = ["touched", "wrong", "room", "not_comparable"] as const satisfies readonly State[];
const STAGES: Record<RunCeiling["stage"], string> = {
  rated: t`Drive rating`,
  drive_links: t`Drive links`,
  shared_links: t`Shared link`,
  sockets: t`Between the sockets`,
  array: t`Array`,
  gpu: t`GPU link`,
  cpu: t`fio CPU`,
  network: t`Network`,
  filesystem: t`File system`,
};

interface Known extends RunCeiling {
  low: number;
  high: number;
}

/** What each stage of the data's way can carry, beside what the run moved; stages without a limit in one line. */
export function Ceilings({ rows, units }: { rows: RunAnswer["ceilings"]; units: BandwidthUnits }) {
  const first = rows[0];
  const measured = first?.measured;
  if (first === undefined || measured === null || measured === undefined) return null;
  const format = (value: number) =>
    first.unit === "IOPS" ? formatIops(value) : formatBandwidth(value, units);
  const inUnit = (value: number) => (first.unit === "IOPS" ? `${format(value)} IOPS` : format(value));
  const moved = inUnit(measured);
  const known = rows.flatMap((row) =>
    row.low === null || row.high === null ? [] : [{ ...row, low: row.low, high: row.high }],
  );
  const unknown = rows.filter(({ low, high }) => low === null || high === null);
  const shown = Math.max(measured, known.length > 0 ? Math.min(...known.map(({ low }) => low)) : 0);
  const reach = Math.max(
    HEADROOM * shown,
    ...known.map(({ high }) => high).filter((high) => high <= FARTHEST * shown),
  );
  const summary = reading(known, inUnit);
  const unit = axisUnit(first.unit === "IOPS" ? "1/s" : "bytes/s", reach, units);
  const axis = linearAxis(reach, unit.factor);
  const top = axis.domain[1];
  return (
    <Card
      title={t`Throughput limit per stage`}
      subtitle={t`From drive to application`}
      actions={<Legend states={new Set(known.map(stateOf))} />}
      isFlush
    >
      {known.length > 0 && (
        <table className={styles.stages}>
          <thead>
            <tr>
              <th scope="col">
                <Trans>Stage</Trans>
              </th>
              <th scope="col" className={styles.track}>
                <span className={styles.measured} style={{ left: place(measured, top) }}>
                  <Trans>measured {moved}</Trans>
                </span>
              </th>
              <th scope="col" className={styles.figure}>
                <Trans>Limit</Trans>
              </th>
              <th scope="col" className={styles.figure}>
                <Trans>Used</Trans>
              </th>
              <th scope="col">
                <Trans>Source</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {known.map((row) => (
              <tr key={`${row.stage}:${row.label}`} className={styles[stateOf(row)]}>
                <th scope="row">
                  {STAGES[row.stage]}
                  <span className={styles.label}>{row.label}</span>
                </th>
                <td className={styles.track}>
                  <Bar row={row} top={top} measured={measured} />
                </td>
                <td className={styles.figure}>{carried(row, format)}</td>
                <td className={styles.figure}>
                  {stateOf(row) === "not_comparable" ? (
                    <Missing reason={t`the conditions of this limit differ or are unknown`} />
                  ) : (
                    used(row)
                  )}
                </td>
                <td className={styles.source}>{row.source}</td>
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
      )}
      {summary !== null && <p className={styles.reading}>{summary}</p>}
      {unknown.length > 0 && (
        <details className={styles.unknown}>
          <summary>
            <Trans>
              <Plural value={{ unknown: unknown.length }} one="# stage" other="# stages" /> unknown:{" "}
              {{ stages: unknown.map(({ stage }) => STAGES[stage]).join(" · ") }}
            </Trans>
          </summary>
          <ul className="anywhere above-4">
            {unknown.map(({ stage, label, missing, command }) => (
              <li key={`${stage}:${label}`}>
                <b>{STAGES[stage]}</b>: {missing}
                {command !== null && (
                  <>
                    {" · "}
                    <HostCommand text={command} />
                  </>
                )}
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}

function place(value: number, top: number): string {
  return `${Math.min(100, (100 * value) / top)}%`;
}

/** The states that are drawn, each with its look. */
function Legend({ states }: { states: ReadonlySet<State> }) {
  return (
    <ul className={styles.legend} aria-hidden="true">
      {DRAWN.filter((state) => states.has(state)).map((state) => (
        <li key={state} className={styles[state]}>
          <span className={styles.swatch} />
          {STATES[state]}
        </li>
      ))}
    </ul>
  );
}

/** Returns how a bar is drawn: a limit that the run passed by far is none. */
function stateOf({ state, share }: Known): State {
  if (state === "unknown") return "not_comparable";
  return state === "touched" && share !== null && share > MAX_SHARE ? "wrong" : state;
}

/** What the bars say together, in one sentence; null where each row says all there is. */
function reading(rows: readonly Known[], format: (value: number) => string): string | null {
  if (rows.length === 0) return t`No stage has a known limit.`;
  const wrong = rows.find((row) => stateOf(row) === "wrong");
  if (wrong !== undefined)
    return t`${{ stage: STAGES[wrong.stage] }}: above its recorded limit, so the record is wrong or the data took another path.`;
  if (rows.some(({ state }) => state === "touched")) {
    const next = rows
      .filter(({ state, low, measured }) => state !== "touched" && low > (measured ?? 0))
      .toSorted((a, b) => a.low - b.low)[0];
    if (next === undefined) return t`The next limit after this one is unknown.`;
    const other = next.state === "room" ? "" : `, ${STATES.not_comparable}`;
    return t`Next known limit: ${{ low: format(next.low) }} (${{ stage: STAGES[next.stage] }}${other}).`;
  }
  const near = rows.find((row) => row.is_near);
  if (near !== undefined)
    return t`${{ stage: STAGES[near.stage] }}: close to the limit, but not certain to be the bottleneck.`;
  return null;
}

/** What the bar of a stage says. */
function stateWords(row: Known): string {
  return row.is_near ? t`close to the limit` : STATES[stateOf(row)];
}

/** One figure, or both ends where they differ; of the CPU what its use at this rate would come to at 100 %. */
function carried({ stage, low, high }: Known, format: (value: number) => string): string {
  const carries = (low === high ? null : formatSpan([low, high], format)) ?? format(high);
  return stage === "cpu" ? `≈ ${carries}` : carries;
}

/** Of both ends of the limit, as the answer says it; what was measured above the lower end leaves only the upper one. */
function used({ low, high, share }: Known): string {
  if (share === null || low === high || share > 1) return formatShare(share);
  const most = (share * high) / low;
  // The least that it can be is not rounded up.
  return most > 1
    ? `≥ ${formatShare(Math.floor(share * 100) / 100)}`
    : (formatSpan([share, most], formatShare) ?? formatShare(share));
}

function Bar({ row, top, measured }: { row: Known; top: number; measured: number }) {
  const line = <span className={styles.line} style={{ left: place(measured, top) }} aria-hidden="true" />;
  const isOff = row.low > top;
  return (
    <span className={`${styles.bar} ${isOff ? styles.off : ""}`}>
      <span className={styles.reach} style={{ width: place(row.high, top) }} aria-hidden="true" />
      <span className={styles.fill} style={{ width: place(row.low, top) }} aria-hidden="true" />
      {line}
      <span className={styles.words}>
        {isOff ? t`${{ words: stateWords(row) }}, off scale` : stateWords(row)}
      </span>
    </span>
  );
}
