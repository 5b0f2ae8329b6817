import { Card } from "@/ui/Card";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface WaitingCardProps {
  title: string;
  /** The request whose answer is not here: still under way, or failed. */
  query: { isError: boolean; error: unknown; refetch: () => unknown };
  /** Said where it failed: "The repeats could not be loaded." */
  failure: string;
  /** About as high as the answer, in pixels. */
  height?: number;
}

/** A card in the place of an answer: a skeleton while it is under way, else why it failed and a way to ask again. */
export function WaitingCard({ title, query, failure, height = 96 }: WaitingCardProps) {
  return (
    <Card title={title}>
      {query.isError ? (
        <QueryError title={failure} error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <div aria-busy="true">
          <Skeleton height={height} />
        </div>
      )}
    </Card>
  );
}
