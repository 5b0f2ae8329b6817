import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { Change } from "@/api/types";
import { paths } from "@/lib/paths";
import {
  levelsOfTitle,
  type Moved,
  sizeOf,
  suspectValues,
  toneOf,
} from "@/subjects/watch/parts/change-words";
import { TriageState } from "@/subjects/watch/TriageState";
import styles from "@/subjects/watch/Watch.module.css";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";

const MAX_NAMED = 3;

interface ChangeRowProps {
  moved: Moved;
  isSelected: boolean;
  /** Null for who may not note anything. */
  onSelect: ((ids: readonly string[]) => void) | null;
}

/** What changed of one test at one moment: by how much, when, and what else changed at that time. */
export function ChangeRow({ moved: { changes }, isSelected, onSelect }: ChangeRowProps) {
  const [first] = changes;
  return (
    <tr>
      {onSelect !== null && (
        <td style={{ width: 34 }}>
          <input
            type="checkbox"
            aria-label={t`Select: ${{ sentence: first.sentence }}`}
            checked={isSelected}
            onChange={() => onSelect(changes.map(({ id }) => id))}
          />
        </td>
      )}
      <th scope="row">
        {changes.map((change) => (
          <Size key={change.id} change={change} />
        ))}
      </th>
      <td>
        <Link to={paths.host(first.host.id)}>{first.host.name}</Link>
        <div className={styles.workload} title={first.workload}>
          {first.workload_words}
        </div>
      </td>
      <td>
        <Link to={paths.run(first.after_run.id)}>
          <Moment iso={first.after_run.started_at} />
        </Link>
        <div className="faint tiny regular">
          <Trans>
            {{ n_before: first.n_before }} runs before, {{ n_after: first.n_after }} after
          </Trans>
        </div>
      </td>
      <td>
        <Suspects change={first} />
      </td>
      <td>
        <TriageState of={first} />
        {first.gone_at !== null && (
          <div className="faint tiny regular">
            <Trans>no longer detected</Trans>
          </div>
        )}
      </td>
    </tr>
  );
}

function Size({ change }: { change: Change }) {
  const { size, interval } = sizeOf(change);
  return (
    <div className={styles.what}>
      <Badge
        tone={toneOf(change)}
        title={interval === null ? t`too few runs for an interval` : `95 %: ${interval}`}
      >
        {size}
      </Badge>
      <span>
        <Link to={paths.change(change.id)} title={change.sentence}>
          {change.metric_title}
        </Link>
        <span className="faint tiny regular"> {levelsOfTitle(change)}</span>
      </span>
    </div>
  );
}

function Suspects({ change: { suspects, unknown } }: { change: Change }) {
  const likely = suspects.filter((one) => one.is_likely);
  if (likely.length === 0)
    return (
      <span className="faint tiny regular">
        <Trans>
          no recorded change
          {{ unknown: unknown.length > 0 ? t` (${{ unknown: unknown.length }} settings unknown)` : "" }}
        </Trans>
      </span>
    );
  return (
    <ul style={{ minWidth: 170 }}>
      {likely.slice(0, MAX_NAMED).map((one) => (
        <li key={one.key}>
          {one.title} <span className="faint tiny regular">{suspectValues(one)}</span>
        </li>
      ))}
      {likely.length > MAX_NAMED && (
        <li className="faint tiny regular">
          <Trans>and {{ count: likely.length - MAX_NAMED }} more</Trans>
        </li>
      )}
    </ul>
  );
}
