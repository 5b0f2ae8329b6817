/** The sides of a comparison among the drives of other labs' reference sets. */
import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Comparison, PlacedResult } from "@/api/types";
import type { Series } from "@/charts/series-style";
import { sentenceCase } from "@/lib/format";
import type { BandwidthUnits } from "@/lib/units";
import { partsOf } from "@/subjects/compare/parts/comparison-rows";
import { SET_COLUMNS, SetCells } from "@/subjects/reference-sets/parts/SetCells";
import { formatSetValue } from "@/subjects/reference-sets/parts/set-words";
import { placementsQuery } from "@/subjects/reference-sets/queries";
import { Card } from "@/ui/Card";
import styles from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

interface CompareSetsProps {
  answer: Comparison;
  /** Base first. */
  sides: readonly Series[];
  units: BandwidthUnits;
  /** What stands below: it comes when the sets are known, so that they do not move it. */
  children: ReactNode;
}

/** As many runs as are asked for at once. */
const MAX_RUNS = 20;

/** Of each side the run in the middle, in each set that has its drives and test; nothing where no set has. */
export function CompareSets({ answer, sides, units, children }: CompareSetsProps) {
  const ofSides = [answer.base, ...partsOf(answer).map((part) => part.new)].map(({ run_ids }) =>
    run_ids.slice(0, Math.floor(MAX_RUNS / sides.length)),
  );
  const placed = useQuery(placementsQuery([...new Set(ofSides.flat())].sort()));
  if (placed.isPending) return null;
  const tests = Map.groupBy(placed.data?.items ?? [], nameTest);
  return (
    <>
      {[...tests].map(([name, results]) => (
        <OfTest
          key={name}
          sides={sides.map(({ label }, i) => ({
            label,
            runs: results.filter((one) => ofSides[i]?.includes(one.run_id)),
          }))}
          units={units}
        />
      ))}
      {children}
    </>
  );
}

interface SidePlaced {
  label: string;
  runs: readonly PlacedResult[];
}

function OfTest({ sides, units }: { sides: readonly SidePlaced[]; units: BandwidthUnits }) {
  const middles = sides.map(({ runs }) => middleOf(runs));
  const first = middles.find((one) => one !== undefined);
  if (first === undefined) return null;
  const { test, unit, model, conditions } = first;
  return (
    <Card title={t`Reference sets: ${test}`} subtitle={[model, ...conditions].join(" · ")} isFlush>
      <Table
        caption={t`Sides in reference sets: ${test}`}
        columns={[
          ...SET_COLUMNS.slice(0, 1),
          ...sides.map(({ label }) => ({ name: label })),
          ...SET_COLUMNS.slice(1),
        ]}
        isDense
      >
        {first.sets.map((set) => (
          <tr key={`${set.set_id} ${set.firmware}`}>
            <SetCells set={set} unit={unit} units={units}>
              {sides.map(({ label, runs }, i) => (
                <td key={label} className={styles.words}>
                  <Place placed={middles[i]} runs={runs.length} of={set} units={units} />
                </td>
              ))}
            </SetCells>
          </tr>
        ))}
      </Table>
      <p className="links remark">
        <Trans>
          The median run of each side; at most {{ most: Math.floor(MAX_RUNS / sides.length) }} runs per side.
          Sets are shown side by side and never pooled.
        </Trans>
      </p>
    </Card>
  );
}

interface PlaceProps {
  placed: PlacedResult | undefined;
  runs: number;
  of: PlacedResult["sets"][number];
  units: BandwidthUnits;
}

function Place({ placed, runs, of, units }: PlaceProps) {
  const found = placed?.sets.find((one) => one.set_id === of.set_id && one.firmware === of.firmware);
  if (placed === undefined || found === undefined) return <Missing reason={t`no run of this test`} />;
  return (
    <>
      {sentenceCase(found.place)}
      <div className="faint tiny">
        {formatSetValue(placed.measured, placed.unit, units)},{" "}
        {plural(runs, { one: "# run", other: "# runs" })}
      </div>
    </>
  );
}

/** The lower of two in the middle. */
function middleOf(runs: readonly PlacedResult[]): PlacedResult | undefined {
  return [...runs].sort((a, b) => a.measured - b.measured)[Math.floor((runs.length - 1) / 2)];
}

function nameTest({ model, test, direction, conditions, capacity_bytes: size }: PlacedResult): string {
  return [model, size, test, direction, ...conditions].join(" ");
}
