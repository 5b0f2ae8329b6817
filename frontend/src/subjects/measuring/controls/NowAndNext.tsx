import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { MeasureRequest } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatRuntime } from "@/lib/units";
import {
  groupRequests,
  linkToRequest,
  nameScheduleWithHosts,
  nameWithHosts,
  REQUEST_STATES,
} from "@/subjects/measuring/parts/request-words";
import { openRequestsQuery } from "@/subjects/measuring/queries/requests";
import { schedulesQuery } from "@/subjects/measuring/queries/schedules";
import { Badge } from "@/ui/Badge";
import styles from "@/ui/LinkList.module.css";
import { Moment } from "@/ui/Moment";

// Requests on a page that is about something else.
const MAX_LINES = 4;

/** What hosts measure now and which schedule is due next, of one host or of all; nothing where nothing is. */
export function NowAndNext({ host }: { host: string | null }) {
  const requests = useQuery(openRequestsQuery(host)).data?.items ?? [];
  const schedules = useQuery(schedulesQuery(host)).data?.items ?? [];
  const next = schedules.find(({ paused_at: pausedAt }) => pausedAt === null);
  if (requests.length === 0 && next === undefined) return null;
  // Of hosts that start together, one that does more than wait.
  const lines = groupRequests(requests).flatMap((group) => group.find(isBegun) ?? group.slice(0, 1));
  const shown = [...lines.filter(isBegun), ...lines.filter((one) => !isBegun(one)).toReversed()].slice(
    0,
    MAX_LINES,
  );
  return (
    <section className={styles.changes} aria-label={t`Running now and next`}>
      <ul className="stack gap-6">
        {shown.map((request) => (
          <li key={request.id}>
            <Badge tone={REQUEST_STATES[request.state].tone}>{REQUEST_STATES[request.state].word}</Badge>
            <Link to={linkToRequest(request.id, request.group_id)}>
              {host === null && request.together === null && `${request.host.name}: `}
              {nameWithHosts(request)}
              {progressWords(request)}
            </Link>
          </li>
        ))}
        {lines.length > shown.length && (
          <li>{plural(lines.length - shown.length, { one: "# more request", other: "# more requests" })}</li>
        )}
        {next !== undefined && (
          <li>
            <Badge>
              <Trans>Next</Trans>
            </Badge>
            <span>
              {host === null && next.hosts === null && `${next.host.name}: `}
              {nameScheduleWithHosts(next)}, <Moment iso={next.next_times[0] ?? null} />
            </span>
          </li>
        )}
      </ul>
      <Link to={paths.schedules()}>
        <Trans>Schedules</Trans>
      </Link>
    </section>
  );
}

const isBegun = ({ state }: MeasureRequest) => state !== "queued";

function progressWords({ progress, is_host_away: isAway }: MeasureRequest): string {
  if (progress === null) return "";
  if (isAway) return t`, no contact`;
  const step = progress.steps > 1 ? t`, step ${{ step: progress.step }} of ${{ steps: progress.steps }}` : "";
  return progress.left_s === null
    ? step
    : `${step}${t`, ${{ left: formatRuntime(progress.left_s * 1000) }} left`}`;
}
