import { t } from "@lingui/core/macro";
import { Link } from "@tanstack/react-router";
import { paths } from "@/lib/paths";
import styles from "@/subjects/runs/explore/ExplorePage.module.css";
import type { HostChange } from "@/subjects/runs/explore/use-host-changes";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

/** The changes that the chart marks, each opening its field-by-field difference. */
export function HostChanges({ changes }: { changes: readonly HostChange[] }) {
  if (changes.length === 0) return null;
  return (
    <Card title={t`What changed on these hosts`} subtitle={t`Differences between consecutive inventories`}>
      <ol className={styles.changes}>
        {changes.map((change) => (
          <li key={`${change.hostId} ${change.inventoryId} ${change.at}`}>
            <Moment iso={new Date(change.at).toISOString()} />
            <span>{change.hostName}</span>
            <Link to={paths.difference(change.previousInventoryId, change.inventoryId)}>{change.text}</Link>
          </li>
        ))}
      </ol>
    </Card>
  );
}
