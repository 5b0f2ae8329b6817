import { t } from "@lingui/core/macro";
import type { Bootstrap, ComparedMetric } from "@/api/types";
import { bootstrapSentence, bootstrapWorth, NOT_COMPUTED } from "@/subjects/compare/parts/bootstrap-words";

interface BootstrapTextProps {
  /** Null in a link of an older version. */
  bootstrap: Bootstrap | null;
  cell: ComparedMetric;
  /** Of the new side, where there are several. */
  side: string | undefined;
}

/** The second interval of a workload under its own name, and what it is worth. */
export function BootstrapText({ bootstrap, cell, side }: BootstrapTextProps) {
  const worth = bootstrap === null ? null : bootstrapWorth(bootstrap, cell);
  return (
    <p style={{ maxWidth: "90ch" }}>
      {side !== undefined && <strong>{side}: </strong>}
      {bootstrap === null ? t`No bootstrap interval. ${NOT_COMPUTED}` : bootstrapSentence(bootstrap)}
      {worth !== null && <span className="hint"> {worth}</span>}
    </p>
  );
}
