import { Link } from "@tanstack/react-router";
import type { Change } from "@/api/types";
import { paths } from "@/lib/paths";
import { levels, type Moved, STATE_WORDS, sizeOf, suspectValues, toneOf } from "@/sections/change-words";
import styles from "@/sections/Watch.module.css";
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
        <td className={styles.select}>
          <input
            type="checkbox"
            aria-label={`Select: ${first.sentence}`}
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
        <div className={styles.small}>
          {first.n_before} runs before, {first.n_after} after
        </div>
      </td>
      <td>
        <Suspects change={first} />
      </td>
      <td>
        <span title={STATE_WORDS[first.state].means}>{STATE_WORDS[first.state].short}</span>
        {first.gone_at !== null && <div className={styles.small}>no longer detected</div>}
        {first.cause !== null && <div className={styles.small}>{first.cause}</div>}
        {first.assignee !== null && <div className={styles.small}>assigned to {first.assignee.name}</div>}
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
        title={interval === null ? "too few runs for an interval" : `95 %: ${interval}`}
      >
        {size}
      </Badge>
      <span>
        <Link to={paths.change(change.id)} title={change.sentence}>
          {change.metric_title}
        </Link>
        <span className={styles.small}> {levels(change)}</span>
      </span>
    </div>
  );
}

function Suspects({ change: { suspects, unknown } }: { change: Change }) {
  const likely = suspects.filter((one) => one.is_likely);
  if (likely.length === 0)
    return (
      <span className={styles.small}>
        no recorded change{unknown.length > 0 && ` (${unknown.length} settings unknown)`}
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
