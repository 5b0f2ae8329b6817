/** Which figure people name for a workload: bandwidth of large blocks, I/O operations per second of small ones. */
import { LARGE_BLOCK_BYTES } from "@/api/vocabulary.gen";

/** Without a known size, what is sequential counts as large. */
export function mainMetric({
  bs_bytes,
  rw,
}: {
  bs_bytes: number | null;
  rw: string | null;
}): "iops" | "bw_bytes_per_s" {
  const isLarge = bs_bytes === null ? rw !== null && !rw.startsWith("rand") : bs_bytes >= LARGE_BLOCK_BYTES;
  return isLarge ? "bw_bytes_per_s" : "iops";
}
