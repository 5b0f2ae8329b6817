import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { ComparedPart } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { JOB_FILES } from "@/subjects/compare/page/JobFiles";
import { isAnswerOfMissingRuns, MissingRuns } from "@/subjects/compare/page/MissingRuns";
import { ComparisonAnswer } from "@/subjects/compare/parts/ComparisonAnswer";
import { NextStep } from "@/subjects/runs/parts/answer/AnswerBox";

interface CompareAnswerProps {
  part: ComparedPart;
  /** Base first. */
  names: readonly [string, string];
  /** There is one new side only. */
  isAlone: boolean;
  units: BandwidthUnits;
}

/** The answer about one side, with the runs or job files that would make a claim of it. */
export function CompareAnswer({ part, names, isAlone, units }: CompareAnswerProps) {
  return (
    <ComparisonAnswer
      part={part}
      names={names}
      isAlone={isAlone}
      units={units}
      next={nextOf(part, names, isAlone)}
    />
  );
}

/** What would make a claim of it, or find the one of several changes; nothing where no test is needed. */
function nextOf(
  part: ComparedPart,
  [base, newer]: readonly [string, string],
  isAlone: boolean,
): { nextTitle: string; next: ReactNode } | null {
  const { answer, separation, missing_runs: missing } = part;
  if (answer?.kind === "confounded" && separation !== null)
    return {
      nextTitle: t`To find the cause`,
      next: <SeparatingStep separation={separation} isAlone={isAlone} />,
    };
  if (missing === null || !isAnswerOfMissingRuns(part)) return null;
  const keys = new Set(missing.items.map(({ key }) => key));
  const more = missing.items.map(
    ({ side, runs }) =>
      t`${plural(runs, { one: "# more run", other: "# more runs" })} of ${{ side: side === "base" ? base : newer }}`,
  );
  return {
    nextTitle: t`Runs needed`,
    next: (
      <>
        <NextStep
          title={
            keys.size > 1 || missing.left_out > 0
              ? t`More runs of ${plural({ keys: keys.size }, { one: "# workload", other: "# workloads" })}, until each side has three.`
              : `${more.join(t` and `)}.`
          }
          text={t`Keep the setup the same. A confidence interval needs at least 3 runs per side.`}
        />
        <MissingRuns part={part} isTitled={false} />
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
    ...(files > 0 ? [plural(files, { one: "# job file", other: "# job files" })] : []),
    ...(byHand > 0 ? [t`${plural(byHand, { one: "# step", other: "# steps" })} by hand`] : []),
  ];
  return (
    <>
      <NextStep
        title={t`${{ parts: parts.join(t` and `) }}, one setting changed in each.`}
        text={t`${{ count: steps.length * runs }} runs, ${runs} of each.`}
      />
      {isAlone && (
        // By itself a fragment leads to the service's first page, which addresses of this page are told from.
        <a href={`${globalThis.location.pathname}${globalThis.location.search}#${JOB_FILES}`}>
          <Trans>Show the job files</Trans>
        </a>
      )}
    </>
  );
}
