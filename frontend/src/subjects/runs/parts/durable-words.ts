/** What the time of a durable write is known from, or why it is unknown. */
import { t } from "@lingui/core/macro";
import type { ResultFigures } from "@/api/types";

export const DURABLE_BASES: Readonly<Record<NonNullable<ResultFigures["durable_basis"]>, string>> = {
  write_and_sync: t`write + sync`,
  synchronous_write: t`synchronous write`,
  write_through: t`no volatile cache`,
  not_synced: t`buffered writes without a sync`,
  not_each_synced: t`not every write was followed by a sync`,
  several_in_flight: t`several writes in flight share a sync`,
  volatile_cache: t`the drives have a volatile cache, and nothing was synced`,
  cache_unknown: t`the drives’ caches are not known, and nothing was synced`,
  not_in_output: t`the output has no latency of the writes or their syncs`,
};

export const NO_SUM = t`percentiles of a write and its sync cannot be added`;
