import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SharedDocument } from "@/api/types";
import { Comparison, ComparisonAnswers } from "@/subjects/sharing/report/Comparison";
import { Fold } from "@/subjects/sharing/report/Fold";
import styles from "@/subjects/sharing/report/Report.module.css";

/** A run that somebody else measured, beside the shared one: what they gave and what differs; the rest on demand. */
export function ExternalRun({ document }: { document: SharedDocument }) {
  const { compare, factors } = document;
  if (compare === null) return null;
  return (
    <div className={styles.sections}>
      <p className={styles.hint}>
        <Trans>
          Base: the run of this report (host 1). New: the external run (host 2), measured and sent by a
          recipient.
        </Trans>
      </p>
      {compare.workloads.length === 0 ? (
        <p>
          <Trans>Not comparable: the external run measured another workload.</Trans>
        </p>
      ) : (
        <ComparisonAnswers compare={compare} factors={factors} />
      )}
      <Fold summary={t`Figures, differences and circumstances`}>
        <Comparison document={document} compare={compare} />
      </Fold>
    </div>
  );
}
