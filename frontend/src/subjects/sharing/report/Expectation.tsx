import { t } from "@lingui/core/macro";
import type { SharedDocument } from "@/api/types";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Card } from "@/ui/Card";

/** What the sender expected, in own words, beside what was measured. A share of an older version says none. */
export function Expectation({ document: { expectation } }: { document: SharedDocument }) {
  if (!expectation) return null;
  return (
    <Card title={t`What the sender expected`}>
      <p className={styles.expectation}>
        <bdi>{expectation}</bdi>
      </p>
    </Card>
  );
}
