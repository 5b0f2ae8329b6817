import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMemo, useRef } from "react";
import { AnnotationMarks } from "@/charts/Annotations";
import { type Annotation, annotationsWithin, fitting, reachOf } from "@/charts/annotation-model";
import { ChartFrame } from "@/charts/ChartFrame";
import styles from "@/charts/CourseChart.module.css";
import {
  type Box,
  type CourseChange,
  type CoursePoint,
  type CourseReference,
  courseModel,
  courseTwin,
} from "@/charts/course-model";
import { useWidth } from "@/charts/use-width";
import { formatMoment } from "@/lib/time";
import { axisUnit, type BandwidthUnits, formatSeriesValue, type SeriesUnit } from "@/lib/units";

const HEIGHT = 300;
const LANE_HEIGHT = 34;
const AXIS_HEIGHT = 24;
const LEFT = 52;
const RIGHT = 12;
const TOP = 32;
const HALF_MARK = 5.5;
/** Wide enough for a word above each change. */
const WORD_WIDTH = 150;
/** Of the words and the value of a reference. */
const REFERENCE_WIDTH = 180;

const NO_REFERENCES: readonly CourseReference[] = [];

interface CourseChartProps {
  /** For tests and for the name of a downloaded file. */
  name: string;
  title: string;
  subtitle: string;
  reading?: string | undefined;
  points: readonly CoursePoint[];
  /** The oldest first. */
  changes: readonly CourseChange[];
  /** What people noted. */
  annotations: readonly Annotation[];
  /** Absent: it is held against nothing. */
  references?: readonly CourseReference[];
  unit: SeriesUnit;
  units: BandwidthUnits;
  metricName: string;
  onPick: (runId: string) => void;
}

/** One figure run by run, and below it on the same axis what changed in the machine: a line through both. */
export function CourseChart(props: CourseChartProps) {
  const { points, changes, annotations, references = NO_REFERENCES, unit, units, metricName } = props;
  const twin = useMemo(
    () =>
      courseTwin(points, changes, {
        caption: props.title,
        csvMetric: metricName,
        formatAt: (iso) => formatMoment(iso, new Date()),
        formatValue: (value) => formatSeriesValue(value, unit, units),
        references,
      }),
    [points, changes, references, props.title, metricName, unit, units],
  );
  return (
    <ChartFrame
      name={props.name}
      words={{ title: props.title, subtitle: props.subtitle, reading: props.reading }}
      series={[]}
      twin={twin}
      annotations={marked(points, annotations).map(({ x, text }) => ({
        when: formatMoment(new Date(x).toISOString(), new Date()),
        text,
      }))}
      height={HEIGHT}
    >
      {points.length === 0 ? { notice: t`No run of this series has a value.` } : () => <Plot {...props} />}
    </ChartFrame>
  );
}

/** Without a start of each run there is no time axis to mark. */
function marked(points: readonly CoursePoint[], annotations: readonly Annotation[]): readonly Annotation[] {
  if (!points.every(({ isDated }) => isDated)) return [];
  const times = points.map(({ at }) => Date.parse(at));
  const [low, high] = reachOf(Math.min(...times), Math.max(...times), annotations);
  return annotationsWithin(annotations, low, high);
}

