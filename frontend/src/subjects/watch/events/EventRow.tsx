import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { HostEvent } from "@/api/types";
import { EVENT_WORDS } from "@/api/vocabulary.gen";
import { paths } from "@/lib/paths";
import { toneOfEvent } from "@/subjects/watch/parts/event-words";
import { TriageState } from "@/subjects/watch/TriageState";
import styles from "@/subjects/watch/Watch.module.css";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";

interface EventRowProps {
  event: HostEvent;
  isSelected: boolean;
  /** Null for who may not note anything. */
  onSelect: ((id: string) => void) | null;
}

/** What of a host got worse or is missing: since when, in figures, and who looks after it. */
export function EventRow({ event, isSelected, onSelect }: EventRowProps) {
  return (
    <tr>
      {onSelect !== null && (
        <td style={{ width: 34 }}>
          <input
            type="checkbox"
            aria-label={t`Select: ${{ kind: EVENT_WORDS[event.kind] }}, ${{ name: event.host.name }}`}
            checked={isSelected}
            onChange={() => onSelect(event.id)}
          />
        </td>
      )}
      <th scope="row">
        <div className={styles.what}>
          <Badge tone={toneOfEvent(event.kind)} title={event.title}>
            {EVENT_WORDS[event.kind]}
          </Badge>
          <span>
            {event.name === null ? (
              event.detail
            ) : (
              <>
                {event.name} <span className="faint tiny regular">{event.detail}</span>
              </>
            )}
          </span>
        </div>
      </th>
      <td>
        <Link to={paths.host(event.host.id)}>{event.host.name}</Link>
      </td>
      <td>
        <Link to={paths.events({ event: event.id })} title={t`Link to this event`}>
          <Moment iso={event.began_at} />
        </Link>
        <div className="faint tiny regular">
          {event.gone_at === null ? (
            <Trans>
              last seen <Moment iso={event.seen_at} />
            </Trans>
          ) : (
            <Trans>
              resolved <Moment iso={event.gone_at} />
            </Trans>
          )}
        </div>
      </td>
      <td>
        <TriageState of={event} />
      </td>
    </tr>
  );
}
