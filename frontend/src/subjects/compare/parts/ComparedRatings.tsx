import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Comparison, Rating } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { type BandwidthUnits, formatCount } from "@/lib/units";
import { namesInWords, partsOf } from "@/subjects/compare/parts/comparison-rows";
import { AND, type RatedRun, ratedGroups, testsOf } from "@/subjects/compare/parts/rated-groups";
import { RatedTable } from "@/subjects/datasheets/parts/RatedTable";
import styles from "@/subjects/datasheets/parts/RatedTable.module.css";
import { Card } from "@/ui/Card";
import { FoldedRows } from "@/ui/FoldedRows";

const MAX_OPEN = 6;

interface ComparedRatingsProps {
  answer: Comparison;
  /** Base first. */
  sides: readonly Series[];
  /** By the id of a run; one that is missing was not asked for, or has nothing to show. */
  ratings: ReadonlyMap<string, Rating>;
  units: BandwidthUnits;
  /** Number of runs whose ratings nobody asked for. */
  notAsked?: number;
  /** Leads to a run. */
  link?: (runId: string, text: string) => ReactNode;
}

/** Both sides beside what their drives are rated. Nothing where no run has a figure that a datasheet rates. */
export function ComparedRatings({ answer, sides, ratings, units, notAsked = 0, link }: ComparedRatingsProps) {
  const tests = testsOf(answer);
  const told = [answer.base, ...partsOf(answer).map((part) => part.new)].map(({ run_ids }, i) => {
    const runs = run_ids.flatMap((id) => {
      const rating = ratings.get(id);
      return rating === undefined ? [] : { id, rating, test: tests.get(id) ?? id };
    });
    return { side: sides[i], runs, groups: ratedGroups(runs) };
  });
  if (told.every(({ groups }) => groups.length === 0)) return null;
  const order = [...new Set(tests.values())];
  const names = namesInWords(
    partsOf(answer).flatMap(({ workloads, unmatched }) => [
      ...workloads,
      ...unmatched.base,
      ...unmatched.new,
    ]),
  );
  const spoken = (test: string) =>
    test
      .split(AND)
      .map((workload) => names.get(workload) ?? workload)
      .join(AND);
  const rows = told
    .flatMap(({ side, groups }, i) => groups.map((group) => ({ side, group, i })))
    // Figures of one test stand together, base before new.
    .toSorted((a, b) => order.indexOf(a.group.test) - order.indexOf(b.group.test))
    .map(({ side, group: { key, test, figure, runs, low, high }, i }) => {
      const of = runs[Math.floor((runs.length - 1) / 2)];
      return {
        key: `${i} ${key}`,
        figure,
        // One workload alone is what the page above is about.
        ...(order.length > 1 && { about: spoken(test) }),
        of: <Side side={side} />,
        runs: runs.length,
        range: [low, high] as const,
        ...(link !== undefined && of !== undefined && { link: (text: string) => link(of, text) }),
      };
    });
  return (
    <Card
      title={t`Compared with the drives' ratings`}
      subtitle={t`One row per test and verdict, with the result of the median run`}
      isFlush
    >
      <FoldedRows
        count={rows.length}
        most={MAX_OPEN}
        summary={plural({ rows: rows.length }, { one: "# figure", other: "# figures" })}
      >
        <RatedTable
          caption={t`Both sides compared with their drives' ratings`}
          of={t`Side`}
          rows={rows}
          units={units}
        />
      </FoldedRows>
      <p className="links remark">
        <Trans>
          ≥ lower bound: queue depth below the rated one · ? conditions unknown. Shares with different
          verdicts cannot be compared with each other.
        </Trans>
        {told.map(({ side, runs }) => (
          <Unrated key={side?.key} name={side?.label ?? ""} runs={runs} />
        ))}
        {notAsked > 0 &&
          t` ${plural(notAsked, { one: "# further run", other: "# further runs" })} not compared with a datasheet here: each side shows its first.`}
      </p>
    </Card>
  );
}

/** How many runs of a side stand beside no rating, and why. */
function Unrated({ name, runs }: { name: string; runs: readonly RatedRun[] }) {
  const unrated = runs.filter(({ rating }) => rating.figures.length === 0);
  if (unrated.length === 0) return null;
  const reasons = new Set(unrated.map(({ rating }) => rating.sentence ?? ""));
  return t` ${name}: ${{ unrated: formatCount(unrated.length) }} of ${plural({ runs: runs.length }, { one: "# run", other: "# runs" })} without a rating. ${{ list: [...reasons].join(" ") }}`;
}

function Side({ side }: { side: Series | undefined }) {
  if (side === undefined) return null;
  return (
    <span className={styles.side}>
      <span className={styles.dot} style={{ background: side.style.colour }} aria-hidden="true" />
      {side.label}
    </span>
  );
}
