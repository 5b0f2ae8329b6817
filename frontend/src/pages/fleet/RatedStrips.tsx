import { lazy, Suspense } from "react";
import type { BayList } from "@/api/types";
import type { StripRow } from "@/charts/strip-model";
import { countOf } from "@/lib/format";
import { formatCount, formatRatedShare } from "@/lib/units";
import { ratedRows } from "@/pages/fleet/rated-rows";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

// With the chart frame: the list does not wait for it.
const StripChart = lazy(async () => ({ default: (await import("@/charts/StripChart")).StripChart }));

const HEIGHT = 220;
const FULL = { value: 1, text: "dashed: all of its rating" };
const COLUMNS = ["Host and firmware", "Drive", "Of its rating"] as const;
const unitFor = () => ({ factor: 0.01, name: "%" });

/** The same model across hosts and firmware: how much of its rating each drive reached alone. */
export function RatedStrips({ list }: { list: BayList }) {
  const chosen = ratedRows(list);
  if (chosen === null) return null;
  const { model, test, rows, others } = chosen;
  return (
    <Card>
      <Suspense fallback={<Skeleton height={HEIGHT} />}>
        <StripChart
          name="fleet-rated"
          title={`${model} across hosts and firmware`}
          subtitle={`A mark is a drive alone under ${test}, beside what the datasheet rates for it${others > 0 ? `; ${countOf(others, "other model")}: search for it` : ""}`}
          reading={standing(rows)}
          rows={rows}
          reference={FULL}
          format={formatRatedShare}
          unitFor={unitFor}
          columns={COLUMNS}
          csvValue="rated_share"
        />
      </Suspense>
    </Card>
  );
}

/** "One drive stands out: bay 6 in node-b, 49 %." */
function standing(rows: readonly StripRow[]): string {
  const apart = rows.flatMap(({ name, marks }) =>
    marks.filter((mark) => mark.apart !== null).map((mark) => ({ ...mark, row: name })),
  );
  const [first] = apart;
  if (first === undefined) return "No drive of it stands out.";
  const rest = apart.length > 1 ? `, and ${formatCount(apart.length - 1)} more` : "";
  return `${countOf(apart.length, "drive")} ${apart.length === 1 ? "stands" : "stand"} out: ${first.name} (${first.row}), ${formatRatedShare(first.value)}${rest}.`;
}
