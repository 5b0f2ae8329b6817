import { t } from "@lingui/core/macro";
import { formatMoment, formatUtc } from "@/lib/time";
import { Missing } from "@/ui/Missing";

/** Only its year is of interest: dates of another year say theirs. */
const now = new Date();

interface MomentProps {
  iso: string | null;
  /** Why there is no time. */
  reason?: string;
}

/** A point in time: short in the reader's zone, in full as UTC on demand. */
export function Moment({ iso, reason = t`no time was recorded` }: MomentProps) {
  if (iso === null) return <Missing reason={reason} />;
  return (
    <time dateTime={iso} title={formatUtc(iso)}>
      {formatMoment(iso, now)}
    </time>
  );
}
