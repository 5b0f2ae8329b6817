import {
  IconAlertTriangle,
  IconArrowsDiff,
  IconCircleDashed,
  IconEqual,
  IconGitFork,
  IconTrendingDown,
  IconTrendingUp,
} from "@tabler/icons-react";
import type { ComparedAnswer, ComparedMetric, ComparedPart } from "@/api/types";
import { countOf } from "@/lib/format";
import { formatMetric, type Metric, metricOf } from "@/lib/metrics";
import { type BandwidthUnits, formatSpan } from "@/lib/units";
import look from "@/sections/answer/Answer.module.css";
import { AnswerBox, type AnswerFigure } from "@/sections/answer/AnswerBox";
import { changeText, intervalText } from "@/sections/comparison-words";

/** A claim is green or red; what is none is grey, whatever its size. */
const KINDS: Record<
  ComparedAnswer["kind"],
  { word: string; icon: typeof IconEqual; tone: string | undefined }
> = {
  better: { word: "Better", icon: IconTrendingUp, tone: look.better },
  worse: { word: "Worse", icon: IconTrendingDown, tone: look.worse },
  differs: { word: "Better and worse", icon: IconArrowsDiff, tone: look.none },
  no_difference: { word: "No difference shown", icon: IconEqual, tone: look.none },
  no_interval: { word: "Not yet a claim", icon: IconCircleDashed, tone: look.none },
  confounded: { word: "Not one change", icon: IconGitFork, tone: look.worse },
  mixed: { word: "Not one change", icon: IconGitFork, tone: look.worse },
  doubted: { word: "Not to be trusted", icon: IconAlertTriangle, tone: look.trust },
  nothing: { word: "Not judged", icon: IconCircleDashed, tone: look.none },
};

interface CompareAnswerProps {
  part: ComparedPart;
  /** Base first. */
  names: readonly [string, string];
  /** There is one new side only. */
  isAlone: boolean;
  units: BandwidthUnits;
}

/** What one side is against base, by what may be claimed: the first thing that the page says. */
export function CompareAnswer({ part, names, isAlone, units }: CompareAnswerProps) {
  const { answer } = part;
  if (answer === null) return null;
  return (
    <AnswerBox
      of={isAlone ? undefined : names[1]}
      {...KINDS[answer.kind]}
      sure={answer.sure === "" ? null : answer.sure}
      sentence={answer.sentence}
      text={answer.text}
      figures={figuresOf(part, names, units)}
    />
  );
}

/** Both sides, the effect and what differs; of several workloads the effect over all. */
function figuresOf(
  part: ComparedPart,
  names: readonly [string, string],
  units: BandwidthUnits,
): AnswerFigure[] {
  const metric = part.headline_metric === null ? null : metricOf(part.headline_metric);
  const headline = part.headline_metric === null ? undefined : part.headlines[part.headline_metric];
  if (metric === null || headline === undefined) return [];
  const cells = part.workloads.flatMap(({ metrics }) => metrics[metric.name] ?? []);
  const [only] = cells;
  const sides =
    cells.length === 1 && only !== undefined
      ? [sideFigure(names[0], only.base, metric, units), sideFigure(names[1], only.new, metric, units)]
      : [];
  const { keys } = part.attribution;
  return [
    ...sides,
    {
      name: "Effect",
      value: changeText(headline.ratio, headline.ratio_decimals),
      detail:
        intervalText(headline.ratio_ci95, headline.ratio_decimals) ??
        (headline.workloads > 1 ? "no interval over all" : "no interval"),
    },
    {
      name: "What differs",
      value: keys.length === 0 ? "nothing recorded" : countOf(keys.length, "thing"),
      detail: keys.join(", "),
    },
  ];
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
    value: formatSpan(span, (value) => formatMetric(metric, value, units)) ?? "not measured",
    detail: `${metric.title}, n = ${side.n}`,
  };
}
