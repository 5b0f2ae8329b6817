import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SeriesAnswer } from "@/api/types";
import { FactorChart } from "@/charts/FactorChart";
import { MAX_SERIES } from "@/charts/series-style";
import { addresses, type ExploreParams } from "@/lib/address";
import { type FactorShape, factorOf, formatFactor } from "@/lib/factor";
import type { FilterRecord } from "@/lib/filter";
import { withinSentence } from "@/lib/format";
import { metricOf } from "@/lib/metrics";
import type { NumberRange } from "@/lib/parameter";
import { paths } from "@/lib/paths";
import { inWords } from "@/subjects/runs/explore/answers-in-words";
import { placesOf, valuesIn } from "@/subjects/runs/explore/chart-range";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { HeatMap } from "@/subjects/runs/explore/HeatMap";
import { HostChanges } from "@/subjects/runs/explore/HostChanges";
import { RangeBar } from "@/subjects/runs/explore/RangeBar";
import { isOnlyComparable, ONLY_COMPARABLE, RATED_SHARE } from "@/subjects/runs/explore/rated-share";
import { useAnnotations } from "@/subjects/runs/explore/use-annotations";
import { useChart } from "@/subjects/runs/explore/use-chart";
import { useChartedHosts } from "@/subjects/runs/explore/use-charted-hosts";
import { useHostChanges } from "@/subjects/runs/explore/use-host-changes";
import { Varying } from "@/subjects/runs/explore/Varying";
import { marksInWords, marksOf, ratedNote, toLines } from "@/subjects/runs/parts/series-lines";
import { seriesUnit, seriesWords } from "@/subjects/runs/parts/series-words";
import { TimeNotes } from "@/subjects/watch/controls/time-notes/TimeNotes";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface SeriesViewProps {
  params: ExploreParams;
  x: string;
}

/** The chart of the address, with what it leaves out said below. */
export function SeriesView({ params, x }: SeriesViewProps) {
  const { series, factors, whole, answer } = useChart(params, x);
  if (series.isError) {
    return (
      <Card>
        <div className={styles.frame}>
          <QueryError
            title={t`This chart could not be drawn.`}
            error={series.error}
            onRetry={() => void series.refetch()}
            wayOut={
              <Link to={paths.explore()}>
                <Trans>Choose another chart</Trans>
              </Link>
            }
          />
        </div>
      </Card>
    );
  }
  if (whole === undefined || answer === undefined) {
    return (
      <Card>
        {/* As high as the chart with what stands below it, so that a scroll bar is there from the start. */}
        <div className="pad-16" aria-busy="true">
          <Skeleton height={520} />
        </div>
      </Card>
    );
  }
  if (whole.series.length === 0) {
    return (
      <Card>
        <div className={styles.frame}>
          <NothingToDraw answer={whole} factors={factors} filter={params.filter} />
        </div>
      </Card>
    );
  }
  return (
    <Drawn
      params={params}
      whole={whole}
      answer={inWords(answer)}
      factors={factors}
      isStale={series.isPlaceholderData}
    />
  );
}

interface NothingToDrawProps {
  answer: SeriesAnswer;
  factors: readonly FactorShape[];
  filter: FilterRecord;
}

/** Why there is no chart: no run at all, or none with a value on both axes. */
function NothingToDraw({ answer, factors, filter }: NothingToDrawProps) {
  const { results } = answer;
  if (results === 0) {
    return (
      <EmptyMessage
        title={t`No runs match.`}
        action={
          <Link to={paths.runs()}>
            <Trans>Show all runs</Trans>
          </Link>
        }
      />
    );
  }
  const { xTitle } = seriesWords(answer, factors, "decimal");
  return (
    <EmptyMessage
      title={t`No run has a value on both axes.`}
      detail={t`${plural(results, { one: "# result", other: "# results" })} in this view: ${{ answer: lacking(answer, xTitle).join(", ") }}.`}
      action={
        <Link to={paths.runs({ filter })}>
          <Trans>Show these runs in the history</Trans>
        </Link>
      }
    />
  );
}

interface DrawnProps {
  params: ExploreParams;
  /** Of all of x, and of the part that is zoomed into. */
  whole: SeriesAnswer;
  answer: SeriesAnswer;
  factors: readonly FactorShape[];
  isStale: boolean;
}

