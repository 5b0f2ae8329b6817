/** What the time of a durable write is known from, or why it is unknown. */
import type { ResultFigures } from "@/api/types";

export const DURABLE_BASES: Readonly<Record<NonNullable<ResultFigures["durable_basis"]>, string>> = {
  write_and_sync: "write + sync",
  synchronous_write: "synchronous write",
  write_through: "no volatile cache",
  not_synced: "buffered writes without a sync",
  not_each_synced: "not each write was followed by a sync",
  several_in_flight: "several writes in flight share a sync",
  volatile_cache: "the drives have a volatile cache, and nothing was synced",
  cache_unknown: "the drives’ caches are not known, and nothing was synced",
  not_in_output: "the output has no latency of the writes or their syncs",
};

export const NO_SUM = "the percentiles of a write and its sync have no sum";
