/** What a batch says in each column of the history: a span over its runs, or the value of its newest one. */
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { BatchFold, RunItem } from "@/api/types";
import { type FactorShape, formatFactor } from "@/lib/factor";
import { formatUtc } from "@/lib/time";
import {
  type BandwidthUnits,
  formatBandwidth,
  formatCount,
  formatIops,
  formatShare,
  formatSpan,
} from "@/lib/units";
import {
  briefPattern,
  patternInWords,
  sweptBriefly,
  sweptInWords,
  sweptSpan,
  workloadInWords,
} from "@/lib/workload";
import { mainMetric } from "@/subjects/runs/list/main-metric";
import { StartWords } from "@/subjects/runs/list/RunCells";
import styles from "@/subjects/runs/list/RunTable.module.css";
import { MAX_STEPS } from "@/subjects/runs/queries/runs";
import { Badge } from "@/ui/Badge";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";

type Span = BatchFold["spans"][number];
/** As many lines as a run's row has. */
const MAX_LINES = 2;

function PerSpan({ fold, children }: { fold: BatchFold; children: (span: Span) => ReactNode }) {
  if (fold.spans.length === 0) return <Missing reason={t`no results`} />;
  return (
    <span className="stack">
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

interface OfFastestProps {
  fold: BatchFold;
  metric: "iops" | "bw_bytes_per_s" | "clat_p99_ns";
  format: (value: number) => string;
}

/** A figure of the workload that the result names: a range over several workloads would read as a spread. */
export function OfFastest({ fold, metric, format }: OfFastestProps) {
  return (
    <PerSpan fold={fold}>
      {({ fastest }) => {
        const value = fastest[metric];
        const text = formatSpan(typeof value === "number" ? [value, value] : value, format);
        if (text === null) return <Missing reason={t`not measured`} />;
        return <span title={t`Fastest: ${{ words: workloadInWords(fastest) }}`}>{text}</span>;
      }}
    </PerSpan>
  );
}

export function Started({ fold, newest: run }: { fold: BatchFold; newest: RunItem }) {
  const newest = run.started_at ?? run.uploaded_at;
  const first = fold.started_at ?? newest;
  return (
    <span className={styles.started} title={`${formatUtc(first)} – ${formatUtc(newest)}`}>
      <StartWords iso={first} />
    </span>
  );
}

interface WorkloadsProps {
  fold: BatchFold;
  newest: RunItem;
  /** As many as one line has. */
  letters: number | undefined;
}

/** What was swept; of one workload, which. */
export function Workloads({ fold, newest, letters }: WorkloadsProps) {
  const count = Math.max(0, ...fold.spans.map((span) => span.workloads));
  const [result] = newest.results;
  const what =
    fold.swept.length > 0
      ? sweptInWords(fold.swept)
      : plural(count, { one: "# workload", other: "# workloads" });
  const { pattern, size } = result === undefined ? { pattern: null, size: null } : patternInWords(result);
  const isSwept = (key: string) => fold.swept.some((option) => option.key === key);
  // What the sweep left as it was, then what it varied; the cell says it briefly.
  const same = [isSwept("rw") ? null : pattern, isSwept("bs") ? null : size].filter((word) => word !== null);
  const text = [...(count === 0 ? [] : same), what].join(" ");
  const more = fold.runs > MAX_STEPS ? t`; opens to its newest ${MAX_STEPS}` : "";
  const lines =
    result === undefined || fold.swept.length === 0 ? [text] : sweptBriefly(fold.swept, result, letters);
  return (
    <span className="stack" title={text + more}>
      {lines.map((line) => (
        <span key={line} className={styles.line}>
          {line}
        </span>
      ))}
    </span>
  );
}

/** In each direction the best of the workload that moved most, and which workload it is. */
export function Best({ fold, units }: { fold: BatchFold; units: BandwidthUnits }) {
  return (
    <PerSpan fold={fold}>
      {({ direction, fastest }) => {
        const metric = mainMetric(fastest);
        const best = fastest[metric];
        if (best === null) return <Missing reason={t`not measured`} />;
        const text = metric === "iops" ? `${formatIops(best)} IOPS` : formatBandwidth(best, units);
        return (
          <span title={t`Fastest: ${{ words: workloadInWords(fastest) }}`}>
            {fold.spans.length > 1 && <DirectionMark direction={direction} isShort />} {text}{" "}
            <span className={styles.which}>{briefPattern(fastest)}</span>
          </span>
        );
      }}
    </PerSpan>
  );
}

export function Status({ fold }: { fold: BatchFold }) {
  if (fold.unfinished === 0) {
    return (
      <Badge tone="ok">
        <Trans>Done</Trans>
      </Badge>
    );
  }
  return (
    <Badge tone="warn" title={t`Incomplete, failed or not parsed`}>
      <Trans>{{ unfinished: formatCount(fold.unfinished) }} not done</Trans>
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
  if (value === null || value === undefined)
    return <Missing reason={t`${{ title: factor.title }} is unknown`} />;
  return <span title={t`Newest run`}>{formatFactor(factor, value)}</span>;
}

/** How much of their limit those runs reached that are at one. */
export function LimitShares({ fold: { limit_shares: shares } }: { fold: BatchFold }) {
  const [least, most] = shares ?? [];
  if (least === undefined || most === undefined) return <Missing reason={t`no limit found`} />;
  const [low, high] = [formatShare(least), formatShare(most)];
  return low === high ? high : `${low.replace(/\s?%$/, "")}\u2013${high}`;
}

/** What has no span: other metrics, small pictures. */
export function RunByRun() {
  return <Missing reason={t`varies by run`} />;
}
