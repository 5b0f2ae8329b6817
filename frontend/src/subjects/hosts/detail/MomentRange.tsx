import { Trans } from "@lingui/react/macro";
import { formatClock, formatDay, formatUtc } from "@/lib/time";
import { Moment } from "@/ui/Moment";

/** A span of time, "30 Nov 22:04 to 22:10": of its end the day only where that is another one, and no end where it is
 * the beginning. */
export function MomentRange({
  from,
  to,
  reason,
}: {
  from: string | null;
  to: string | null;
  reason?: string;
}) {
  const start = <Moment iso={from} {...(reason === undefined ? {} : { reason })} />;
  if (from === null || to === null || from === to) return start;
  const end =
    formatDay(from) === formatDay(to) ? (
      <time dateTime={to} title={formatUtc(to)}>
        {formatClock(Date.parse(to)).slice(0, 5)}
      </time>
    ) : (
      <Moment iso={to} />
    );
  return (
    <Trans>
      {start} to {end}
    </Trans>
  );
}
