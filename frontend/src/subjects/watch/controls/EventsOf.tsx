import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { EVENT_WORDS, OPEN_CHANGE_STATES } from "@/api/vocabulary.gen";
import { paths } from "@/lib/paths";
import { toneOfEvent } from "@/subjects/watch/parts/event-words";
import { eventsQuery } from "@/subjects/watch/queries/events";
import { Badge } from "@/ui/Badge";
import styles from "@/ui/LinkList.module.css";
import { Moment } from "@/ui/Moment";

// Lines on a page that is about something else.
const MAX_LINES = 4;

/** What of a host got worse or is missing and waits for somebody; nothing where nothing is. */
export function EventsOf({ host }: { host: string }) {
  const events = useInfiniteQuery(
    eventsQuery({ states: OPEN_CHANGE_STATES, kind: null, days: null, host, event: null, isWithGone: false }),
  );
  const items = events.data?.pages[0]?.items ?? [];
  if (items.length === 0) return null;
  return (
    <section className={styles.changes} aria-label={t`Health and missing runs`}>
      <ul className="stack gap-6">
        {items.slice(0, MAX_LINES).map((event) => (
          <li key={event.id}>
            <Badge tone={toneOfEvent(event.kind)} title={event.title}>
              {EVENT_WORDS[event.kind]}
            </Badge>
            <Link to={paths.events({ event: event.id })}>
              <Trans>
                {{ subject: event.name !== null ? `${event.name}: ` : "" }}
                {{ detail: event.detail }} (since <Moment iso={event.began_at} />)
              </Trans>
            </Link>
          </li>
        ))}
      </ul>
      <Link to={paths.events({ host })}>
        {items.length > MAX_LINES
          ? t`All ${plural({ items: items.length }, { one: "# event", other: "# events" })} of this host`
          : t`Review`}
      </Link>
    </section>
  );
}
