import { IconAlertTriangle, IconCircleDashed, IconLineDashed } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { DriveModelDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount, formatRatedShare } from "@/lib/units";
import look from "@/sections/answer/Answer.module.css";
import { AnswerBox } from "@/sections/answer/AnswerBox";
import { formatRated, VERDICTS } from "@/sections/answer/scorecard-words";
import { bestRated, modelReading, oddCount, oddInWords } from "@/sections/model-answer";
import { modelProblems } from "@/sections/model-words";
import { Missing } from "@/ui/Missing";

const KINDS = {
  look: { word: "Needs attention", icon: IconAlertTriangle, tone: look["doubted"] },
  rated: { word: "vs. rating", icon: IconLineDashed, tone: look["plain"] },
  open: { word: "No verdict yet", icon: IconCircleDashed, tone: look["none"] },
} as const;

/** What its drives give, each alone, beside what they are rated, and whether one stands out. */
export function ModelAnswer({ model }: { model: DriveModelDetail }) {
  const { kind, sentence, text } = modelReading(model);
  const best = bestRated(model);
  const odd = oddCount(model);
  const { word, icon, tone } = KINDS[kind];
  return (
    <AnswerBox
      word={word}
      icon={icon}
      tone={tone}
      sentence={sentence}
      text={text}
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
              <Missing reason="not rated" />
            ) : (
              <Link to={paths.run(best.run_id)}>{formatRatedShare(best.figure.share)}</Link>
            ),
          detail:
            best === undefined
              ? undefined
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
