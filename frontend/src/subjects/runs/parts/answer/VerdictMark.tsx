import { t } from "@lingui/core/macro";
import type { RunItem } from "@/api/types";
import { formatShare } from "@/lib/units";
import styles from "@/subjects/runs/parts/answer/VerdictMark.module.css";
import { VERDICT_KINDS } from "@/subjects/runs/parts/answer/verdict-kinds";
import { Missing } from "@/ui/Missing";

type Verdict = NonNullable<RunItem["verdict"]>;

interface VerdictMarkProps {
  verdict: Verdict | null;
  /** Whose verdict it is, where the row stands for several runs: before the sentence. */
  of?: string;
  /** Where a yardstick stands in the same row, the mark alone says enough. */
  hasShare?: boolean;
}

/** A run's verdict in a row: its kind as a mark, how much of a limit was reached, and the sentence on hover. */
export function VerdictMark({ verdict, of, hasShare = true }: VerdictMarkProps) {
  if (verdict === null) return <Missing reason={t`no verdict: parsed by an older version`} />;
  const { icon: Icon, tone } = VERDICT_KINDS[verdict.kind];
  const share =
    hasShare && verdict.kind === "limit" && verdict.share !== null ? formatShare(verdict.share) : null;
  const sentence = of === undefined ? verdict.sentence : `${of}: ${verdict.sentence}`;
  return (
    <span className="inline-row gap-6" title={sentence}>
      <span className={`${styles.tile} ${tone}`} role="img" aria-label={sentence}>
        <Icon size={15} aria-hidden="true" />
      </span>
      {share !== null && <span className="figures only-wide">{share}</span>}
    </span>
  );
}
