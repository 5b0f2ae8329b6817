import { Link } from "@tanstack/react-router";
import type { Change } from "@/api/types";
import { paths } from "@/lib/paths";
import styles from "@/pages/changes/Changes.module.css";
import { levels, STATE_WORDS, sizeOf, suspectValues, toneOf } from "@/sections/change-words";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";

const MAX_NAMED = 3;

interface ChangeRowProps {
  change: Change;
  isSelected: boolean;
  /** Null for who may not note anything. */
  onSelect: ((id: string) => void) | null;
}

/** One change: what, by how much, when, and what else changed at that time. */
export function ChangeRow({ change, isSelected, onSelect }: ChangeRowProps) {
  const { size, interval } = sizeOf(change);
  return (
    <tr data-on={isSelected || undefined}>
      {onSelect !== null && (
        <td className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select: ${change.sentence}`}
            checked={isSelected}
            onChange={() => onSelect(change.id)}
          />
        </td>
      )}
      <th scope="row">
        <div className={styles.what}>
          <Badge
            tone={toneOf(change)}
            title={interval === null ? "too few runs for an interval" : `95 %: ${interval}`}
          >
            {size}
          </Badge>
          <Link to={paths.change(change.id)} title={change.sentence}>
            {change.metric_title}
          </Link>
        </div>
        <div className={styles.small}>{levels(change)}</div>
      </th>
      <td>
        <Link to={paths.host(change.host.id)}>{change.host.name}</Link>
        <div className={styles.workload}>{change.workload}</div>
      </td>
      <td>
        <Link to={paths.run(change.after_run.id)}>
          <Moment iso={change.after_run.started_at} />
        </Link>
        <div className={styles.small}>
          {change.n_before} runs before, {change.n_after} after
        </div>
      </td>
      <td>
        <Suspects change={change} />
      </td>
      <td>
        <span title={STATE_WORDS[change.state].means}>{STATE_WORDS[change.state].short}</span>
        {change.gone_at !== null && <div className={styles.small}>the runs show it no more</div>}
        {change.cause !== null && <div className={styles.small}>{change.cause}</div>}
        {change.assignee !== null && (
          <div className={styles.small}>{change.assignee.name} looks after it</div>
        )}
      </td>
    </tr>
  );
}

function Suspects({ change: { suspects, unknown } }: { change: Change }) {
  const likely = suspects.filter((one) => one.is_likely);
  if (likely.length === 0)
    return (
      <span className={styles.small}>
        nothing that is recorded{unknown.length > 0 && `; of ${unknown.length} facts that is not known`}
      </span>
    );
  return (
    <ul className={styles.suspects}>
      {likely.slice(0, MAX_NAMED).map((one) => (
        <li key={one.key}>
          {one.title} <span className={styles.small}>{suspectValues(one)}</span>
        </li>
      ))}
      {likely.length > MAX_NAMED && <li className={styles.small}>and {likely.length - MAX_NAMED} more</li>}
    </ul>
  );
}
