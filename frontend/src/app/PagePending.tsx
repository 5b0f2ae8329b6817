import styles from "@/app/PagePending.module.css";
import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

/** The page of one thing before its data: about the same sizes, no words. */
export function PagePending() {
  return (
    <div className={styles.sections} aria-busy="true">
      <div className={styles.head}>
        <Skeleton width={160} height={12} />
        <Skeleton width="45%" height={22} />
        <Skeleton width="60%" height={12} />
      </div>
      <Card>
        <div className={styles.figures}>
          <Skeleton height={96} />
        </div>
      </Card>
      <Card>
        <div className={styles.chart}>
          <Skeleton width="40%" height={16} />
          <Skeleton height={300} />
        </div>
      </Card>
    </div>
  );
}
