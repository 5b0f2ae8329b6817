import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { Batch, PtsReport } from "@/api/types";
import { PtsChart } from "@/charts/PtsChart";
import { paths } from "@/lib/paths";
import { formatMoment } from "@/lib/time";
import {
  type BandwidthUnits,
  formatBytes,
  formatCount,
  formatPercent,
  formatSeriesValue,
  type SeriesUnit,
} from "@/lib/units";
import drives from "@/subjects/runs/batches/Drives.module.css";
import styles from "@/subjects/runs/batches/Pts.module.css";
import { batchPtsQuery } from "@/subjects/runs/queries/batches";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

type Series = PtsReport["series"][number];

/** What the agent calls such a batch. */
const PTS = "pts";
const UNITS: Record<PtsReport["metric"], SeriesUnit> = {
  iops: "1/s",
  bw_bytes_per_s: "bytes/s",
  lat_mean_ns: "ns",
};
const METRICS: Record<PtsReport["metric"], string> = {
  iops: "IOPS",
  bw_bytes_per_s: t`Throughput`,
  lat_mean_ns: t`Mean latency`,
};

/** The report of a test of SNIA's standard; nothing for any other batch. */
export function Pts({ batch, units }: { batch: Batch; units: BandwidthUnits }) {
  const { data } = useQuery({ ...batchPtsQuery(batch.id), enabled: batch.agent_name === PTS });
  return data?.items.map((report) => (
    <Report key={report.title} report={report} batch={batch} units={units} />
  ));
}

interface ReportProps {
  report: PtsReport;
  batch: Batch;
  units: BandwidthUnits;
}

function Report({ report, batch, units }: ReportProps) {
  const navigate = useNavigate();
  const { series, window, metric } = report;
  const tracked = series.filter(({ fit }) => fit !== null);
  const drawn = tracked.length > 0 ? tracked : series.slice(0, 1);
  return (
    <Card
      title={`SNIA SSS PTS 2.0.2 · ${report.title}`}
      actions={
        <>
          {!report.is_standard && <Badge tone="warn">{t`not the standard`}</Badge>}
          {window !== null && (
            <Badge tone={window.is_steady ? "ok" : "warn"}>
              {window.is_steady ? t`steady` : t`not steady`}
            </Badge>
          )}
        </>
      }
    >
      <div className="grid gap-4 anywhere below-12">
        <p className={drives.sentence}>{report.sentence}</p>
        {report.text.map((one) => (
          <p key={one}>{one}</p>
        ))}
      </div>
      <Facts report={report} batch={batch} units={units} />
      <div
        className="grid gap-14 below-14"
        style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(330px, 100%), 1fr))" }}
      >
        {drawn.map((one) => (
          <PtsChart
            key={cellName(one)}
            name={`pts-${one.reads_pct}-${one.bs_bytes}`}
            title={`${METRICS[metric]}, ${cellName(one)}`}
            subtitle={
              one.fit === null
                ? t`${{ count: report.round_count }} rounds`
                : t`average ${{ average: formatSeriesValue(one.fit.average, UNITS[metric], units) }}, range ${{ range: formatPercent(one.fit.range_share * 100) }}, slope ${{ slope: formatPercent(one.fit.slope_share * 100) }}`
            }
            points={one.points.map(({ round, value, run_id }) => ({ round, value, runId: run_id }))}
            window={window}
            fit={one.fit}
            period={report.period}
            unit={UNITS[metric]}
            units={units}
            onPick={(runId) => void navigate({ to: paths.run(runId) })}
          />
        ))}
      </div>
      <div className={styles.tables}>
        {tracked.length > 0 && <SteadyTable report={report} tracked={tracked} units={units} />}
        <CellTable
          report={report}
          caption={t`${{ metric: METRICS[metric] }}, mean of the window`}
          unit={UNITS[metric]}
          units={units}
          read={({ mean }) => mean}
        />
        {metric === "lat_mean_ns" && (
          <CellTable
            report={report}
            caption={t`Largest latency in the window`}
            unit="ns"
            units={units}
            read={({ max_ns }) => max_ns}
          />
        )}
      </div>
    </Card>
  );
}

