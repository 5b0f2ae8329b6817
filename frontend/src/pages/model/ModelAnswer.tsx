import { IconAlertTriangle, IconCircleDashed, IconLineDashed } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { DriveModelDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount, formatRatedShare } from "@/lib/units";
import look from "@/sections/answer/Answer.module.css";
import { AnswerBox } from "@/sections/answer/AnswerBox";
import { formatRated, VERDICTS } from "@/sections/answer/scorecard-words";
import { bestRated, modelReading, nearestRated, oddCount, oddInWords } from "@/sections/model-answer";
import { modelProblems } from "@/sections/model-words";
import { CommandLine } from "@/ui/CommandLine";
import { Missing } from "@/ui/Missing";

const KINDS = {
  look: { word: "Needs attention", icon: IconAlertTriangle, tone: look["doubted"] },
  rated: { word: "vs. rating", icon: IconLineDashed, tone: look["plain"] },
  open: { word: "No verdict yet", icon: IconCircleDashed, tone: look["none"] },
} as const;

/** How to measure what the datasheet rates. */
function NextStep({ cardId }: { cardId: string }) {
  return (
    <>
      <h3>Next step</h3>
      <p className={look.trial}>Run what the datasheet rates; it only reads.</p>
      <CommandLine
        text="fioboard-agent suite datasheet --target DRIVE"
        name="command of the datasheet's jobs"
      />
      <p className={look.if}>
        <Link to={paths.sheet(cardId)}>Its figures and jobs</Link>
      </p>
    </>
  );
}

/** What its drives give, each alone, beside what they are rated, and whether one stands out. */
export function ModelAnswer({ model }: { model: DriveModelDetail }) {
  const { kind, sentence, text } = modelReading(model);
  const best = bestRated(model);
  const nearest = nearestRated(model);
  const odd = oddCount(model);
  const { word, icon, tone } = KINDS[kind];
  return (
    <AnswerBox
      word={word}
      icon={icon}
      tone={tone}
      sentence={sentence}
      text={text}
      next={best === undefined && nearest?.figure.card ? <NextStep cardId={nearest.figure.card.id} /> : null}
      figures={[
        {
          name: "Drives",
          value: <Link to={paths.fleet({ model: model.model })}>{formatCount(model.drives)}</Link>,
          detail: `in ${formatCount(model.hosts)} host${model.hosts === 1 ? "" : "s"}`,
        },
        {
          name: "Of its rating",
          value:
            best === undefined ? (
              nearest === undefined ? (
                <Missing reason="not rated" />
              ) : (
                <Link to={paths.run(nearest.run_id)}>{formatRatedShare(nearest.figure.share)} ≠</Link>
              )
            ) : (
              <Link to={paths.run(best.run_id)}>{formatRatedShare(best.figure.share)}</Link>
            ),
          detail:
            best === undefined
              ? nearest && VERDICTS[nearest.figure.verdict].word
              : `${formatRated(best.figure, best.figure.measured, "decimal")}, ${VERDICTS[best.figure.verdict].word}`,
        },
        {
          name: "Outliers",
          value: odd === null ? <Missing reason={oddInWords(model)} /> : formatCount(odd),
        },
        { name: "Issues", value: modelProblems(model).join(", ") || "none known" },
      ]}
    />
  );
}
