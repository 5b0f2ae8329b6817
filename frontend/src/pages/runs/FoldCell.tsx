/** A batch as one row: each cell says what its column says of a run, as a span over the batch's runs. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MOST_STEPS } from "@/api/queries/runs";
import type { BatchFold, RunItem } from "@/api/types";
import { formatFactor } from "@/lib/factor";
import { countOf } from "@/lib/format";
import { metricOf } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import { formatUtc } from "@/lib/time";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatCount,
  formatIops,
  formatLatency,
  formatSpan,
} from "@/lib/units";
import { sweptInWords, sweptSpan } from "@/lib/workload";
import type { ChosenColumn } from "@/pages/runs/columns";
import styles from "@/pages/runs/RunTable.module.css";
import { Badge } from "@/ui/Badge";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";

interface FoldCellProps {
  fold: BatchFold;
  /** Its newest run. */
  run: RunItem;
  column: ChosenColumn;
  units: BandwidthUnits;
}

export function FoldCell({ fold, run, column, units }: FoldCellProps) {
  switch (column.id) {
    case "started_at":
      return <Started fold={fold} run={run} />;
    case "host":
      return <span title={fold.host.name}>{fold.host.name}</span>;
    case "target":
      return <span title="The target of the newest run">{run.target ?? "–"}</span>;
    case "workload":
      return <Name fold={fold} />;
    case "direction":
      return <PerSpan fold={fold}>{(span) => <DirectionMark direction={span.direction} />}</PerSpan>;
    case "iops":
      return spans(fold, "iops", formatIops, "IOPS");
    case "bw_bytes_per_s":
      return spans(fold, "bw_bytes_per_s", (value) => formatBandwidth(value, units), "bandwidth");
    case "clat_p99_ns":
      return spans(fold, "clat_p99_ns", formatLatency, "p99 completion latency");
    case "status":
      return <Status fold={fold} />;
    default:
      return <Other fold={fold} run={run} column={column} />;
  }
}

type Span = BatchFold["spans"][number];
/** As many lines as a run's row has. */
const MOST_LINES = 2;

function PerSpan({ fold, children }: { fold: BatchFold; children: (span: Span) => ReactNode }) {
  if (fold.spans.length === 0) return <Missing reason="no run of this batch has results" />;
  return (
    <span className={styles.lines}>
      {fold.spans.slice(0, MOST_LINES).map((span) => (
        <span key={span.direction} className={styles.line}>
          {children(span)}
        </span>
      ))}
    </span>
  );
}

function spans(
  fold: BatchFold,
  name: "iops" | "bw_bytes_per_s" | "clat_p99_ns",
  format: (value: number) => string,
  words: string,
) {
  return (
    <PerSpan fold={fold}>
      {(span) => {
        const text = formatSpan(span[name], format);
        if (text === null) return <Missing reason={`${words} was not measured`} />;
        const over = `${countOf(span.results, "result")} of ${countOf(span.workloads, "workload")}`;
        return (
          <span className={styles.span} title={`${text}: least and most ${words} of ${over}`}>
            {text}
          </span>
        );
      }}
    </PerSpan>
  );
}

function Started({ fold, run }: { fold: BatchFold; run: RunItem }) {
  const newest = run.started_at ?? run.uploaded_at;
  const title = `The newest run, ${formatUtc(newest)}; the first ${fold.started_at === null ? "at an unknown time" : formatUtc(fold.started_at)}`;
  return (
    <Link to={paths.batch(fold.id)} className={styles.started} title={title}>
      <Moment iso={newest} />
    </Link>
  );
}

function Name({ fold }: { fold: BatchFold }) {
  const workloads = new Set(fold.spans.map((span) => span.workloads));
  const [count = 0] = [...workloads].toSorted((a, b) => b - a);
  const what =
    fold.swept.length === 0
      ? count === 1
        ? "one workload"
        : countOf(count, "workload")
      : sweptInWords(fold.swept);
  const text = fold.runs > MOST_STEPS ? `${what}; opens to its newest ${MOST_STEPS}` : what;
  return (
    <span className={styles.lines}>
      <span className={styles.line}>
        <Link to={paths.batch(fold.id)} className={styles.batchName} aria-label={`Batch ${fold.name}`}>
          {fold.name}
        </Link>{" "}
        <span className={styles.batchFacts}>{foldFacts(fold)}</span>
      </span>
      <span className={`${styles.line} ${styles.ditto}`} title={text}>
        {text}
      </span>
    </span>
  );
}

/** "5 of 10 steps · 2 repeats": the steps are those that the filter means. */
function foldFacts({ runs, steps, repeats_min: least, repeats_max: most }: BatchFold): string {
  const repeats =
    least === most ? `n = ${formatCount(most)}` : `n = ${formatCount(least)} to ${formatCount(most)}`;
  return `${formatCount(runs)} of ${countOf(steps, "step")}${most === 0 ? "" : ` · ${repeats}`}`;
}

function Status({ fold }: { fold: BatchFold }) {
  if (fold.unfinished === 0) {
    return (
      <Badge tone="ok" title={`All ${formatCount(fold.runs)} runs ended without an error`}>
        Done
      </Badge>
    );
  }
  return (
    <Badge tone="warn" title="Cut short, failed, or not understood: open the batch to see which">
      {formatCount(fold.unfinished)} not done
    </Badge>
  );
}

/** Any other column: a swept option as its span, a factor as the newest run has it, a metric only run by run. */
function Other({ fold, run, column: { id, factor } }: Omit<FoldCellProps, "units">) {
  const option = fold.swept.find(({ key }) => key === id);
  if (option !== undefined) return sweptSpan(option);
  if (metricOf(id) !== null || id === "history") return <Missing reason="Open the batch: shown run by run" />;
  const value = run.cells?.[id];
  if (factor === null || value === null || value === undefined) {
    return <Missing reason={`${factor?.title ?? id} is unknown`} />;
  }
  return <span title="Of the newest run">{formatFactor(factor, value)}</span>;
}
