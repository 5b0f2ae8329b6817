import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { FactorChart } from "@/charts/FactorChart";
import { addresses, type ExploreParams } from "@/lib/address";
import { filterValue } from "@/lib/factor";
import { withValues } from "@/lib/filter";
import type { NumberRange } from "@/lib/parameter";
import { paths } from "@/lib/paths";
import { inWords } from "@/subjects/runs/explore/answers-in-words";
import { valuesIn } from "@/subjects/runs/explore/chart-range";
import { chartReading } from "@/subjects/runs/explore/chart-reading";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { MAX_PANELS } from "@/subjects/runs/explore/panel-values";
import { type Panel, type Panels as PanelsOf, usePanels } from "@/subjects/runs/explore/use-panels";
import { marksInWords, marksOf, toLines } from "@/subjects/runs/parts/series-lines";
import { seriesFigure, seriesUnit, seriesWords } from "@/subjects/runs/parts/series-words";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

const HEIGHT = 250;

interface PanelsProps {
  params: ExploreParams;
  x: string;
  /** The factor whose values have a panel each. */
  by: string;
}

/** Small multiples: one chart per value, all with the same axes, each with its table and its files. */
export function Panels({ params, x, by }: PanelsProps) {
  const panels = usePanels(params, x, by);
  const { drawn, factors, isPending, error } = panels;
  const lines = useMemo(() => drawn.map(({ answer }) => toLines(inWords(answer), factors)), [drawn, factors]);
  const navigate = useNavigate();
  const show = (range: NumberRange | null) =>
    void navigate({ to: "/explore", search: addresses.explore.write({ ...params, range }) });
  if (error !== null)
    return (
      <Card>
        <div className={styles.frame}>
          <QueryError
            title={t`These charts could not be drawn.`}
            error={error}
            onRetry={panels.retry}
            wayOut={
              <Link to={paths.explore()}>
                <Trans>Choose another chart</Trans>
              </Link>
            }
          />
        </div>
      </Card>
    );
  if (isPending)
    return (
      <Card>
        <div className="pad-16" aria-busy="true">
          <Skeleton height={520} />
        </div>
      </Card>
    );
  if (drawn.length === 0)
    return (
      <Card>
        <div className={styles.frame}>
          <EmptyMessage
            title={t`No run of this view has ${{ title: panels.title }} and a value on both axes.`}
            action={
              <Link to={paths.explore({ ...params, panels: null })}>
                <Trans>All in one chart</Trans>
              </Link>
            }
          />
        </div>
      </Card>
    );
  const alongside = lines.flat();
  return (
    // Esc within a chart shows all of x again; the button below does the same.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      aria-busy={panels.isBusy}
      style={{ opacity: panels.isBusy ? 0.55 : 1 }}
      onKeyDown={({ key }) => {
        if (key === "Escape" && params.range !== null) show(null);
      }}
    >
      <div className="small-tiles below-12">
        {drawn.map((panel, i) => (
          <Card key={panel.words}>
            <PanelChart
              panel={panel}
              place={i}
              params={params}
              panels={panels}
              lines={lines[i] ?? []}
              alongside={alongside}
              onZoom={show}
            />
          </Card>
        ))}
      </div>
      {params.range !== null && (
        <Button variant="default" onClick={() => show(null)}>
          <Trans>Show all</Trans>
        </Button>
      )}
      <Foot panels={panels} params={params} by={by} />
    </div>
  );
}

interface PanelChartProps {
  panel: Panel;
  place: number;
  params: ExploreParams;
  panels: PanelsOf;
  lines: ReturnType<typeof toLines>;
  alongside: ReturnType<typeof toLines>;
  onZoom: (range: NumberRange) => void;
}

function PanelChart({
  panel: { words, answer },
  place,
  params,
  panels,
  lines,
  alongside,
  onZoom,
}: PanelChartProps) {
  const navigate = useNavigate();
  const { units } = params;
  const { xTitle, xKind, xUnit, formatX } = useMemo(
    () => seriesWords(answer, panels.factors, units, "local"),
    [answer, panels.factors, units],
  );
  const format = (value: number) => seriesFigure(answer.unit, value, units);
  const { sentence } = chartReading(answer, lines, { xTitle, formatX, format });
  return (
    <FactorChart
      name={`${answer.metric}-over-${answer.x}-${place + 1}`}
      title={words}
      subtitle={t`${plural({ values: valuesIn(answer) }, { one: "# value", other: "# values" })}, one point each; ${{ marks: marksInWords(answer) }}`}
      reading={sentence}
      lines={lines}
      alongside={alongside}
      height={HEIGHT}
      marks={marksOf(answer)}
      xTitle={xTitle}
      xKind={xKind}
      xUnit={xUnit}
      formatX={formatX}
      unit={seriesUnit(answer.unit)}
      units={units}
      metricName={answer.metric}
      isLogX={params.isLogX}
      isLogY={params.isLogY}
      onPick={(runIds) => {
        const [only] = runIds;
        if (runIds.length === 1 && only !== undefined) void navigate({ to: paths.run(only) });
      }}
      onZoom={onZoom}
    />
  );
}

/** What has no panel, and the way to it. */
function Foot({
  panels: { left, unknown, title },
  params,
  by,
}: {
  panels: PanelsOf;
  params: ExploreParams;
  by: string;
}) {
  return (
    <p className={styles.foot}>
      {left.length > 0 && (
        <>
          <Trans>The first {MAX_PANELS} values have a panel. Not drawn:</Trans>{" "}
          {left.map(({ words, value }, i) => (
            <span key={words}>
              {i > 0 && ", "}
              <Link
                to={paths.explore({
                  ...params,
                  filter: withValues(params.filter, by, [filterValue(value.value)]),
                })}
              >
                {words}
              </Link>{" "}
              ({plural({ runs: value.runs }, { one: "# run", other: "# runs" })})
            </span>
          ))}
          .{" "}
        </>
      )}
      {unknown > 0 &&
        t`${plural(unknown, { one: "# run", other: "# runs" })} without a known ${title} are in no panel. `}
      <Link to={paths.runs({ filter: params.filter })}>
        <Trans>Show these runs in the history</Trans>
      </Link>
    </p>
  );
}
