/** What a batch says in each column of the history: a span over its runs, or the value of its newest one. */
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { MAX_STEPS } from "@/api/queries/runs";
import type { BatchFold, RunItem } from "@/api/types";
import { type FactorShape, formatFactor } from "@/lib/factor";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatUtc } from "@/lib/time";
import { formatCount, formatSpan } from "@/lib/units";
import { sweptInWords, sweptSpan } from "@/lib/workload";
import styles from "@/pages/runs/RunTable.module.css";
import { Badge } from "@/ui/Badge";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";

type Span = BatchFold["spans"][number];
/** As many lines as a run's row has. */
const MAX_LINES = 2;

function PerSpan({ fold, children }: { fold: BatchFold; children: (span: Span) => ReactNode }) {
  if (fold.spans.length === 0) return <Missing reason="no run of this batch has results" />;
  return (
    <span className={styles.lines}>
      {fold.spans.slice(0, MAX_LINES).map((span) => (
        <span key={span.direction} className={styles.line}>
          {children(span)}
        </span>
      ))}
    </span>
  );
}

export function Directions({ fold }: { fold: BatchFold }) {
  return <PerSpan fold={fold}>{(span) => <DirectionMark direction={span.direction} />}</PerSpan>;
}

interface SpansProps {
  fold: BatchFold;
  metric: "iops" | "bw_bytes_per_s" | "clat_p99_ns";
  format: (value: number) => string;
  /** The metric within a sentence. */
  words: string;
}

export function Spans({ fold, metric, format, words }: SpansProps) {
  return (
    <PerSpan fold={fold}>
      {(span) => {
        const text = formatSpan(span[metric], format);
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

export function Started({ fold, newest: run }: { fold: BatchFold; newest: RunItem }) {
  const newest = run.started_at ?? run.uploaded_at;
  const title = `The newest run, ${formatUtc(newest)}; the first ${fold.started_at === null ? "at an unknown time" : formatUtc(fold.started_at)}`;
  return (
    <Link to={paths.batch(fold.id)} className={styles.started} title={title}>
      <Moment iso={newest} />
    </Link>
  );
}

export function Name({ fold, mark }: { fold: BatchFold; mark: ReactNode }) {
  const workloads = new Set(fold.spans.map((span) => span.workloads));
  const [count = 0] = [...workloads].toSorted((a, b) => b - a);
  const what =
    fold.swept.length === 0
      ? count === 1
        ? "one workload"
        : countOf(count, "workload")
      : sweptInWords(fold.swept);
  const text = fold.runs > MAX_STEPS ? `${what}; opens to its newest ${MAX_STEPS}` : what;
  return (
    <span className={styles.lines}>
      <span className={`${styles.line} ${styles.marked}`}>
        <span className={styles.line}>
          <Link to={paths.batch(fold.id)} className={styles.batchName} aria-label={`Batch ${fold.name}`}>
            {fold.name}
          </Link>{" "}
          <span className={styles.batchFacts}>{foldFacts(fold)}</span>
        </span>
        {mark}
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

export function Status({ fold }: { fold: BatchFold }) {
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

interface FactorValueProps {
  fold: BatchFold;
  newest: RunItem;
  factor: FactorShape;
}

/** A swept option as its span, any other factor as the newest run has it. */
export function FactorValue({ fold, newest, factor }: FactorValueProps) {
  const option = fold.swept.find(({ key }) => key === factor.key);
  if (option !== undefined) return sweptSpan(option);
  const value = newest.cells?.[factor.key];
  if (value === null || value === undefined) return <Missing reason={`${factor.title} is unknown`} />;
  return <span title="Of the newest run">{formatFactor(factor, value)}</span>;
}

/** What has no span: other metrics, small pictures. */
export function RunByRun() {
  return <Missing reason="Open the batch: shown run by run" />;
}
