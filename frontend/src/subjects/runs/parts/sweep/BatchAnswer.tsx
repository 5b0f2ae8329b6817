import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconChartDots, IconChartLine } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Batch } from "@/api/types";
import { sentenceCase } from "@/lib/format";
import { type BandwidthUnits, formatBandwidth, formatIops, formatLatency } from "@/lib/units";
import answerStyles from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox, type AnswerFigure } from "@/subjects/runs/parts/answer/AnswerBox";
import { howSure, VERDICT_KINDS } from "@/subjects/runs/parts/answer/verdict-kinds";
import { CommandLine } from "@/ui/CommandLine";

const KNEE = { word: t`Knee`, icon: IconChartLine, tone: answerStyles.limit };
/** Without a limit or a doubt the sentence is a result, not a judgement. */
const RESULT = { word: t`Result`, icon: IconChartDots, tone: answerStyles.none };

type BatchVerdict = NonNullable<Batch["answer"]>;

interface BatchAnswerProps {
  /** What it is the answer of, where it has a name. */
  of?: string;
  /** A share tells no next step: it would name targets. */
  answer: Pick<BatchVerdict, "verdict" | "knee" | "sure" | "figures" | "goal"> &
    Partial<Pick<BatchVerdict, "next">>;
  previous?: Batch["previous"];
  /** What `previous` is called. */
  previousName?: string;
  units: BandwidthUnits;
  /** A link to compare it with the batch before, below the next step. */
  compare?: ReactNode;
}

/** Where the sweep stops gaining, or what else the batch tells as a whole. */
export function BatchAnswer(props: BatchAnswerProps) {
  const { of, answer, previous = null, previousName = t`previous batch`, units, compare = null } = props;
  const { verdict, knee, sure, figures, next = null } = answer;
  // Of a suite: a workload each.
  const isList = verdict.text.length > 2;
  const look =
    knee !== null && answer.goal === null
      ? KNEE
      : verdict.kind === "none"
        ? RESULT
        : VERDICT_KINDS[verdict.kind];
  return (
    <AnswerBox
      of={of}
      {...look}
      sure={sure ?? (verdict.id === null ? null : howSure(verdict))}
      sentence={verdict.sentence}
      text={isList ? [] : verdict.text}
      lines={isList ? verdict.text.map((text) => ({ text })) : []}
      figures={[
        ...figures.map(({ name, value, unit, detail }) => ({
          name,
          value:
            unit === "IOPS"
              ? `${formatIops(value)} IOPS`
              : unit === "ns"
                ? formatLatency(value)
                : formatBandwidth(value, units),
          detail,
        })),
        ...againstFigure(previous, sentenceCase(previousName)),
      ]}
      next={
        next === null ? null : (
          <>
            <h3 className="hint">
              <Trans>Next step</Trans>
            </h3>
            <p className={answerStyles.step}>{next.title}</p>
            <p className={answerStyles.if}>{next.detail}</p>
            {next.command !== null && (
              <CommandLine text={next.command} name={t`the command for these steps`} />
            )}
            {compare !== null && <p className={answerStyles.if}>{compare}</p>}
          </>
        )
      }
    />
  );
}

/** What may be claimed against the batch before, or the one that was chosen. */
function againstFigure(previous: Batch["previous"], name: string): AnswerFigure[] {
  if (previous === null) return [];
  const { steps } = previous.against;
  const count = (wanted: string) => steps.filter(({ verdict }) => verdict === wanted).length;
  const [better, worse] = [count("better"), count("worse")];
  const claims = [
    ...(better > 0 ? [t`better in ${better}`] : []),
    ...(worse > 0 ? [t`worse in ${worse}`] : []),
  ];
  const isShort = count("not_enough_runs") === steps.length;
  return [
    {
      name,
      value: claims.length > 0 ? claims.join(", ") : isShort ? t`no verdict` : t`no difference shown`,
      detail: t`${{ few: isShort ? t`too few runs, ` : "" }}${plural({ steps: steps.length }, { one: "# step", other: "# steps" })} matched`,
    },
  ];
}
