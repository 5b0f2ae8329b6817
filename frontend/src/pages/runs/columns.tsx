/**
 * The columns of the run history: each with its widths, its first order, and what a run and a batch say in it. A batch
 * stands for its runs, so that it says a span where a run says a value.
 */
import type { ReactNode } from "react";
import type { BatchFold, RunItem } from "@/api/types";
import { RunStatus } from "@/components/RunStatus";
import { HeldFigure } from "@/components/references/HeldFigure";
import { ANSWER_TITLES, isOfAnswers } from "@/lib/answer-words";
import type { FactorShape } from "@/lib/factor";
import { metricOf } from "@/lib/metrics";
import { type BandwidthUnits, formatBandwidth, formatCount, formatIops, formatLatency } from "@/lib/units";
import * as batch from "@/pages/runs/BatchCells";
import { ChangedMark } from "@/pages/runs/ChangedMark";
import { OWN_TITLES } from "@/pages/runs/column-ids";
import * as run from "@/pages/runs/RunCells";
import type { RunRow } from "@/pages/runs/rows";
import { VerdictMark } from "@/sections/answer/VerdictMark";

/** What a chosen column is: a factor, a metric, or one of the table's own. */
export interface ChosenColumn {
  id: string;
  factor: FactorShape | null;
}

/** A column as it is drawn. */
export interface RunColumn {
  id: string;
  title: string;
  widths: Widths;
  isNumeric?: boolean;
  /** The order that the first click on its heading asks for; null: the service does not sort by it. */
  firstOrder: "ascending" | "descending" | null;
  cell: (row: RunRow) => ReactNode;
}

/** In pixels. */
interface Widths {
  wide: number;
  /** Below 1,200 pixels; as wide without one. */
  medium?: number;
  /** On a phone; without one the column gives way. */
  narrow?: number;
}

/** A column with what a run says in it, and what a batch says: of its newest run or over all. */
interface Declared extends Omit<RunColumn, "title" | "cell"> {
  ofRun: (row: RunRow) => ReactNode;
  ofBatch: (fold: BatchFold, newest: RunItem) => ReactNode;
}

/** The columns of one choice and unit. The order itself is the service's. */
export function runColumns(chosen: readonly ChosenColumn[], units: BandwidthUnits): readonly RunColumn[] {
  const own = new Map(ownColumns(units).map((column) => [column.id, column]));
  return chosen.map(({ id, factor }) => {
    const { ofRun, ofBatch, ...column } =
      own.get(id) ??
      (factor !== null ? factorColumn(factor) : isOfAnswers(id) ? answerColumn(id) : metricColumn(id, units));
    return {
      ...column,
      title: OWN_TITLES[id] ?? ANSWER_TITLES[id] ?? factor?.title ?? metricOf(id)?.short ?? id,
      // Called, not mounted as a component: columns are made anew when the factors' titles arrive, and a link that the
      // keyboard stands on must outlive that.
      cell: (row) => (row.fold === null ? ofRun(row) : ofBatch(row.fold, row.run)),
    };
  });
}

function factorColumn(factor: FactorShape): Declared {
  return {
    id: factor.key,
    widths: { wide: 110 },
    isNumeric: factor.type === "number" || factor.type === "bytes",
    firstOrder: "ascending",
    ofRun: (row) => <run.FactorValue run={row.run} factor={factor} />,
    ofBatch: (fold, newest) => <batch.FactorValue fold={fold} newest={newest} factor={factor} />,
  };
}

function answerColumn(key: string): Declared {
  return {
    id: key,
    widths: { wide: 190 },
    firstOrder: null,
    ofRun: (row) => <run.OfAnswer run={row.run} name={key} />,
    ofBatch: () => <batch.RunByRun />,
  };
}

function metricColumn(name: string, units: BandwidthUnits): Declared {
  return {
    id: name,
    widths: { wide: 96 },
    isNumeric: true,
    firstOrder: "descending",
    ofRun: (row) => <run.MetricValue row={row} name={name} units={units} />,
    ofBatch: () => <batch.RunByRun />,
  };
}

