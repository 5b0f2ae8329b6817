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
import { countOf } from "@/lib/format";
import { formatMetric, type Metric, metricOf } from "@/lib/metrics";
import { type BandwidthUnits, formatCount, formatSpan } from "@/lib/units";
import { JOB_FILES } from "@/pages/compare/JobFiles";
import look from "@/sections/answer/Answer.module.css";
import { AnswerBox, type AnswerFigure, NextStep } from "@/sections/answer/AnswerBox";
import { changeText, intervalText } from "@/sections/comparison-words";
import { CommandLine } from "@/ui/CommandLine";

/** A claim is green or red; what is none is grey, whatever its size. */
const KINDS: Record<
  ComparedAnswer["kind"],
  { word: string; icon: typeof IconEqual; tone: string | undefined }
> = {
  better: { word: "Better", icon: IconTrendingUp, tone: look.better },
  worse: { word: "Worse", icon: IconTrendingDown, tone: look.worse },
  differs: { word: "Better and worse", icon: IconArrowsDiff, tone: look.none },
  no_difference: { word: "No difference shown", icon: IconEqual, tone: look.none },
  no_interval: { word: "Not significant yet", icon: IconCircleDashed, tone: look.none },
  confounded: { word: "Confounded", icon: IconGitFork, tone: look.worse },
  mixed: { word: "Mixed configurations", icon: IconGitFork, tone: look.worse },
  doubted: { word: "Unreliable", icon: IconAlertTriangle, tone: look.trust },
  partly_doubted: { word: "Data-quality warning", icon: IconAlertTriangle, tone: look.trust },
  untold: { word: "Cause unknown", icon: IconQuestionMark, tone: look.none },
  nothing: { word: "No verdict yet", icon: IconCircleDashed, tone: look.none },
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
      {...nextOf(part, names, isAlone)}
      figures={figuresOf(part, names, units)}
    />
  );
}

/** What would make a claim of it, or find the one of several changes; nothing where no test is needed. */
function nextOf(
  { answer, separation, missing_runs: missing }: ComparedPart,
  [base, newer]: readonly [string, string],
  isAlone: boolean,
): { nextTitle: string; next: ReactNode } | null {
  if (answer?.kind === "confounded" && separation !== null)
    return {
      nextTitle: "To find the cause",
      next: <SeparatingStep separation={separation} isAlone={isAlone} />,
    };
  const [first] = missing?.items ?? [];
  if (answer?.kind !== "no_interval" || missing === null || first === undefined) return null;
  const keys = new Set(missing.items.map(({ key }) => key));
  const more = missing.items.map(
    ({ side, runs }) => `${formatCount(runs)} more of ${side === "base" ? base : newer}`,
  );
  return {
    nextTitle: "Runs needed",
    next: (
      <>
        <NextStep
          title={
            keys.size > 1 || missing.left_out > 0
              ? `More runs of ${countOf(keys.size, "workload")}: three on each side.`
              : `${more.join(" and ")}.`
          }
          text="Same setup; at least 3 runs per side are needed for a confidence interval."
        />
        {first.fio_command !== null && (
          <CommandLine text={first.fio_command} name="next fio command" isShort />
        )}
      </>
    ),
  };
}

/** How many files and steps by hand there are, and where they stand. */
function SeparatingStep({
  separation: { steps, runs },
  isAlone,
}: {
  separation: NonNullable<ComparedPart["separation"]>;
  isAlone: boolean;
}) {
  const files = steps.filter(({ job_file: jobFile }) => jobFile !== null).length;
  const byHand = steps.filter(({ kind }) => kind === "hand").length;
  const parts = [
    ...(files > 0 ? [countOf(files, "job file")] : []),
    ...(byHand > 0 ? [`${countOf(byHand, "step")} by hand`] : []),
  ];
  return (
    <>
      <NextStep
        title={`${parts.join(" and ")}, one setting changed in each.`}
        text={`${steps.length * runs} runs, ${runs} of each.`}
      />
      {isAlone && (
        // By itself a fragment leads to the service's first page, which addresses of this page are told from.
        <a href={`${globalThis.location.pathname}${globalThis.location.search}#${JOB_FILES}`}>
          Show the job files
        </a>
      )}
    </>
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
  const settings = part.differs?.settings ?? [];
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
      value: settings.length === 0 ? "nothing recorded" : countOf(settings.length, "setting"),
      detail: settings.map(({ word, change }) => `${word} ${change}`).join(", "),
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
