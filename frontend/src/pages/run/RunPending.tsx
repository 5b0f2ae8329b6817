import styles from "@/pages/run/RunPage.module.css";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

/** The run's page before its data: the same sizes, no words. */
export function RunPending() {
  return (
    <div className={styles.sections} aria-busy="true">
      <div style={{ display: "flex", flexDirection: "column", gap: 10, height: 92 }}>
        <Skeleton width={160} height={12} />
        <Skeleton width="45%" height={22} />
        <Skeleton width="60%" height={12} />
      </div>
      <Card>
        <div style={{ height: 128, padding: 16 }}>
          <Skeleton height={96} />
        </div>
      </Card>
      <div className={styles.charts}>
        <Card>
          <div className={styles.chartPending}>
            <Skeleton width="40%" height={16} />
            <Skeleton height={300} />
          </div>
        </Card>
      </div>
    </div>
  );
}