function Plot(props: CourseChartProps) {
  const { title, points, changes, annotations, references = NO_REFERENCES, unit, units, onPick } = props;
  const frame = useRef<HTMLDivElement>(null);
  const width = useWidth(frame);
  const largest = Math.max(0, ...[...points, ...references].map(({ value }) => value));
  const { factor, name } = axisUnit(unit, largest, units);
  const bottom = HEIGHT - LANE_HEIGHT - AXIS_HEIGHT;
  const box: Box = { left: LEFT, right: Math.max(LEFT + 1, width - RIGHT), top: TOP, bottom };
  const model = courseModel(points, changes, { box, factor, annotations, references });
  const laneY = HEIGHT - LANE_HEIGHT / 2;
  // A change's line would go through the words of a reference.
  const isRightTaken = model.changes.some(({ x }) => x > box.right - REFERENCE_WIDTH);
  return (
    <div ref={frame} className={styles.plot}>
      {width > 0 && (
        <svg
          data-picture=""
          width={width}
          height={HEIGHT}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          role="img"
          aria-label={t`Chart: ${title}. ${plural({ points: points.length }, { one: "# run", other: "# runs" })} and ${plural({ changes: model.changes.length }, { one: "# change", other: "# changes" })}; the table has them all.`}
        >
          <text x={4} y={12} className={styles.tick}>
            {name}
          </text>
          {model.yTicks.map(({ y, value }) => (
            <g key={value}>
              <path d={`M${LEFT} ${y}H${box.right}`} stroke="var(--grid)" />
              <text x={LEFT - 8} y={y + 4} textAnchor="end" className={styles.tick}>
                {Number((value / factor).toPrecision(4))}
              </text>
            </g>
          ))}
          {model.xTicks.map(({ x, label }) => (
            <text key={label} x={x} y={bottom + 17} textAnchor="middle" className={styles.tick}>
              {label}
            </text>
          ))}
          <path d={`M${LEFT} ${laneY}H${box.right}`} stroke="var(--line-strong)" />
          <text x={4} y={laneY + 4} className={styles.tick}>
            <Trans>changes</Trans>
          </text>
          {model.changes.map((change, place) => {
            const before = change.x - (model.changes[place - 1]?.x ?? box.left);
            const after = (model.changes[place + 1]?.x ?? box.right) - change.x;
            // A word needs room: to the right, else to the left of the newest.
            const isLeft = after < WORD_WIDTH && place === model.changes.length - 1;
            const room = isLeft ? before : after;
            return (
              <g key={change.key}>
                <title>{`${formatMoment(change.at, new Date())}: ${change.text}`}</title>
                <path d={`M${change.x} ${TOP - 12}V${laneY}`} className={styles.change} />
                <path
                  d={`M${change.x - HALF_MARK} ${laneY}l${HALF_MARK} ${-HALF_MARK}l${HALF_MARK} ${HALF_MARK}l${-HALF_MARK} ${HALF_MARK}Z`}
                  className={styles.diamond}
                />
                {room >= WORD_WIDTH && (
                  <text
                    x={change.x + (isLeft ? -6 : 6)}
                    y={TOP - 12}
                    textAnchor={isLeft ? "end" : "start"}
                    className={styles.word}
                  >
                    {fitted(change, room - 10)}
                  </text>
                )}
              </g>
            );
          })}
          <AnnotationMarks
            annotations={annotations}
            place={model.place}
            area={{ x: LEFT, y: TOP, width: box.right - LEFT, height: bottom - TOP }}
          />
          {model.references.map(({ kind, text, value, y }) => (
            <g key={kind} data-reference={kind}>
              <path d={`M${LEFT} ${y}H${box.right}`} className={styles[kind]} />
              <text
                x={isRightTaken ? LEFT + 6 : box.right}
                y={y - 5}
                textAnchor={isRightTaken ? "start" : "end"}
                className={styles.tick}
              >
                {`${text} ${formatSeriesValue(value, unit, units)}`}
              </text>
            </g>
          ))}
          {model.segments.map((segment) => (
            <polyline key={segment} points={segment} className={styles.line} />
          ))}
          {model.points.map((point) => (
            // The table beside the chart leads to the same runs by keyboard.
            // biome-ignore lint/a11y/noStaticElementInteractions: see above
            <circle
              key={point.runId}
              cx={point.x}
              cy={point.y}
              r={points.length > 150 ? 2.5 : 3.6}
              className={point.isDoubted ? styles.doubted : styles.point}
              onClick={() => onPick(point.runId)}
            >
              <title>
                {`${formatMoment(point.at, new Date())}: ${formatSeriesValue(point.value, unit, units)}${
                  point.isDoubted ? t`, unreliable` : ""
                }`}
              </title>
            </circle>
          ))}
        </svg>
      )}
    </div>
  );
}

/** As much of a text as fits in pixels of the chart's small type. */
function fitted(change: CourseChange, width: number): string {
  const most = Math.floor(width / 6.4);
  const text = fitting(change, most);
  return text.length <= most ? text : `${text.slice(0, Math.max(1, most - 1))}…`;
}
