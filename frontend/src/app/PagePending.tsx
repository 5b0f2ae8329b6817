import { Card } from "@/ui/Card";
import { Skeleton } from "@/ui/Skeleton";

/** The page of one thing before its data: about the same sizes, no words. */
export function PagePending() {
  return (
    <div className="stack gap-16" aria-busy="true">
      <div className="stack gap-10" style={{ height: 92 }}>
        <Skeleton width={160} height={12} />
        <Skeleton width="45%" height={22} />
        <Skeleton width="60%" height={12} />
      </div>
      <Card>
        <div className="pad-16" style={{ height: 128 }}>
          <Skeleton height={96} />
        </div>
      </Card>
      <Card>
        <div className="stack gap-16 pad-16">
          <Skeleton width="40%" height={16} />
          <Skeleton height={300} />
        </div>
      </Card>
    </div>
  );
}
