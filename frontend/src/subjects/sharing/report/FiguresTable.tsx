import { t } from "@lingui/core/macro";
import type { ResultFigures } from "@/api/types";
import { formatCount } from "@/lib/units";
import {
  LATENCY_COLUMNS,
  LatencyCells,
  MovedCells,
  orMissing,
  RateCells,
} from "@/subjects/runs/parts/FigureCells";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { NumberCell, Table } from "@/ui/Table";

const NUMBERS = ["IOPS", t`Bandwidth`, ...LATENCY_COLUMNS, "I/Os", t`Moved`, t`Runtime`];
const COLUMNS = [
  { name: t`Job` },
  { name: t`Direction` },
  ...NUMBERS.map((name) => ({ name, isNumeric: true })),
];

/** Every figure of every job and direction. */
export function FiguresTable({ results, total }: { results: readonly ResultFigures[]; total: number }) {
  const of =
    total > results.length
      ? t`; ${{ results: formatCount(results.length) }} of ${{ total: formatCount(total) }} results, the headline result and the first of the file`
      : "";
  return (
    <Card
      title={t`Figures`}
      subtitle={t`One line per job and direction; MB/s and GB/s are decimal${of}`}
      isFlush
    >
      <Table caption={t`Figures per job and direction`} columns={COLUMNS} isDense>
        {results.map((result) => (
          <tr key={result.position}>
            <th scope="row">{result.job_name}</th>
            <td>
              <DirectionMark direction={result.direction} />
            </td>
            <RateCells figures={result} />
            <LatencyCells latency={result.clat_ns} />
            <NumberCell>{orMissing(result.total_ios, formatCount, t`the output has no count`)}</NumberCell>
            <MovedCells figures={result} />
          </tr>
        ))}
      </Table>
    </Card>
  );
}
