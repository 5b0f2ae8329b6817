import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { RunWindow, Timeline, WindowFigure } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { Value } from "@/subjects/runs/detail/WindowHeadlines";
import { isPercentile, nameFigure, restsOn, rowsOf, whose } from "@/subjects/runs/detail/window-words";
import { FigureCell, FigureRow, FigureStrip } from "@/subjects/runs/parts/FigureStrip";
import { spanInWords, windowInWords } from "@/subjects/runs/parts/run-clock";
import { type TimeRange, windowQuery } from "@/subjects/runs/queries/runs";
import { QueryError } from "@/ui/page/QueryError";

interface WindowFiguresProps {
  runId: string;
  /** Null: nothing is chosen. */
  range: TimeRange | null;
  whole: Timeline;
  units: BandwidthUnits;
  onReset: () => void;
}

/** The key figures of the window that is chosen; of all that was measured where none is. */
export function WindowFigures({ runId, range, whole, units, onReset }: WindowFiguresProps) {
  const query = useQuery({ ...windowQuery(runId, range), placeholderData: keepPreviousData });
  const length = query.data === undefined ? 0 : query.data.to_ms - query.data.from_ms;
  return (
    <FigureStrip
      name={t`Figures of the window`}
      isBusy={query.isFetching}
      testId="window-figures"
      head={
        <>
          <h3 className="strong figures" style={{ fontSize: 14 }}>
            {query.data === undefined ? t`Figures` : titleOf(query.data, range, whole)}
          </h3>

          {range !== null && (
            <Button variant="default" size="compact-xs" className="no-print" onClick={onReset}>
              <Trans>Reset</Trans>
            </Button>
          )}
        </>
      }
    >
      {/* What the figures take: nothing below moves when they come. */}
      <div style={{ minHeight: 108 }}>
        {query.isError ? (
          <QueryError
            title={t`The figures could not be loaded.`}
            error={query.error}
            onRetry={() => void query.refetch()}
          />
        ) : (
          rowsOf(query.data?.figures ?? []).map((figures) => (
            <FigureRow
              key={JSON.stringify([figures[0]?.job, figures[0]?.group, figures[0]?.direction])}
              columns="six"
            >
              {figures.map((figure) => (
                <Cell
                  key={`${figure.name} ${figure.direction}`}
                  figure={figure}
                  length={length}
                  units={units}
                />
              ))}
            </FigureRow>
          ))
        )}
      </div>
    </FigureStrip>
  );
}

function titleOf(window: RunWindow, range: TimeRange | null, whole: Timeline): string {
  if (range !== null) return windowInWords(window, whole);
  const span = spanInWords(window);
  return window.is_measured_phase ? t`Measured phase, ${span}` : t`Whole run, ${span}`;
}

interface CellProps {
  figure: WindowFigure;
  /** Of the window, ms. */
  length: number;
  units: BandwidthUnits;
}

function Cell({ figure, length, units }: CellProps) {
  const { name, value, of, reason } = figure;
  const isNone = value === null;
  const owner = whose(figure);
  return (
    <FigureCell
      name={`${isNone && isPercentile(name) ? t`Latency percentiles` : nameFigure(figure)}${owner === "" ? "" : `, ${owner}`}`}
      more={
        isNone ? (
          reason
        ) : (
          <>
            {restsOn(figure, length)}
            <br />
            {of}
          </>
        )
      }
      title={of}
      figure={name}
    >
      <Value figure={figure} units={units} />
    </FigureCell>
  );
}
