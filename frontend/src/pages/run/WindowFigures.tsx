import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type TimeRange, windowQuery } from "@/api/queries/runs";
import type { RunWindow, WindowFigure } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import {
  type BandwidthUnits,
  formatCount,
  formatRuntime,
  formatSeriesValue,
  formatTimeInRun,
} from "@/lib/units";
import { spanInWords } from "@/pages/run/clock";
import styles from "@/pages/run/WindowFigures.module.css";
import { Missing } from "@/ui/Missing";

const NAMES: Record<WindowFigure["name"], string> = {
  iops: "IOPS",
  bandwidth: "Bandwidth",
  latency: "Latency, mean",
  p50: "Latency p50",
  p99: "Latency p99",
  p99_9: "Latency p99.9",
  temperature: "Hottest drive",
  cpu_busy: "CPU busy",
};
/** Below this share of a window a figure says how much of it was told of. */
const MOSTLY = 0.97;

interface WindowFiguresProps {
  runId: string;
  /** Null: nothing is chosen. */
  range: TimeRange | null;
  /** The whole of the run. */
  extent: TimeRange;
  units: BandwidthUnits;
  onReset: () => void;
}

/** The key figures of the window that is chosen; of all that was measured where none is. */
export function WindowFigures({ runId, range, extent, units, onReset }: WindowFiguresProps) {
  const query = useQuery({ ...windowQuery(runId, range), placeholderData: keepPreviousData });
  return (
    <section
      className={styles.card}
      aria-label="Figures of the window"
      aria-busy={query.isFetching}
      data-testid="window-figures"
    >
      <div className={styles.head}>
        <h3 className={styles.title}>
          {query.data === undefined ? "Figures" : titleOf(query.data, range, extent)}
        </h3>
        <span className={styles.from}>from every stored point, not from the chart</span>
        {range !== null && (
          <Button variant="default" size="compact-sm" className="no-print" onClick={onReset}>
            Reset
          </Button>
        )}
      </div>
      {query.isError ? (
        <QueryError
          title="The figures of the window could not be made."
          error={query.error}
          onRetry={() => void query.refetch()}
        />
      ) : (
        byDirection(query.data?.figures ?? []).map((figures) => (
          <dl key={figures[0]?.direction} className={styles.cells}>
            {figures.map((figure) => (
              <Cell
                key={`${figure.name} ${figure.direction}`}
                figure={figure}
                length={query.data === undefined ? 0 : query.data.to_ms - query.data.from_ms}
                units={units}
              />
            ))}
          </dl>
        ))
      )}
    </section>
  );
}

function titleOf(window: RunWindow, range: TimeRange | null, extent: TimeRange): string {
  const span = spanInWords(window);
  if (range !== null) return `Window ${span} of ${formatTimeInRun(Math.round(extent.to_ms / 1000) * 1000)}`;
  return window.is_measured_phase ? `All that was measured, ${span}` : `The whole run, ${span}`;
}

const PERCENTILES: ReadonlySet<string> = new Set(["p50", "p99", "p99_9"]);

/** A row per direction; what has none stands in the first. Percentiles that lack one thing are one cell. */
export function byDirection(figures: readonly WindowFigure[]): WindowFigure[][] {
  const directions = [
    ...new Set(figures.flatMap(({ direction }) => (direction === null ? [] : [direction]))),
  ];
  const around = figures.filter(({ direction }) => direction === null);
  if (directions.length === 0) return around.length === 0 ? [] : [around];
  return directions.map((direction, i) => {
    const own = figures.filter((figure) => figure.direction === direction);
    const lacking = own.filter(({ name, value }) => PERCENTILES.has(name) && value === null);
    const isOne = lacking.length > 1 && new Set(lacking.map(({ reason }) => reason)).size === 1;
    const kept = isOne ? own.filter((figure) => !lacking.slice(1).includes(figure)) : own;
    return i === 0 ? [...kept, ...around] : kept;
  });
}

interface CellProps {
  figure: WindowFigure;
  /** Of the window, ms. */
  length: number;
  units: BandwidthUnits;
}

function Cell({ figure, length, units }: CellProps) {
  const { name, direction, value, unit, n, of, reason, covered_ms } = figure;
  const isPart = value !== null && covered_ms > 0 && covered_ms < MOSTLY * length;
  const count = `n = ${formatCount(n)}`;
  return (
    <div className={styles.cell} data-figure={name} title={of}>
      <dt className={styles.name}>
        {value === null && PERCENTILES.has(name) ? "Latency percentiles" : NAMES[name]}
        {direction === null ? "" : `, ${direction}`}
      </dt>
      <dd className={styles.value}>
        {value === null ? (
          <Missing reason={reason ?? "not recorded"} />
        ) : (
          formatSeriesValue(value, unit, units)
        )}
      </dd>
      <dd className={styles.more}>
        {value === null ? reason : isPart ? `${count}, tells of ${formatRuntime(covered_ms)}` : count}
      </dd>
      <dd className={styles.more}>{value === null ? "" : of}</dd>
    </div>
  );
}
