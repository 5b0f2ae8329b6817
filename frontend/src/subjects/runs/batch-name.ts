/** How a batch is told from others of its name: by where and when it ran. */
import { t } from "@lingui/core/macro";
import type { BatchHead } from "@/api/types";
import { formatMoment } from "@/lib/time";

/** "sweep, 19 Nov 14:21 on jupiter". */
export function batchInWords({ name, started_at: started, host }: BatchHead): string {
  return t`${name}, ${{ started: started === null ? t`start unknown` : formatMoment(started, new Date()) }} on ${{ host: host.name }}`;
}
