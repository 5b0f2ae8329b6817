import { t } from "@lingui/core/macro";
import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconCircleDashed,
  IconEqual,
  IconGitFork,
  IconQuestionMark,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { ComparedAnswer, ComparedMetric, ComparedPart } from "@/api/types";
import { formatMetric, type Metric, metricOf } from "@/lib/metrics";
import { type BandwidthUnits, formatSpan } from "@/lib/units";
import look from "@/subjects/runs/parts/answer/Answer.module.css";
import { AnswerBox, type AnswerFigure } from "@/subjects/runs/parts/answer/AnswerBox";

/** A claim is green or red; what is none is grey, whatever its size. */
const KINDS: Record<
  ComparedAnswer["kind"],
  { word: string; icon: typeof IconEqual; tone: string | undefined }
> = {
  better: { word: t`Better`, icon: IconTrendingUp, tone: look.better },
  worse: { word: t`Worse`, icon: IconTrendingDown, tone: look.worse },
  differs: { word: t`Better and worse`, icon: IconArrowsDiff, tone: look.none },
  no_difference: { word: t`No difference shown`, icon: IconEqual, tone: look.none },
  no_interval: { word: t`Not significant yet`, icon: IconCircleDashed, tone: look.none },
  confounded: { word: t`Confounded`, icon: IconGitFork, tone: look.worse },
  mixed: { word: t`Mixed configurations`, icon: IconGitFork, tone: look.worse },
  doubted: { word: t`Unreliable`, icon: IconAlertTriangle, tone: look.trust },
  partly_doubted: { word: t`Data-quality warning`, icon: IconAlertTriangle, tone: look.trust },
  untold: { word: t`Cause unknown`, icon: IconQuestionMark, tone: look.none },
  nothing: { word: t`No verdict yet`, icon: IconCircleDashed, tone: look.none },
};

interface ComparisonAnswerProps {
  part: ComparedPart;
  /** Base first. */
  names: readonly [string, string];
  /** There is one new side only. */
  isAlone: boolean;
  units: BandwidthUnits;
  /** What to do next. */
  next?: { nextTitle: string; next: ReactNode } | null;
}

/** What one side is against base, by what may be claimed: the first thing that a page and a share say. */
export function ComparisonAnswer({ part, names, isAlone, units, next = null }: ComparisonAnswerProps) {
  const { answer } = part;
  if (answer === null) return null;
  return (
    <AnswerBox
      of={isAlone ? undefined : names[1]}
      {...KINDS[answer.kind]}
      sure={answer.sure}
      sentence={answer.sentence}
      text={answer.text}
      caveat={answer.caveat}
      {...next}
      figures={sideFigures(part, answer, names, units)}
    />
  );
}

/** Both sides of the workload that the sentence names. */
function sideFigures(
  { headline_metric: name, workloads }: ComparedPart,
  { workload }: ComparedAnswer,
  names: readonly [string, string],
  units: BandwidthUnits,
): AnswerFigure[] {
  const metric = name === null ? null : metricOf(name);
  const cell =
    metric === null ? undefined : workloads.find(({ key }) => key === workload)?.metrics[metric.name];
  if (metric === null || cell === undefined) return [];
  return [sideFigure(names[0], cell.base, metric, units), sideFigure(names[1], cell.new, metric, units)];
}

function sideFigure(
  name: string,
  side: ComparedMetric["base"],
  metric: Metric,
  units: BandwidthUnits,
): AnswerFigure {
  const span = side.min === null || side.max === null ? null : [side.min, side.max];
  return {
    name,
    value: formatSpan(span, (value) => formatMetric(metric, value, units)) ?? t`not measured`,
    detail: `${metric.title}, n = ${side.n}`,
  };
}
