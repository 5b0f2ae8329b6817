import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Today } from "@/api/types";
import { EVENT_WORDS } from "@/api/vocabulary.gen";
import { paths } from "@/lib/paths";
import { toneOfEvent } from "@/subjects/watch/parts/event-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

type Event = Today["events"][number];

interface OpenEventsProps {
  title: string;
  events: readonly Event[];
}

/** What of hosts is so now and waits for somebody; nothing where nothing does. */
export function OpenEvents({ title, events }: OpenEventsProps) {
  if (events.length === 0) return null;
  return (
    <Card
      title={title}
      actions={
        <Link to={paths.events()}>
          <Trans>All</Trans>
        </Link>
      }
      isFlush
    >
      <ul>
        {events.map((event) => (
          <li className="entry centred" key={event.id}>
            <div className="links shrinks anywhere">
              <p className="strong">
                <Link to={paths.host(event.host.id)}>{event.host.name}</Link>
                {event.name !== null && `: ${event.name}`}
              </p>
              <p className="muted small">
                <Trans>
                  {{ detail: event.detail }} (since <Moment iso={event.began_at} />)
                </Trans>
                {agentWords(event)}
              </p>
            </div>
            <Badge tone={toneOfEvent(event.kind)} title={event.title}>
              {EVENT_WORDS[event.kind]}
            </Badge>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** Of a run that is missing: whether its host is there at all. */
function agentWords({ kind, agent_at: at, agent_waiting: waiting }: Event) {
  if (kind !== "overdue") return null;
  if (at === null) return t`; its agent never reported`;
  return (
    <Trans>
      ; agent last seen <Moment iso={at} />
      {{
        uploads:
          waiting !== null && waiting > 0
            ? t`, ${plural(waiting, { one: "# upload", other: "# uploads" })} waiting there`
            : "",
      }}
    </Trans>
  );
}
