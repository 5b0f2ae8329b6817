import { expect, test } from "vitest";
import { exportedColumns, USUAL_COLUMNS } from "@/subjects/runs/list/column-ids";

test("an export has the columns of the view, in its order, and what tells rows apart beside their titles", () => {
  expect(exportedColumns(USUAL_COLUMNS, ["label.fan", "slot"])).toEqual([
    ...["verdict", "title", "label.fan", "slot", "host", "rw", "bs", "iodepth", "numjobs", "direction"],
    ...["iops", "bw_bytes_per_s", "verdict_share", "rated_share", "clat_p99_ns", "started_at"],
  ]);
});

test("what is only drawn is left out, and nothing is given twice", () => {
  expect(exportedColumns(["slot", "run", "history", "iops", "result"], ["slot"])).toEqual([
    "slot",
    "title",
    "iops",
    "bw_bytes_per_s",
  ]);
});
