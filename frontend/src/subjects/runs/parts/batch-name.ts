/** Names that distinguish batches and runs of one name: by host and start. */
import { t } from "@lingui/core/macro";
import type { BatchHead } from "@/api/types";
import { formatMoment } from "@/lib/time";

/** "sweep, 19 Nov 14:21 on jupiter". */
export function batchInWords({ name, started_at: started, host }: BatchHead): string {
  return t`${{ name: withStart(name, started) }} on ${{ host: host.name }}`;
}

/** "sweep, 19 Nov 14:21": for what is called as another of its list. */
export function withStart(name: string, started: string | null): string {
  return `${name}, ${started === null ? t`start unknown` : formatMoment(started, new Date())}`;
}
