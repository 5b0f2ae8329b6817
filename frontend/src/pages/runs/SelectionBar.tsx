import { Button, CloseButton } from "@mantine/core";
import { IconArrowsLeftRight, IconChartDots } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { DeleteRuns, MarkRuns } from "@/components/EditRuns";
import { useShortcuts } from "@/components/shortcuts";
import { useMay } from "@/components/use-may";
import type { RunsParams } from "@/lib/address";
import { paths } from "@/lib/paths";
import styles from "@/pages/runs/SelectionBar.module.css";

interface SelectionBarProps {
  params: RunsParams;
  onChange: (changed: Partial<RunsParams>, replace?: boolean) => void;
}

/** What can be done with the selected runs; the first of them is the base of a comparison. */
export function SelectionBar({ params: { selected, units }, onChange }: SelectionBarProps) {
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const [base, ...others] = selected;
  const compare = () => {
    if (base !== undefined && others.length > 0) void navigate({ to: paths.compareRuns([base], others) });
  };
  useShortcuts({ c: compare });
  if (base === undefined) return null;
  return (
    <section className={styles.bar} aria-label="Selected runs">
      <span role="status">
        <strong>{selected.length} selected</strong>
        {others.length > 0 && <span className={styles.hint}> the first is the base</span>}
      </span>
      <Button
        size="xs"
        leftSection={<IconArrowsLeftRight size={14} aria-hidden="true" />}
        disabled={others.length === 0}
        title={others.length === 0 ? "Select another run to compare with" : "Compare (c)"}
        onClick={compare}
      >
        Compare
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconChartDots size={14} aria-hidden="true" />}
        onClick={() => void navigate({ to: paths.explore({ filter: { run: selected }, units }) })}
      >
        Chart
      </Button>
      {mayWrite && (
        <>
          <MarkRuns runIds={selected} />
          <DeleteRuns runIds={selected} onDeleted={() => onChange({ selected: [] }, true)} />
        </>
      )}
      <CloseButton
        size="sm"
        className={styles.close ?? ""}
        aria-label="Clear the selection"
        onClick={() => onChange({ selected: [] }, true)}
      />
    </section>
  );
}
