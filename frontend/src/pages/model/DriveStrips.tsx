import { lazy, Suspense } from "react";
import type { DriveModelDetail, ModelWorkload } from "@/api/types";
import { countOf } from "@/lib/format";
import { axisUnit, formatBandwidth, formatIops, formatRatedShare } from "@/lib/units";
import { stripsOf } from "@/pages/model/drive-strips";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

const StripChart = lazy(async () => ({ default: (await import("@/charts/StripChart")).StripChart }));

const HEIGHT = 220;
const COLUMNS = ["Host and firmware", "Drive", "Measured"] as const;
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
      : ` Dashed: rated ${format(rated.value)}${rated.hasSource ? "" : ", without source"}.`;
  return (
    <Card>
      <Suspense fallback={<Skeleton height={HEIGHT} />}>
        <StripChart
          name="model-drives"
          title={`Each drive alone: ${workload.workload}`}
          subtitle={`A mark is a drive: the mean of its newest runs, at most 5. Rows hold one host and firmware.${share}${leftOut > 0 ? ` The slowest of ${countOf(model.drives, "drive")} are drawn.` : ""}`}
          reading={
            rated === null
              ? undefined
              : `The fastest reaches ${formatRatedShare(rated.best)} of the rating, the slowest ${formatRatedShare(rated.worst)}.`
          }
          rows={rows}
          reference={
            rated === null ? null : { value: rated.value, text: `dashed: rated ${format(rated.value)}` }
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
