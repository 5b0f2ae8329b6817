/**
 * The columns of the run history: each with its widths, its first order, and what a run and a batch say in it. A batch
 * stands for its runs, so that it says a span where a run says a value.
 */
import { t } from "@lingui/core/macro";
import { lazy, type ReactNode, Suspense } from "react";
import type { BatchFold, RunItem } from "@/api/types";
import { ANSWER_TITLES, isOfAnswers } from "@/lib/answer-words";
import type { FactorShape } from "@/lib/factor";
import { metricOf } from "@/lib/metrics";
import { type BandwidthUnits, formatBandwidth, formatIops, formatLatency } from "@/lib/units";
import * as batch from "@/subjects/runs/list/BatchCells";
import { OWN_TITLES } from "@/subjects/runs/list/column-ids";
import * as run from "@/subjects/runs/list/RunCells";
import { type Opener, RunName } from "@/subjects/runs/list/RunName";
import type { RunRow } from "@/subjects/runs/list/rows";
import type { Chip } from "@/subjects/runs/list/run-name";
import { VerdictMark } from "@/subjects/runs/parts/answer/VerdictMark";
import { RunStatus } from "@/subjects/runs/RunStatus";
import { HeldFigure } from "@/subjects/watch/controls/references/HeldFigure";

// Nobody waits for it: it is none of the usual columns.
const TrendOfRow = lazy(async () => ({
  default: (await import("@/subjects/runs/list/TrendOfRow")).TrendOfRow,
}));

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
  /** A mark without words: its heading is read aloud only. */
  isMark?: boolean;
  /** The order that the first click on its heading asks for, its useful end first; null: it is not sorted by. */
  firstOrder: "ascending" | "descending" | null;
  /** How far from the table's edge it stays, in pixels, where the table is moved sideways. */
  left?: number;
  /** What the service sorts by; without one, by its id. */
  sortKey?: string | null;
  /** Why it is not sorted by, where that depends on the rows. */
  unsorted?: string;
  cell: (row: RunRow, naming: Naming) => ReactNode;
}

/** What stands beside a row's name. */
export interface Naming {
  chips: readonly Chip[];
  /** Lines that the name takes. */
  lines: number;
  /** As many as one line of a workload has; absent: as few as the narrowest has. */
  letters: number | undefined;
  /** The list's query string: a run's page steps through it. */
  list: string;
  /** Null: a run. */
  opener: Opener | null;
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
  ofBatch: (fold: BatchFold, newest: RunItem, naming: Naming) => ReactNode;
}

/** The one column that takes what room is left. */
export const NAME = {
  id: "run",
  title: OWN_TITLES["run"] ?? "",
  widths: { wide: 300, medium: 168, narrow: 140 },
  firstOrder: null,
} as const;

