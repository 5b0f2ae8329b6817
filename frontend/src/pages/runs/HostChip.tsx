import { CloseButton } from "@mantine/core";
import styles from "@/pages/runs/RunsPage.module.css";

interface HostChipProps {
  /** Null draws nothing. */
  host: string | null;
  onRemove: () => void;
}

/** The filter in words, with its remove button. */
export function HostChip({ host, onRemove }: HostChipProps) {
  if (host === null) return null;
  return (
    <p className={styles.chips}>
      <span className={styles.chip}>
        Host&nbsp;<span className={styles.value}>{host}</span>
        <CloseButton size="sm" aria-label={`Remove filter Host ${host}`} onClick={onRemove} />
      </span>
    </p>
  );
}
