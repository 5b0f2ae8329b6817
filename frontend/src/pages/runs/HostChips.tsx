import { CloseButton } from "@mantine/core";
import styles from "@/pages/runs/RunsPage.module.css";

interface HostChipsProps {
  hosts: readonly string[];
  onRemove: (host: string) => void;
}

/** The filter in words, one remove button each. */
export function HostChips({ hosts, onRemove }: HostChipsProps) {
  if (hosts.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Filters">
      {hosts.map((host) => (
        <li key={host} className={styles.chip}>
          Host&nbsp;<span className={styles.value}>{host}</span>
          <CloseButton size="sm" aria-label={`Remove filter Host ${host}`} onClick={() => onRemove(host)} />
        </li>
      ))}
    </ul>
  );
}
