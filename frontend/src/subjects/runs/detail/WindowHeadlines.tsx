import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { Result, RunWindow, WindowFigure } from "@/api/types";
import { type BandwidthUnits, formatSeriesValue, MISSING } from "@/lib/units";
import styles from "@/subjects/runs/detail/TimeSeries.module.css";
import {
  figuresOf,
  isPercentile,
  nameFigure,
  restsOn,
  withoutRepeats,
} from "@/subjects/runs/detail/window-words";
import { FigureCell, FigureRow, FigureStrip } from "@/subjects/runs/parts/FigureStrip";
import { ResultHead, resultName } from "@/subjects/runs/parts/Headlines";
import { windowInWords } from "@/subjects/runs/parts/run-clock";
import { type TimeRange, timeSeriesQuery, windowQuery } from "@/subjects/runs/queries/runs";
import { Missing } from "@/ui/Missing";

const ORDER = ["iops", "bandwidth", "latency", "p50", "p99", "p99_9", "cpu"] as const;
const CPU_REASON = t`reported for the whole run only`;
const PENDING = "…";

interface WindowHeadlinesProps {
  runId: string;
  results: readonly Result[];
  /** Whether the run is of one job: all that was recorded is then its own. */
  isOneJob: boolean;
  range: TimeRange;
  units: BandwidthUnits;
  onReset: () => void;
}

/** The key figures of a run's results within a window, never of anything else. */
export function WindowHeadlines({ runId, results, isOneJob, range, units, onReset }: WindowHeadlinesProps) {
  const query = useQuery({ ...windowQuery(runId, range), placeholderData: keepPreviousData });
  const whole = useQuery(timeSeriesQuery(runId, null));
  const title = windowInWords(range, whole.data);
  return results.map((result, i) => (
    <FigureStrip
      key={result.id}
      name={`${resultName(result)}, ${title}`}
      isBusy={query.isFetching}
      testId="window-headlines"
      head={
        <>
          <ResultHead result={result} isPart />
          <span className={styles.chosen}>
            {title}
            {i === 0 && (
              <Button variant="default" size="compact-xs" className="no-print" onClick={onReset}>
                <Trans>Whole run</Trans>
              </Button>
            )}
          </span>
        </>
      }
    >
      <FigureRow columns="seven">
        {query.isError ? (
          <FigureCell name={t`Figures of the window`} more="" isThree>
            <Missing reason={t`they could not be loaded`} />
          </FigureCell>
        ) : (
          <Cells
            result={result}
            window={query.isPlaceholderData ? undefined : query.data}
            told={{ isOneJob, isAllPlaced: whole.data?.off_clock.length === 0 }}
            units={units}
          />
        )}
      </FigureRow>
    </FigureStrip>
  ));
}

interface CellsProps {
  result: Result;
  /** Absent: still on its way. */
  window: RunWindow | undefined;
  told: { isOneJob: boolean; isAllPlaced: boolean };
  units: BandwidthUnits;
}

function Cells({ result, window, told, units }: CellsProps) {
  const own = figuresOf(window?.figures ?? [], result, told);
  const byName = new Map(own.figures.map((figure) => [figure.name, figure]));
  const absent = (name: WindowFigure["name"]): WindowFigure => ({
    ...{ name, job: null, group: null, direction: result.direction, unit: "", value: null, n: 0 },
    ...{ covered_ms: 0, source: null, of: "", reason: own.reason },
  });
  // Where there is no latency at all, its percentiles lack what the mean lacks.
  const latency = byName.get("latency") ?? absent("latency");
  const every = ORDER.flatMap((name) => {
    if (name === "cpu") return [];
    const figure = byName.get(name);
    if (figure !== undefined) return [figure];
    return [isPercentile(name) ? { ...absent(name), reason: latency.reason ?? own.reason } : absent(name)];
  });
  const shown = new Map(withoutRepeats(every).map((figure) => [figure.name, figure]));
  const length = window === undefined ? 0 : window.to_ms - window.from_ms;
  const isOne = !shown.has("p99");
  return ORDER.map((name) => {
    if (name === "cpu") {
      return (
        <FigureCell key={name} name={t`fio CPU`} more={CPU_REASON} figure={name}>
          <Untold />
        </FigureCell>
      );
    }
    const figure = shown.get(name);
    if (figure === undefined) return null;
    const isAll = isOne && name === "p50";
    return (
      <FigureCell
        key={name}
        name={isAll ? t`Latency percentiles` : nameFigure(figure)}
        more={window === undefined ? "" : (figure.reason ?? restsOn(figure, length))}
        title={figure.of}
        figure={name}
        isThree={isAll}
      >
        {window === undefined ? (
          PENDING
        ) : figure.value === null && figure.reason !== null ? (
          <Untold />
        ) : (
          <Value figure={figure} units={units} />
        )}
      </FigureCell>
    );
  });
}

/** No value, where the line below says why. */
function Untold() {
  return <span className="missing">{MISSING}</span>;
}

/** A figure, or that there is none. */
export function Value({
  figure: { value, unit, reason },
  units,
}: {
  figure: WindowFigure;
  units: BandwidthUnits;
}) {
  if (value === null) return <Missing reason={reason ?? t`not recorded`} />;
  return formatSeriesValue(value, unit, units);
}
