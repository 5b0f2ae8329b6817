import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, CloseButton } from "@mantine/core";
import { formatCount } from "@/lib/units";
import type { Triaged } from "@/subjects/watch/queries/triage";
import styles from "@/subjects/watch/TriageBar.module.css";
import { TriageForm } from "@/subjects/watch/TriageForm";

interface TriageBarProps {
  caption: string;
  chosen: readonly string[];
  shown: readonly string[];
  of: Triaged;
  onSelect: (ids: readonly string[]) => void;
}

/** What is noted of all that are chosen; nothing as long as none is. */
export function TriageBar({ caption, chosen, shown, of, onSelect }: TriageBarProps) {
  if (chosen.length === 0) return null;
  return (
    <section className={styles.bar} aria-label={caption}>
      <CloseButton size="sm" aria-label={t`Clear the selection`} onClick={() => onSelect([])} />
      <div>
        {chosen.length < shown.length && (
          <Button variant="subtle" size="compact-xs" onClick={() => onSelect(shown)}>
            <Trans>Select all {{ shown: formatCount(shown.length) }} shown</Trans>
          </Button>
        )}
        <TriageForm key={chosen.length} ids={chosen} of={of} onDone={() => onSelect([])} />
      </div>
    </section>
  );
}