/** The columns of one choice and unit. The order itself is the service's. */
export function runColumns(chosen: readonly ChosenColumn[], units: BandwidthUnits): readonly RunColumn[] {
  const hasYardstick = chosen.some(({ id }) => id === "yardstick");
  const own = new Map(ownColumns(units, !hasYardstick).map((column) => [column.id, column]));
  return chosen.map(({ id, factor }) => {
    if (id === "run") {
      return {
        ...NAME,
        cell: (row, naming) => <RunName row={row} {...naming} />,
      };
    }
    const { ofRun, ofBatch, ...column } =
      own.get(id) ??
      (factor !== null ? factorColumn(factor) : isOfAnswers(id) ? answerColumn(id) : metricColumn(id, units));
    return {
      ...column,
      title: OWN_TITLES[id] ?? ANSWER_TITLES[id] ?? factor?.title ?? metricOf(id)?.short ?? id,
      // Called, not mounted as a component: columns are made anew when the factors' titles arrive, and a link that the
      // keyboard stands on must outlive that.
      cell: (row, naming) => (row.fold === null ? ofRun(row) : ofBatch(row.fold, row.run, naming)),
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
    firstOrder: metricOf(name)?.isLowerBetter === true ? "ascending" : "descending",
    ofRun: (row) => <run.MetricValue row={row} name={name} units={units} />,
    ofBatch: () => <batch.RunByRun />,
  };
}

/** `hasShare`: whether the verdict says how much of a limit was reached. */
function ownColumns(units: BandwidthUnits, hasShare: boolean): Declared[] {
  return [
    {
      id: "started_at",
      widths: { wide: 126, medium: 94, narrow: 80 },
      firstOrder: "descending",
      ofRun: (row) => <run.Started run={row.run} />,
      ofBatch: (fold, newest) => <batch.Started fold={fold} newest={newest} />,
    },
    {
      id: "host",
      widths: { wide: 134, medium: 130 },
      firstOrder: "ascending",
      ofRun: ({ run: { host } }) => <span title={host.name}>{host.name}</span>,
      ofBatch: ({ host }) => <span title={host.name}>{host.name}</span>,
    },
    {
      id: "target",
      widths: { wide: 116 },
      firstOrder: null,
      ofRun: (row) => <run.Target target={row.run.target} />,
      ofBatch: (_, newest) => <span title={t`Newest run`}>{newest.target ?? "–"}</span>,
    },
    {
      id: "workload",
      widths: { wide: 242, medium: 148, narrow: 92 },
      firstOrder: null,
      ofRun: (row) => <run.Workload row={row} />,
      ofBatch: (fold, newest, { letters }) => (
        <batch.Workloads fold={fold} newest={newest} letters={letters} />
      ),
    },
    {
      id: "result",
      widths: { wide: 166, medium: 162, narrow: 132 },
      isNumeric: true,
      firstOrder: "descending",
      ofRun: (row) => <run.MainResult row={row} units={units} />,
      ofBatch: (fold) => <batch.Best fold={fold} units={units} />,
    },
    {
      id: "yardstick",
      widths: { wide: 82, medium: 76 },
      firstOrder: null,
      ofRun: (row) => <run.Yardstick row={row} />,
      ofBatch: (fold) => <batch.LimitShares fold={fold} />,
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
      ofBatch: (fold) => <batch.OfFastest fold={fold} metric="iops" format={formatIops} />,
    },
    {
      id: "bw_bytes_per_s",
      widths: { wide: 158, medium: 130 },
      isNumeric: true,
      firstOrder: "descending",
      ofRun: (row) => <run.Bandwidth row={row} units={units} />,
      ofBatch: (fold) => (
        <batch.OfFastest
          fold={fold}
          metric="bw_bytes_per_s"
          format={(value) => formatBandwidth(value, units)}
        />
      ),
    },
    {
      id: "clat_p99_ns",
      widths: { wide: 104, medium: 92 },
      isNumeric: true,
      firstOrder: "ascending",
      ofRun: (row) => <run.P99 row={row} />,
      ofBatch: (fold) => <batch.OfFastest fold={fold} metric="clat_p99_ns" format={formatLatency} />,
    },
    {
      id: "rated_share",
      widths: { wide: 104 },
      isNumeric: true,
      firstOrder: "descending",
      ofRun: (row) => <run.OfRated row={row} />,
      ofBatch: () => <batch.RunByRun />,
    },
    {
      id: "history",
      widths: { wide: 84 },
      firstOrder: null,
      ofRun: (row) => (
        <Suspense fallback={null}>
          <TrendOfRow row={row} units={units} />
        </Suspense>
      ),
      ofBatch: () => null,
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
      widths: hasShare ? { wide: 84, medium: 76, narrow: 44 } : { wide: 42, medium: 36, narrow: 32 },
      isMark: !hasShare,
      firstOrder: null,
      ofRun: (row) => <VerdictMark verdict={row.run.verdict} hasShare={hasShare} />,
      ofBatch: (_, newest) => <VerdictMark verdict={newest.verdict} of={t`Newest run`} hasShare={hasShare} />,
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
