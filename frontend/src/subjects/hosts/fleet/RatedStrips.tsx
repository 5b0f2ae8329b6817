import { plural, t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import type { BayList } from "@/api/types";
import type { StripRow } from "@/charts/strip-model";
import { formatCount, formatRatedShare } from "@/lib/units";
import { ratedRows } from "@/subjects/hosts/fleet/rated-rows";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

// With the chart frame: the list does not wait for it.
const StripChart = lazy(async () => ({ default: (await import("@/charts/StripChart")).StripChart }));

const HEIGHT = 220;
const FULL = { value: 1, text: t`dashed: 100 % of the rating` };
const COLUMNS = [t`Host and firmware`, t`Drive`, t`Share of rating`] as const;
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
          title={t`${model} across hosts and firmware`}
          subtitle={t`One mark per drive, measured alone under ${test}, compared with its datasheet${{ others: others > 0 ? t`; ${plural(others, { one: "# other model", other: "# other models" })}: search for it` : "" }}`}
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

/** "1 outlier: bay 6 (node-b), 49 %." */
function standing(rows: readonly StripRow[]): string {
  const apart = rows.flatMap(({ name, marks }) =>
    marks.filter((mark) => mark.apart !== null).map((mark) => ({ ...mark, row: name })),
  );
  const [first] = apart;
  if (first === undefined) return t`No outliers.`;
  const others = apart.length > 1 ? t`, and ${{ count: formatCount(apart.length - 1) }} more` : "";
  return t`${plural({ apart: apart.length }, { one: "# outlier", other: "# outliers" })}: ${{ name: first.name }} (${{ row: first.row }}), ${{ value: formatRatedShare(first.value) }}${others}.`;
}
