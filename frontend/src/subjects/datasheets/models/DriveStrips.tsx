import { plural, t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import type { DriveModelDetail, ModelWorkload } from "@/api/types";
import { axisUnit, formatBandwidth, formatIops, formatRatedShare } from "@/lib/units";
import { stripsOf } from "@/subjects/datasheets/models/drive-strips";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const StripChart = lazy(async () => ({ default: (await import("@/charts/StripChart")).StripChart }));

const HEIGHT = 220;
const COLUMNS = [t`Host and firmware`, t`Drive`, t`Measured`] as const;
const OPERATIONS = (value: number) => `${formatIops(value)} IOPS`;
const BYTES = (value: number) => formatBandwidth(value);
const inOperations = (largest: number) => axisUnit("1/s", largest, "decimal");
const inBytes = (largest: number) => axisUnit("bytes/s", largest, "decimal");

/** Each drive of a model under one workload, by host and firmware, beside what is rated of it. */
export function DriveStrips({ model, workload }: { model: DriveModelDetail; workload: ModelWorkload }) {
  const { rows, metric, rated, leftOut } = stripsOf(workload);
  if (rows.length === 0) return null;
  const isBytes = metric === "bw_bytes_per_s";
  const format = isBytes ? BYTES : OPERATIONS;
  const share =
    rated === null
      ? ""
      : t` Dashed: rated ${{ value: format(rated.value) }}${{ withoutSource: rated.hasSource ? "" : t`, without source` }}.`;
  return (
    <Card>
      <Suspense fallback={<Skeleton height={HEIGHT} />}>
        <StripChart
          name="model-drives"
          title={t`Single-drive results: ${{ workload: workload.workload }}`}
          subtitle={t`One mark per drive: the mean of its newest runs (up to 5). One row per host and firmware.${share}${{ slowest: leftOut > 0 ? t` The slowest of ${plural({ drives: model.drives }, { one: "# drive", other: "# drives" })} are drawn.` : "" }}`}
          reading={
            rated === null
              ? undefined
              : t`The fastest reaches ${{ best: formatRatedShare(rated.best) }} of the rating, the slowest ${{ worst: formatRatedShare(rated.worst) }}.`
          }
          rows={rows}
          reference={
            rated === null
              ? null
              : { value: rated.value, text: t`dashed: rated ${{ value: format(rated.value) }}` }
          }
          format={format}
          unitFor={isBytes ? inBytes : inOperations}
          columns={COLUMNS}
          csvValue={isBytes ? "bandwidth_bytes_per_s" : "iops"}
        />
      </Suspense>
    </Card>
  );
}