function Facts({ report, batch, units }: ReportProps) {
  const { window, purge, period } = report;
  return (
    <dl className={styles.facts}>
      <Fact name={t`Host`}>{batch.hosts.map(({ name }) => name).join(", ")}</Fact>
      <Fact name={t`Target`}>{batch.runs[0]?.target ?? <Missing reason={t`not reported`} />}</Fact>
      <Fact name={period > 1 ? t`Minutes` : t`Rounds`}>
        {t`${{ count: report.round_count }} of at most ${{ most: report.max_rounds }}, ${{ seconds: report.runtime_s }} s per cell`}
      </Fact>
      <Fact name={t`Window`}>
        {window === null ? (
          <Missing reason={t`too few rounds`} />
        ) : (
          `${formatCount(window.first)}–${formatCount(window.last)}`
        )}
      </Fact>
      <Fact name={t`Purge`}>{purge === null ? t`none` : purgeInWords(purge)}</Fact>
      <Fact name={t`Preconditioning`}>
        {report.prefill_bytes === 0
          ? t`none, as the test asks`
          : t`${{ prefill: formatBytes(report.prefill_bytes, units) }} in sequence, 128 KiB`}
      </Fact>
      <Fact name={t`Range`}>
        {t`${{ range: formatBytes(report.range_bytes, units) }} of ${{ capacity: formatBytes(report.capacity_bytes, units) }}`}
      </Fact>
      <Fact name={t`Write cache`}>{report.write_cache ?? <Missing reason={t`not reported`} />}</Fact>
      <Fact name={t`Written`}>
        {t`${{ written: formatBytes(report.written_bytes, units) }} of ${{ limit: formatBytes(report.write_limit_bytes, units) }} allowed`}
      </Fact>
    </dl>
  );
}

function purgeInWords({ method, state, at }: NonNullable<PtsReport["purge"]>): string {
  return state === "done" ? `${method}, ${formatMoment(at, new Date())}` : t`${method}, not completed`;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const STEADY_COLUMNS = [
  { name: t`Steady state` },
  { name: t`Average`, isNumeric: true },
  { name: t`Range (≤ 20 %)`, isNumeric: true },
  { name: t`Slope (≤ 10 %)`, isNumeric: true },
  { name: t`Fitted line, per round`, isNumeric: true, isWide: true },
];

function SteadyTable({
  report,
  tracked,
  units,
}: {
  report: PtsReport;
  tracked: Series[];
  units: BandwidthUnits;
}) {
  const unit = UNITS[report.metric];
  return (
    <Table caption={t`Steady state by tracked cell`} columns={STEADY_COLUMNS} isDense>
      {tracked.map((one) =>
        one.fit === null ? null : (
          <tr key={cellName(one)}>
            <th scope="row">
              {cellName(one)}{" "}
              {one.fit.is_steady ? (
                <Badge tone="ok">{t`steady`}</Badge>
              ) : (
                <Badge tone="warn">{t`not steady`}</Badge>
              )}
            </th>
            <NumberCell>{formatSeriesValue(one.fit.average, unit, units)}</NumberCell>
            <NumberCell>{formatPercent(one.fit.range_share * 100)}</NumberCell>
            <NumberCell>{formatPercent(one.fit.slope_share * 100)}</NumberCell>
            <NumberCell isWide>
              {`${one.fit.slope < 0 ? "−" : "+"}${formatSeriesValue(Math.abs(one.fit.slope), unit, units)}`}
            </NumberCell>
          </tr>
        ),
      )}
    </Table>
  );
}

interface CellTableProps {
  report: PtsReport;
  caption: string;
  unit: SeriesUnit;
  units: BandwidthUnits;
  read: (series: Series) => number | null;
}

/** Block sizes by mixes of reads and writes, as the standard prints them. */
function CellTable({ report: { series }, caption, unit, units, read }: CellTableProps) {
  const mixes = [...new Set(series.map(({ reads_pct }) => reads_pct))].sort((a, b) => a - b);
  const sizes = [...new Set(series.map(({ bs_bytes }) => bs_bytes))].sort((a, b) => a - b);
  const columns = [
    { name: caption },
    ...mixes.map((mix) => ({ name: `R/W ${mix}/${100 - mix}`, isNumeric: true })),
  ];
  return (
    <Table caption={caption} columns={columns} isDense>
      {sizes.map((size) => (
        <tr key={size}>
          <th scope="row">{blockName(size)}</th>
          {mixes.map((mix) => {
            const cell = series.find((one) => one.reads_pct === mix && one.bs_bytes === size);
            const value = cell === undefined ? null : read(cell);
            return (
              <NumberCell key={mix}>
                {value === null ? <Missing reason={t`no window`} /> : formatSeriesValue(value, unit, units)}
              </NumberCell>
            );
          })}
        </tr>
      ))}
    </Table>
  );
}

function blockName(bytes: number): string {
  return `${bytes / 1024} KiB`;
}

function cellName({ reads_pct, bs_bytes }: Series): string {
  return `R/W ${reads_pct}/${100 - reads_pct}, ${blockName(bs_bytes)}`;
}

/** What the report takes the place of: nothing on a page that has one. */
export function UnlessPts({ batch, children }: { batch: Batch; children: ReactNode }) {
  return batch.agent_name === PTS ? null : children;
}

/** What stands below a report, on the screen alone. */
export function BelowPts({ batch, children }: { batch: Batch; children: ReactNode }) {
  return batch.agent_name === PTS ? <div className={styles.below}>{children}</div> : children;
}