function ownColumns(units: BandwidthUnits): Declared[] {
  return [
    {
      id: "started_at",
      widths: { wide: 160, medium: 138, narrow: 80 },
      firstOrder: "descending",
      ofRun: (row) => <run.Started run={row.run} />,
      ofBatch: (fold, newest) => <batch.Started fold={fold} newest={newest} />,
    },
    {
      id: "host",
      widths: { wide: 124, medium: 128 },
      firstOrder: "ascending",
      ofRun: ({ run: { host } }) => <span title={host.name}>{host.name}</span>,
      ofBatch: ({ host }) => <span title={host.name}>{host.name}</span>,
    },
    {
      id: "target",
      widths: { wide: 116 },
      firstOrder: null,
      ofRun: (row) => <run.Target target={row.run.target} />,
      ofBatch: (_, newest) => <span title="The target of the newest run">{newest.target ?? "–"}</span>,
    },
    {
      id: "workload",
      widths: { wide: 198, narrow: 92 },
      firstOrder: null,
      ofRun: (row) => <run.Workload row={row} />,
      ofBatch: (fold, newest) => <batch.Name fold={fold} mark={<ChangedMark fold={fold} run={newest} />} />,
    },
    {
      id: "direction",
      widths: { wide: 84, medium: 36, narrow: 22 },
      firstOrder: null,
      ofRun: (row) => <run.Direction row={row} />,
      ofBatch: (fold) => <batch.Directions fold={fold} />,
    },
    {
      id: "iops",
      widths: { wide: 112, medium: 100, narrow: 88 },
      isNumeric: true,
      firstOrder: "descending",
      ofRun: (row) => <run.Iops row={row} />,
      ofBatch: (fold) => <batch.Spans fold={fold} metric="iops" format={formatIops} words="IOPS" />,
    },
    {
      id: "bw_bytes_per_s",
      widths: { wide: 158, medium: 130 },
      isNumeric: true,
      firstOrder: "descending",
      ofRun: (row) => <run.Bandwidth row={row} units={units} />,
      ofBatch: (fold) => (
        <batch.Spans
          fold={fold}
          metric="bw_bytes_per_s"
          format={(value) => formatBandwidth(value, units)}
          words="bandwidth"
        />
      ),
    },
    {
      id: "clat_p99_ns",
      widths: { wide: 114, medium: 104 },
      isNumeric: true,
      firstOrder: "descending",
      ofRun: (row) => <run.P99 row={row} />,
      ofBatch: (fold) => (
        <batch.Spans fold={fold} metric="clat_p99_ns" format={formatLatency} words="p99 completion latency" />
      ),
    },
    {
      id: "rated_share",
      widths: { wide: 104 },
      isNumeric: true,
      firstOrder: "ascending",
      ofRun: (row) => <run.OfRated row={row} />,
      ofBatch: () => <batch.RunByRun />,
    },
    {
      id: "history",
      widths: { wide: 104 },
      firstOrder: null,
      ofRun: (row) => <run.History row={row} />,
      ofBatch: () => <batch.RunByRun />,
    },
    {
      id: "reference",
      widths: { wide: 150 },
      isNumeric: true,
      firstOrder: null,
      ofRun: (row) => <HeldFigure of={{ run: row.run.id }} />,
      ofBatch: (fold) => <HeldFigure of={{ batch: fold.id }} />,
    },
    {
      id: "verdict",
      widths: { wide: 96, medium: 96, narrow: 44 },
      firstOrder: null,
      ofRun: (row) => <VerdictMark verdict={row.run.verdict} />,
      ofBatch: (fold, newest) => (
        <VerdictMark verdict={newest.verdict} of={`The newest of ${formatCount(fold.runs)} runs`} />
      ),
    },
    {
      id: "status",
      widths: { wide: 104, medium: 108, narrow: 78 },
      firstOrder: null,
      ofRun: (row) => <RunStatus run={row.run} />,
      ofBatch: (fold) => <batch.Status fold={fold} />,
    },
  ];
}
