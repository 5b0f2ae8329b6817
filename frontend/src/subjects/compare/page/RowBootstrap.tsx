import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Series } from "@/charts/series-style";
import { BootstrapText } from "@/subjects/compare/parts/BootstrapText";
import type { CompareRow } from "@/subjects/compare/parts/comparison-rows";
import { bootstrapQuery, type CompareQuery } from "@/subjects/compare/queries";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface RowBootstrapProps {
  row: CompareRow;
  /** Base first. */
  sides: readonly Series[];
  query: CompareQuery;
  metric: string;
}

/** The second interval of an opened row, under its own name. Asked for only here: drawing it for all would slow the table. */
export function RowBootstrap({ row, sides, query, metric }: RowBootstrapProps) {
  // Without an interval that decides there is none beside it; the row has said why.
  const isTelling = row.cells.some((cell) => cell !== null && cell.ratio_ci95 !== null);
  const answer = useQuery({ ...bootstrapQuery(query, row.key, metric), enabled: isTelling });
  if (!isTelling) return null;
  if (answer.isError) {
    return (
      <QueryError
        title={t`The bootstrap interval could not be loaded.`}
        error={answer.error}
        onRetry={() => void answer.refetch()}
      />
    );
  }
  if (answer.data === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton height={40} />
      </div>
    );
  }
  return answer.data.parts.map((part, i) => {
    const [bootstrap, cell] = [part[metric], row.cells[i]];
    if (bootstrap === undefined || cell === null || cell === undefined) return null;
    const side = sides[i + 1];
    return (
      <BootstrapText
        key={side?.key}
        bootstrap={bootstrap}
        cell={cell}
        side={row.cells.length > 1 ? side?.label : undefined}
      />
    );
  });
}
