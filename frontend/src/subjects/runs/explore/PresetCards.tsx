import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import type { SeriesPreset } from "@/api/types";
import { SmallChart } from "@/charts/SmallChart";
import { addresses, type ExploreParams } from "@/lib/address";
import { type FactorShape, factorOf, formatFactor } from "@/lib/factor";
import { type FilterRecord, isEmptyFilter, parseFilterText } from "@/lib/filter";
import { withinSentence } from "@/lib/format";
import { metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { sweptInWords } from "@/lib/workload";
import { batchChart } from "@/subjects/runs/batch-chart";
import type { Reading } from "@/subjects/runs/explore/chart-reading";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { SmallHeatMap } from "@/subjects/runs/explore/SmallHeatMap";
import { useReading } from "@/subjects/runs/explore/use-reading";
import { marksOf, titleOfKey } from "@/subjects/runs/parts/series-lines";
import { batchQuery } from "@/subjects/runs/queries/batches";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { presetsQuery } from "@/subjects/runs/queries/series";
import { Card as Panel } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

/** Charts to start from: the questions that people come with. */
export function PresetCards({ params }: { params: ExploreParams }) {
  const presets = useQuery(presetsQuery());
  const factors = useQuery(factorsQuery()).data?.items ?? [];
  const batches = (params.filter["batch"] ?? []).filter((value) => /^[0-9a-f-]{36}$/.test(value));
  if (presets.isError) {
    return (
      <Panel>
        <QueryError
          title={t`The charts could not be loaded.`}
          error={presets.error}
          onRetry={() => void presets.refetch()}
        />
      </Panel>
    );
  }
  const items = presets.data?.items;
  const offered = items?.filter((preset) => preset.is_available);
  const waiting = (items ?? []).filter((preset) => !preset.is_available);
  return (
    <>
      <div
        className="grid gap-14 below-14"
        style={{ gridTemplateColumns: "repeat(auto-fill, minmax(270px, 1fr))" }}
        aria-busy={presets.isPending}
      >
        {batches.map((id) => (
          <BatchCard key={id} id={id} />
        ))}
        {offered === undefined
          ? // biome-ignore lint/suspicious/noArrayIndexKey: the cards are alike and never change places
            Array.from({ length: 8 }, (_, i) => <Skeleton key={i} height={CARD} />)
          : offered.map((preset) => <PresetCard key={preset.key} preset={preset} params={params} />)}
      </div>
      {offered?.length === 0 && batches.length === 0 && (
        <Panel>
          <EmptyMessage
            title={t`Not enough runs for a chart yet.`}
            detail={t`A chart needs at least two runs of one test, e.g. at two queue depths, in two slots or on two days.`}
            action={
              <Link to={paths.import()}>
                <Trans>Import results</Trans>
              </Link>
            }
          />
        </Panel>
      )}
      {waiting.length > 0 && (
        <details className={styles.varying}>
          <summary>
            <Trans>
              <Plural value={{ waiting: waiting.length }} one="# chart" other="# charts" />{" "}
              <Plural value={{ waiting: waiting.length }} one="needs" other="need" /> more data
            </Trans>
          </summary>
          <ul className="grid gap-4" style={{ padding: "10px 4px 2px" }}>
            {waiting.map((preset) => (
              <li key={preset.key}>
                <b>{preset.title}</b> {lacking(preset, factors)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** As high as a card, in pixels: what stands below stays where it is. */
const CARD = 242;

function lacking({ x, key, chart, by }: SeriesPreset, factors: readonly FactorShape[]): string {
  if (chart === "heat map" && by !== null)
    return t`needs the same test on one host with two values each of ${{ x: withinSentence(titleOfKey(x, factors)) }} and ${{ by: withinSentence(titleOfKey(by, factors)) }}.`;
  if (key === "latency-over-iops") return t`needs the same test on one host at two queue depths.`;
  if (x !== "started_at" && metricOf(x) === null)
    return t`needs the same test on one host with two values of ${{ x: withinSentence(titleOfKey(x, factors)) }}.`;
  return key === "last-four-weeks"
    ? t`needs three runs of the same test in the last four weeks.`
    : t`needs two runs of the same test on one host.`;
}

/** The chart of a batch that is filtered for, first of all. */
function BatchCard({ id }: { id: string }) {
  const batch = useQuery(batchQuery(id)).data;
  if (batch === undefined) return null;
  const what =
    batch.swept.length === 0
      ? t`Runs of the batch over time`
      : t`Swept: ${{ swept: sweptInWords(batch.swept) }}`;
  return (
    <Link to={paths.explore(batchChart(id, batch.swept))} className={styles.preset}>
      <h2 className="accent">
        <Trans>This batch: {{ name: batch.name }}</Trans>
      </h2>
      <p>{what}</p>
    </Link>
  );
}

/** A preset with what it shows: a link to the same chart. */
function PresetCard({ preset, params }: { preset: SeriesPreset; params: ExploreParams }) {
  const isOwn = !isEmptyFilter(params.filter);
  const chosen: ExploreParams = {
    ...addresses.explore.parse({}).params,
    // Who has chosen runs already is not asked to look at others.
    filter: isOwn ? { ...when(preset), ...params.filter } : parseFilterText(preset.filter),
    x: preset.x,
    metric: preset.metric,
    by: preset.by,
    chart: preset.chart === "heat map" ? "heat-map" : "points",
    isLogX: preset.scale === "log",
    units: params.units,
  };
  const { reading, read, isPending } = useReading(chosen, preset.x);
  return (
    <Link to={paths.explore(chosen)} className={styles.preset} aria-busy={isPending}>
      <h2 className="accent">{preset.title}</h2>
      <p className={styles.answered}>
        {isPending ? <Skeleton height={36} /> : (answered(reading) ?? preset.question)}
      </p>
      <div className="grow above-6" style={{ minHeight: 72 }}>
        {isPending ? <Skeleton height={72} /> : read !== null && <Picture params={chosen} read={read} />}
      </div>
      {!isOwn && preset.starts_with !== null && <p className="hint">{preset.starts_with}</p>}
      {isOwn && !isPending && reading === null && (
        <p className="hint">
          <Trans>No such runs in this filter.</Trans>
        </p>
      )}
    </Link>
  );
}

type Read = NonNullable<ReturnType<typeof useReading>["read"]>;

/** What the chart of a card will show, in small. */
function Picture({ params, read: { answer, lines, words, factors } }: { params: ExploreParams; read: Read }) {
  const input = useMemo(
    () => ({
      lines,
      marks: marksOf(answer),
      xKind: words.xKind,
      xFactor: 1,
      yFactor: 1,
      isLogX: params.isLogX,
      isLogY: false,
      xTitle: words.xTitle,
      csvMetric: answer.metric,
      formatX: words.formatX,
      formatValue: String,
    }),
    [lines, answer, words, params.isLogX],
  );
  const by = answer.by === null ? null : factorOf(factors, answer.by);
  if (params.chart === "heat-map" && by !== null) {
    return (
      <SmallHeatMap
        answer={answer}
        xTitle={withinSentence(words.xTitle)}
        byTitle={withinSentence(by.title)}
        formatX={words.formatX}
        formatBy={(value) => (value === null ? t`unknown` : formatFactor(by, value))}
      />
    );
  }
  return <SmallChart input={input} />;
}

/** The time that a preset is of, which holds for chosen runs, too. */
function when(preset: SeriesPreset): FilterRecord {
  const { started_at: started } = parseFilterText(preset.filter);
  return started === undefined ? {} : { started_at: started };
}

/** The sentence of the chart; null where none holds for all that it draws. */
function answered(reading: Reading | null): string | null {
  return reading === null || reading.kind === null ? null : reading.sentence;
}