function Drawn({ params, whole, answer, factors, isStale }: DrawnProps) {
  const navigate = useNavigate();
  const byFactor = answer.by === null ? null : (factorOf(factors, answer.by) ?? TEXT);
  const lines = useMemo(() => toLines(answer, factors), [answer, factors]);
  const unit = seriesUnit(answer.unit);
  const { title, xTitle, xKind, xUnit, formatX } = useMemo(
    () => seriesWords(answer, factors, params.units, "local"),
    [answer, factors, params.units],
  );
  const isHeatMap = params.chart === "heat-map" && byFactor !== null;
  const charted = useChartedHosts(answer, params.filter);
  const changes = useHostChanges(charted);
  const annotations = useAnnotations(answer, charted.hosts, changes);
  const places = useMemo(() => placesOf(whole), [whole]);
  const zoom = (range: NumberRange | null) =>
    void navigate({ to: "/explore", search: addresses.explore.write({ ...params, range }) });
  const pick = (runIds: readonly string[]) => {
    const [only] = runIds;
    if (runIds.length === 1 && only !== undefined) void navigate({ to: paths.run(only) });
  };
  return (
    // Esc within the chart resets it; the button beside the range does the same.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      aria-busy={isStale}
      style={{ opacity: isStale ? 0.55 : 1 }}
      onKeyDown={({ key }) => {
        if (key === "Escape" && params.range !== null) zoom(null);
      }}
    >
      <Varying params={params} answer={answer} factors={factors} />
      <OfAnyVerdict params={params} />
      <Card>
        {isHeatMap ? (
          <HeatMap
            answer={answer}
            title={t`${title} and ${{ byTitle: withinSentence(byFactor.title) }}`}
            formatX={formatX}
            formatBy={(value) => (value === null ? t`unknown` : formatFactor(byFactor, value))}
            byTitle={byFactor.title}
            units={params.units}
          />
        ) : (
          <FactorChart
            name={`${answer.metric}-over-${answer.x}`}
            title={title}
            subtitle={t`${{ drawn: drawnOf(answer, whole) }}; ${{ marks: marksInWords(answer) }}`}
            lines={lines}
            marks={marksOf(answer)}
            xTitle={xTitle}
            xKind={xKind}
            xUnit={xUnit}
            formatX={formatX}
            unit={unit}
            units={params.units}
            metricName={answer.metric}
            isLogX={params.isLogX}
            isLogY={params.isLogY}
            onPick={pick}
            {...(places === null ? {} : { onZoom: zoom })}
            annotations={annotations}
            hasMedian={isSteady(answer) && changes.length === 0}
          />
        )}
      </Card>
      {places !== null && !isHeatMap && (
        <RangeBar places={places} range={params.range} formatX={formatX} onChange={zoom} />
      )}
      <p className={styles.foot}>
        {leftOut(answer, xTitle)}
        {answer.series.length > MAX_SERIES &&
          t`Drawn: ${MAX_SERIES} of ${{ series: answer.series.length }} lines. `}
        {!isHeatMap && ratedNote(answer)}{" "}
        <Link to={paths.runs({ filter: params.filter })}>
          <Trans>Show these runs in the history</Trans>
        </Link>
      </p>
      {answer.x === "started_at" && <TimeNotes hosts={charted.hosts} />}
      <HostChanges changes={changes} />
    </div>
  );
}

/** A share of unknown conditions looks like one that may be judged: said where both may be among the points. */
function OfAnyVerdict({ params }: { params: ExploreParams }) {
  if (params.metric !== RATED_SHARE || isOnlyComparable(params.filter)) return null;
  const filter = { ...params.filter, ...ONLY_COMPARABLE };
  return (
    <p
      className="ink framed-strong round-control on-warn below-12"
      style={{ padding: "9px 14px" }}
      role="note"
    >
      <Trans>
        Some points may not be comparable with the datasheet.{" "}
        <Link to={paths.explore({ ...params, filter })}>Show only comparable ones</Link>
      </Trans>
    </p>
  );
}

const TEXT: FactorShape = { key: "", title: "", type: "text", unit: null };

/** Whether all runs are alike over the time of the chart, as far as it was recorded. */
function isSteady({ x, series, changes }: SeriesAnswer): boolean {
  return x === "started_at" && series.length === 1 && series[0]?.is_alike === true && changes?.length === 0;
}

/** "24 values", or of a part "6 of 24 values". */
function drawnOf(answer: SeriesAnswer, whole: SeriesAnswer): string {
  const [drawn, all] = [valuesIn(answer), valuesIn(whole)];
  return drawn === all
    ? plural(all, { one: "# value", other: "# values" })
    : t`${drawn} of ${plural(all, { one: "# value", other: "# values" })}`;
}

function leftOut(answer: SeriesAnswer, xTitle: string): string {
  const parts = lacking(answer, xTitle);
  return parts.length === 0 ? "" : t`Not drawn: ${{ parts: parts.join(", ") }}. `;
}

/** What keeps results off the chart, each with its count. */
function lacking({ x, metric, without_x, without_value }: SeriesAnswer, xTitle: string): string[] {
  const title = metricOf(metric)?.title ?? metric;
  const what = x === "started_at" ? t`a known start` : t`a value of ${xTitle}`;
  return [
    ...(without_x > 0
      ? [t`${plural(without_x, { one: "# result", other: "# results" })} without ${what}`]
      : []),
    ...(without_value > 0
      ? [t`${plural(without_value, { one: "# result", other: "# results" })} without ${title}`]
      : []),
  ];
}
