/** Which chart tells most of a batch: over the option it swept, split by the second. */
import type { SweptOption } from "@/api/types";
import type { ExploreParams } from "@/lib/address";

/** What lies on an axis; patterns and engines are words and split better. */
const AXES = ["bs", "iodepth", "numjobs"];

/** The address of its chart; without anything swept it goes over time. */
export function batchChart(id: string, swept: readonly SweptOption[]): Partial<ExploreParams> {
  const keys = swept.map(({ key }) => key);
  const x = keys.find((key) => AXES.includes(key)) ?? keys[0] ?? "started_at";
  // Reads and writes are never one line.
  const by = x !== "rw" && keys.includes("rw") ? "rw" : keys.find((key) => key !== x);
  return {
    filter: { batch: [id] },
    x,
    ...(by === undefined ? {} : { by }),
    // Bandwidth, which is the usual one, says most where sizes differ.
    ...(x === "bs" ? {} : { metric: "iops" }),
    ...(AXES.includes(x) ? { isLogX: true } : {}),
  };
}
