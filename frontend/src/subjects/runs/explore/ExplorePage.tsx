import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, SegmentedControl, Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { addresses, type ExploreParams, VIEW } from "@/lib/address";
import { ANSWER_AXES } from "@/lib/answer-words";
import { OFFERED_METRICS } from "@/lib/metrics";
import { FilterBar } from "@/subjects/runs/controls/filters/FilterBar";
import { SavedViews } from "@/subjects/runs/controls/SavedViews";
import { ChartAnswer } from "@/subjects/runs/explore/ChartAnswer";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import { Panels } from "@/subjects/runs/explore/Panels";
import { PanelsAnswer } from "@/subjects/runs/explore/PanelsAnswer";
import { PresetCards } from "@/subjects/runs/explore/PresetCards";
import {
  isOnlyComparable,
  ONLY_COMPARABLE,
  RATED_SHARE,
  RATED_VERDICT,
} from "@/subjects/runs/explore/rated-share";
import { SeriesView } from "@/subjects/runs/explore/SeriesView";
import { titleOfKey } from "@/subjects/runs/parts/series-lines";
import { factorsQuery } from "@/subjects/runs/queries/factors";
import { ShareButton } from "@/subjects/sharing/controls/ShareButton";
import { AddressProblems } from "@/ui/AddressProblems";
import { CopyButton } from "@/ui/CopyButton";
import { PageHeader } from "@/ui/PageHeader";
import { UnitSwitch } from "@/ui/UnitSwitch";

const route = getRouteApi("/shell/explore");
const SCALES = [
  { value: "linear", label: t`Linear` },
  { value: "log", label: t`Log` },
];
/** Axes that are not factors. */
const OTHER_AXES = [
  { value: "started_at", label: t`Time` },
  { value: "iops", label: "IOPS" },
  { value: "bw_bytes_per_s", label: t`Bandwidth` },
];

/** How a metric varies with a factor: any metric, any factor, every run in sight. */
export function ExplorePage() {
  const { params, problems } = route.useSearch()[VIEW];
  const navigate = useNavigate();
  const change = (changed: Partial<ExploreParams>) =>
    void navigate({ to: "/explore", search: addresses.explore.write({ ...params, ...changed }) });
  return (
    <>
      <PageHeader
        title={t`Explore`}
        actions={
          <>
            <CopyButton text={globalThis.location.href} name={t`link to this view`} />
            <SavedViews page="series" query={addresses.explore.query(params)} />
            {params.x !== null && (
              <ShareButton target={{ kind: "series", spec: { address: addresses.explore.query(params) } }} />
            )}
            <UnitSwitch value={params.units} onChange={(units) => change({ units })} />
          </>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => change({})} />
      {params.x === null ? (
        <PresetCards params={params} />
      ) : (
        <>
          {params.panels === null ? (
            <ChartAnswer params={params} x={params.x} />
          ) : (
            <PanelsAnswer params={params} x={params.x} by={params.panels} />
          )}
          <Controls params={params} x={params.x} onChange={change} />
          <div className={styles.filters}>
            <FilterBar filter={params.filter} onChange={(filter) => change({ filter })} />
          </div>
          {params.panels === null ? (
            <SeriesView params={params} x={params.x} />
          ) : (
            <Panels params={params} x={params.x} by={params.panels} />
          )}
        </>
      )}
    </>
  );
}

interface ControlsProps {
  params: ExploreParams;
  x: string;
  onChange: (changed: Partial<ExploreParams>) => void;
}

function Controls({ params, x, onChange }: ControlsProps) {
  const { data, isPending } = useQuery(factorsQuery());
  const factors = data?.items ?? [];
  const declared = [...OTHER_AXES, ...factors.map(({ key, title }) => ({ value: key, label: title }))];
  const axes = [
    // Labels, and what nobody declared: what the address asks for is never blank.
    ...[x, params.by, params.panels].flatMap((key) =>
      key === null ? [] : [{ value: key, label: isPending ? "…" : titleOfKey(key, factors) }],
    ),
    ...declared,
    ...ANSWER_AXES,
  ];
  const unique = [...new Map(axes.map((axis) => [axis.value, axis])).values()];
  const metrics = OFFERED_METRICS.map(({ name, title }) => ({ value: name, label: title }));
  const splits = unique.filter(({ value }) => !OTHER_AXES.some((axis) => axis.value === value));
  return (
    <div className={styles.controls}>
      <Select
        className={`${styles.choice} ${styles.metric}`}
        label={t`Metric`}
        data={metrics.some(({ value }) => value === params.metric) ? metrics : [...metrics, params.metric]}
        value={params.metric}
        allowDeselect={false}
        searchable
        onChange={(metric) => onChange(choosing(metric ?? params.metric, params))}
      />
      <Select
        className={styles.choice ?? ""}
        label={t`X axis`}
        data={unique}
        value={x}
        allowDeselect={false}
        searchable
        onChange={(chosen) => onChange({ x: chosen ?? x, range: null })}
      />
      <Select
        className={`${styles.choice} ${styles.split}`}
        label={t`Split by`}
        placeholder={t`nothing`}
        data={splits}
        value={params.by}
        clearable
        searchable
        onChange={(by) => onChange({ by })}
      />
      <Select
        className={`${styles.choice} ${styles.split}`}
        label={t`Facet by`}
        placeholder={t`None`}
        data={splits.filter(({ value }) => !ANSWER_AXES.some((axis) => axis.value === value))}
        value={params.panels}
        clearable
        searchable
        onChange={(panels) => onChange({ panels })}
      />
      {(params.chart !== "heat-map" || params.by === null || params.panels !== null) && (
        <>
          <Scale name={t`X scale`} isLog={params.isLogX} onChange={(isLogX) => onChange({ isLogX })} />
          <Scale name={t`Y scale`} isLog={params.isLogY} onChange={(isLogY) => onChange({ isLogY })} />
        </>
      )}
      {params.by !== null && params.panels === null && (
        <Button
          variant="default"
          aria-pressed={params.chart === "heat-map"}
          onClick={() => onChange({ chart: params.chart === "heat-map" ? "points" : "heat-map" })}
        >
          {params.chart === "heat-map" ? t`Show as points` : t`Show as heat map`}
        </Button>
      )}
      <Button
        variant="default"
        onClick={() => onChange({ x: null, by: null, panels: null, chart: "points", range: null })}
      >
        <Trans>Other charts</Trans>
      </Button>
    </div>
  );
}

/** Shares of a rating begin with those that may be compared: a filter that is seen, and dropped like any other. */
function choosing(metric: string, { filter, metric: before }: ExploreParams): Partial<ExploreParams> {
  const { [RATED_VERDICT]: verdicts, ...others } = filter;
  if (metric === RATED_SHARE && verdicts === undefined)
    return { metric, filter: { ...filter, ...ONLY_COMPARABLE } };
  const isOwn = before === RATED_SHARE && metric !== RATED_SHARE && isOnlyComparable(filter);
  return isOwn ? { metric, filter: others } : { metric };
}

function Scale({
  name,
  isLog,
  onChange,
}: {
  name: string;
  isLog: boolean;
  onChange: (isLog: boolean) => void;
}) {
  return (
    <div className={styles.scale}>
      <span aria-hidden="true">{name}</span>
      <SegmentedControl
        size="xs"
        aria-label={name}
        data={SCALES}
        value={isLog ? "log" : "linear"}
        onChange={(value) => onChange(value === "log")}
      />
    </div>
  );
}
