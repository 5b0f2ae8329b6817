import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { RunAnswer } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { sentenceCase } from "@/lib/format";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox } from "@/subjects/runs/parts/answer/AnswerBox";
import { howSure, REGRESSION, VERDICT_KINDS, YARDSTICKS } from "@/subjects/runs/parts/answer/verdict-kinds";

type Verdict = RunAnswer["verdict"];

/** What stays as it is written: `sda`, `nvme0n1`, "fio's nodes". */
const DRIVE = /^(?:fio.*|x?[hsv]d[a-z]{1,3}|(?:nvme|md|loop|dm-)\d\w*)$/;

/** What was measured stands in the sentence and above it. */
const isFurther = ({ name }: Verdict["evidence"][number]) => name !== "measured";

/** The one sentence of a run, how sure it is, what it rests on, and what to do next. */
export function Answer({
  verdict,
  of,
  units,
  scope,
  trial,
  choose,
  repeat,
  review,
  isRegression = false,
}: {
  verdict: Verdict;
  of?: string;
  /** How a reader wants bandwidths in the evidence; the sentence is the service's own. */
  units?: BandwidthUnits;
  /** Of what it is, where a page shows figures of something else. */
  scope?: string | undefined;
  /** What tries the first experiment; not shown where it would overwrite data. */
  trial?: ReactNode;
  /** What a reader can do where nothing is known to compare the figure with. */
  choose?: ReactNode;
  /** How to measure the same again, where nothing was found that an experiment could settle. */
  repeat?: ReactNode;
  /** How to look at the open regression whose level the run is at. */
  review?: ReactNode;
  /** Whether the sentence is of a regression that begins with the run. */
  isRegression?: boolean;
}) {
  const [first, ...further] = verdict.experiments;
  const comparedWith = verdict.compared_with ?? null;
  const sure = [
    // "Unexplained" is itself the doubt.
    verdict.id === null || (verdict.kind === "unexplained" && !verdict.is_possible_cause)
      ? ""
      : howSure(verdict),
    // A limit or a rating is named by the sentence itself.
    isRegression ||
    verdict.kind !== "none" ||
    comparedWith === null ||
    comparedWith === "limit" ||
    comparedWith === "rating"
      ? ""
      : comparedWith === "queue"
        ? t`from queue depth and latency`
        : t`compared with ${{ comparedWith: YARDSTICKS[comparedWith] }}`,
    scope ?? "",
  ].filter((part) => part !== "");
  return (
    <AnswerBox
      of={of}
      {...(isRegression ? REGRESSION : VERDICT_KINDS[verdict.kind])}
      sure={sure.join(" · ")}
      sentence={verdict.sentence}
      text={verdict.text}
      figures={verdict.evidence.filter(isFurther).map(({ name, value, unit, source }) => ({
        name: DRIVE.test(name) ? name : sentenceCase(name),
        value: formatFact(value, unit, name, units),
        detail: source === "computed" ? t`calculated` : t`Source: ${source}`,
      }))}
      nextTitle={t`Next step`}
      next={
        first === undefined ? (
          verdict.kind === "none" ? (
            (review ?? (comparedWith === null ? choose : repeat) ?? null)
          ) : null
        ) : (
          <>
            <Experiment of={first} />
            {!first.is_destructive && trial}
            {further.length > 0 && (
              <details>
                <summary>
                  <Trans>{{ further: further.length }} more experiments</Trans>
                </summary>
                {further.map((one) => (
                  <Experiment key={one.title} of={one} />
                ))}
              </details>
            )}
          </>
        )
      }
    />
  );
}

function Experiment({ of: trial }: { of: Verdict["experiments"][number] }) {
  return (
    <div className={styles.trial}>
      <p className={styles.step}>
        {trial.title}
        {trial.options.length > 0 && (
          <>
            {": "}
            <code>{trial.options.map((option) => `--${option}`).join(" ")}</code>
          </>
        )}
      </p>
      <p className={styles.if}>
        {trial.if_true} {trial.if_false}
      </p>
      {trial.is_destructive && (
        <p className={styles.if}>
          <Trans>This experiment overwrites data.</Trans>
        </p>
      )}
    </div>
  );
}
