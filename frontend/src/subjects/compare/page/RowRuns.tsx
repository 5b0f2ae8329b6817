import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ComparedMetric, Comparison, SideFigures } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { formatMetric, type Metric } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatCount, formatPercent, formatProbability } from "@/lib/units";
import page from "@/subjects/compare/page/ComparePage.module.css";
import { RowBootstrap } from "@/subjects/compare/page/RowBootstrap";
import styles from "@/subjects/compare/page/RowRuns.module.css";
import { SideMark } from "@/subjects/compare/page/TableHead";
import { baseOf, type CompareRow, partsOf } from "@/subjects/compare/parts/comparison-rows";
import { needText } from "@/subjects/compare/parts/comparison-words";
import type { CompareQuery } from "@/subjects/compare/queries";
import { Moment } from "@/ui/Moment";

interface RowRunsProps {
  row: CompareRow;
  query: CompareQuery;
  answer: Comparison;
  /** Base first. */
  sides: readonly Series[];
  metric: Metric;
  units: BandwidthUnits;
}

/** The single runs behind a row, side by side, with what the tests say of them. */
export function RowRuns({ row, query, answer, sides, metric, units }: RowRunsProps) {
  const parts = partsOf(answer);
  const columns = [
    { figures: baseOf(row), runs: answer.base.runs },
    ...row.cells.map((cell, i) => ({ figures: cell?.new ?? null, runs: parts[i]?.new.runs ?? [] })),
  ];
  return (
    <div className={styles.rowRuns}>
      {row.workload !== row.name && <p className={page.hint}>{row.workload}</p>}
      {row.cells.map(
        (cell, i) =>
          cell !== null && (
            <Tests
              key={sides[i + 1]?.key}
              cell={cell}
              name={row.cells.length > 1 ? sides[i + 1]?.label : undefined}
            />
          ),
      )}
      <RowBootstrap row={row} sides={sides} query={query} metric={metric.name} />
      <div className="grid gap-14" style={{ gridTemplateColumns: "repeat(auto-fit, minmax(280px, 1fr))" }}>
        {columns.map(({ figures, runs }, i) => (
          <section key={sides[i]?.key} aria-label={t`Runs of ${{ label: sides[i]?.label ?? "" }}`}>
            <h3>
              <SideMark side={sides[i]} />
            </h3>
            {figures === null || figures.n === 0 ? (
              <p className={page.hint}>
                <Trans>No value of this metric.</Trans>
              </p>
            ) : (
              <Runs figures={figures} runs={runs} metric={metric} units={units} />
            )}
          </section>
        ))}
      </div>
    </div>
  );
}

interface RunsProps {
  figures: SideFigures;
  runs: Comparison["base"]["runs"];
  metric: Metric;
  units: BandwidthUnits;
}

function Runs({ figures, runs, metric, units }: RunsProps) {
  const odd = new Set(figures.odd_run_ids);
  return (
    <ul className={styles.runs}>
      {figures.values.map(({ run_id, value }) => {
        const run = runs.find(({ id }) => id === run_id);
        return (
          <li key={run_id}>
            <span className="strong figures" style={{ minWidth: 74 }}>
              {formatMetric(metric, value, units)}
            </span>
            <Link to={paths.run(run_id)}>
              {run?.host_name ?? t`run`} <code>{run_id.slice(-8)}</code>
            </Link>
            <span className={page.hint}>
              <Moment iso={run?.started_at ?? null} />
            </span>
            {odd.has(run_id) && (
              <span className="warn small">
                <Trans>far from the others</Trans>
              </span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Tests({ cell, name }: { cell: ComparedMetric; name: string | undefined }) {
  const need = needText(cell);
  const { p_holm, p_value, mann_whitney, noise_ratio } = cell;
  const facts = [
    ...(noise_ratio === null
      ? []
      : [t`Noise between repeats, both sides: ${{ count: formatPercent(noise_ratio * 100) }}`]),
    ...(p_value === null ? [] : [`p ${formatProbability(p_value)}`]),
    ...(p_holm === null ? [] : [t`after Holm's correction ${{ p_holm: formatProbability(p_holm) }}`]),
    ...(mann_whitney === null
      ? []
      : [
          t`Cliff's delta ${{ cliffs_delta: formatCount(mann_whitney.cliffs_delta).replace("-", "−") }} (${{ effect: mann_whitney.effect }})`,
        ]),
  ];
  return (
    <p style={{ maxWidth: "90ch" }}>
      {name !== undefined && <strong>{name}: </strong>}
      {need !== null && <>{need} </>}
      {facts.length > 0 && <span className={page.hint}>{facts.join(" · ")}</span>}
    </p>
  );
}
