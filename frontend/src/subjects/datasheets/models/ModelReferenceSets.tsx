import { plural, t } from "@lingui/core/macro";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lazy, type ReactNode, Suspense, useState } from "react";
import type { ModelTest } from "@/api/types";
import type { QuantileRow } from "@/charts/quantile-model";
import { sentenceCase } from "@/lib/format";
import { axisUnit, formatBandwidth, formatIops } from "@/lib/units";
import { SET_COLUMNS, SetCells } from "@/subjects/reference-sets/parts/SetCells";
import { StatedTable } from "@/subjects/reference-sets/parts/StatedTable";
import { countSet } from "@/subjects/reference-sets/parts/set-words";
import { modelTestsQuery } from "@/subjects/reference-sets/queries";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";
import { Table } from "@/ui/Table";

const QuantileChart = lazy(async () => ({
  default: (await import("@/charts/QuantileChart")).QuantileChart,
}));
const HEIGHT = 200;
/** Rows of the chart; the table has all. */
const MAX_ROWS = 8;
const OPERATIONS = (value: number) => `${formatIops(value)} IOPS`;
const BYTES = (value: number) => formatBandwidth(value);
const inOperations = (largest: number) => axisUnit("1/s", largest, "decimal");
const inBytes = (largest: number) => axisUnit("bytes/s", largest, "decimal");

interface ModelReferenceSetsProps {
  modelId: string;
  /** What stands below: it comes when the sets are known, so that they do not move it. */
  children: ReactNode;
}

/** What other labs measured with this model, test by test, and the drives here as dots; then what sources state. Nothing
 * without a set. */
export function ModelReferenceSets({ modelId, children }: ModelReferenceSetsProps) {
  const { data: answer, isPending } = useQuery(modelTestsQuery(modelId));
  if (isPending) return null;
  const stated = answer?.stated ?? [];
  return (
    <>
      <Measured tests={answer?.items ?? []} />
      {stated.length > 0 && (
        <Card
          title={t`Stated figures`}
          subtitle={t`From public sources or pasted tables; stated, not measured`}
          isFlush
        >
          <StatedTable caption={t`Stated figures of this model`} figures={stated} />
        </Card>
      )}
      {children}
    </>
  );
}

function Measured({ tests }: { tests: readonly ModelTest[] }) {
  const [chosen, setChosen] = useState(0);
  const test = tests[chosen] ?? tests[0];
  if (test === undefined) return null;
  const isBytes = test.unit === "bytes/s";
  const differing = test.sets.filter((one) => one.is_beyond_spread).length;
  return (
    <Card>
      {tests.length > 1 && (
        <div className="flow centred gap-8 below-14">
          <NativeSelect
            aria-label={t`Test of the reference sets`}
            value={String(chosen)}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
            data={tests.map((one, i) => ({ value: String(i), label: nameTest(one) }))}
          />
        </div>
      )}
      <Suspense fallback={<Skeleton height={HEIGHT} />}>
        <QuantileChart
          name="model-reference-sets"
          title={t`Reference sets: ${{ test: sentenceCase(test.test) }}`}
          subtitle={t`${{ conditions: test.conditions.join(" · ") }}. Bar: middle 50 %; line: lowest to highest; fewer than three drives: range only. Dot: one of your drives, the median of its runs.`}
          reading={
            differing === 0
              ? undefined
              : plural(differing, {
                  one: "# set differs from the first beyond its spread.",
                  other: "# sets differ from the first beyond their spread.",
                })
          }
          rows={rowsOf(test)}
          format={isBytes ? BYTES : OPERATIONS}
          unitFor={isBytes ? inBytes : inOperations}
          csvValue={isBytes ? "bytes_per_s" : "iops"}
        />
      </Suspense>
      <Table caption={t`Reference sets of this test`} columns={SET_COLUMNS} isDense>
        {test.sets.map((set) => (
          <tr key={`${set.set_id} ${set.firmware}`}>
            <SetCells set={set} unit={test.unit} units="decimal" />
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function nameTest({ test, direction, conditions }: ModelTest): string {
  return `${sentenceCase(test)}, ${direction} (${conditions.join(", ")})`;
}

function rowsOf({ sets, own, own_runs: runs }: ModelTest): QuantileRow[] {
  const rows: QuantileRow[] = sets.slice(0, MAX_ROWS).map((set) => ({
    key: `${set.set_id} ${set.firmware}`,
    name: set.firmware === null ? set.lab : `${set.lab}, ${set.firmware}`,
    count: countSet(set),
    range: [set.low, set.high],
    quartiles: quartilesOf(set.quantiles),
    dots: [],
  }));
  if (own.length === 0) return rows;
  const count = countSet({ drives: own.length, runs, labs: 1 });
  return [{ key: "here", name: t`Here`, count, range: null, quartiles: null, dots: own }, ...rows];
}

function quartilesOf(quantiles: readonly number[] | null): QuantileRow["quartiles"] {
  const [low, middle, high] = [quantiles?.[5], quantiles?.[10], quantiles?.[15]];
  return low === undefined || middle === undefined || high === undefined ? null : [low, middle, high];
}
