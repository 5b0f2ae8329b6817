import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconAlertTriangle, IconCircleDashed, IconLineDashed } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { DriveModelDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount, formatRatedShare } from "@/lib/units";
import {
  bestRated,
  isHealthKnown,
  modelReading,
  nearestRated,
  oddCount,
  oddInWords,
} from "@/subjects/datasheets/parts/model-answer";
import { modelProblems } from "@/subjects/datasheets/parts/model-words";
import { formatRated, shareInWords, VERDICTS } from "@/subjects/datasheets/parts/scorecard-words";
import look from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox } from "@/subjects/runs/parts/answer/AnswerBox";
import { CommandLine } from "@/ui/CommandLine";
import { Missing } from "@/ui/Missing";

const KINDS = {
  look: { word: t`Needs attention`, icon: IconAlertTriangle, tone: look["doubted"] },
  rated: { word: t`vs. rating`, icon: IconLineDashed, tone: look["plain"] },
  limited: { word: t`Limit`, icon: IconLineDashed, tone: look["plain"] },
  open: { word: t`No verdict yet`, icon: IconCircleDashed, tone: look["none"] },
} as const;

/** How to measure what the datasheet rates. */
function NextStep({ cardId }: { cardId: string }) {
  return (
    <>
      <h3 className="hint">
        <Trans>Next step</Trans>
      </h3>
      <p className={look.step}>
        <Trans>Run the read tests of the datasheet. PATH is the drive; nothing is written to it.</Trans>
      </p>
      <CommandLine
        text="fioboard-agent suite datasheet --target PATH"
        name={t`command of the datasheet's jobs`}
      />
      <p className={look.if}>
        <Link to={paths.sheet(cardId)}>
          <Trans>Figures and jobs</Trans>
        </Link>
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
          name: t`Drives`,
          value: <Link to={paths.fleet({ model: model.model })}>{formatCount(model.drives)}</Link>,
          detail: plural({ hosts: model.hosts }, { one: "in # host", other: "in # hosts" }),
        },
        {
          name: t`Share of rating`,
          value:
            best === undefined ? (
              nearest === undefined ? (
                <Missing reason={t`not rated`} />
              ) : (
                <Link to={paths.run(nearest.run_id)}>{shareInWords(nearest.figure)}</Link>
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
          name: t`Outliers`,
          value: odd === null ? <Missing reason={oddInWords(model)} /> : formatCount(odd),
        },
        {
          name: t`Issues`,
          value:
            modelProblems(model).join(", ") || (isHealthKnown(model) ? t`none known` : t`no health data`),
        },
      ]}
    />
  );
}
