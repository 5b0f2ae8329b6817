import { ph, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ComparedPart, Unmatched } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { namesInWords, withSetting } from "@/subjects/compare/parts/comparison-rows";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { FoldedRows } from "@/ui/FoldedRows";
import { Table } from "@/ui/Table";

const COLUMNS = [t`Workload`, t`Direction`, t`Measured on`, t`Runs`].map((name) => ({ name }));

const MAX_OPEN = 2;

interface UnmatchedCardProps {
  part: ComparedPart;
  name: string;
  isAlone: boolean;
}

/** Workloads that one side alone measured: listed, not dropped. */
export function UnmatchedCard({
  part: { unmatched, unmatched_base_total: baseTotal, unmatched_new_total: newTotal },
  name,
  isAlone,
}: UnmatchedCardProps) {
  const rows = (["base", "new"] as const).flatMap((side) => unmatched[side].map((one) => ({ side, one })));
  if (rows.length === 0) return null;
  const names = namesInWords(rows.map(({ one }) => one));
  const total = baseTotal + newTotal;
  return (
    <Card
      title={isAlone ? t`Unmatched workloads` : t`Unmatched workloads of ${name}`}
      subtitle={t`${plural(total, { one: "# workload", other: "# workloads" })} measured on one side only${{ listed: total > rows.length ? t`; the first ${{ rows: formatCount(rows.length) }} are listed` : "" }}`}
      isFlush
    >
      <FoldedRows
        count={rows.length}
        most={MAX_OPEN}
        summary={plural({ rows: rows.length }, { one: "# workload", other: "# workloads" })}
      >
        <Table caption={t`Unmatched workloads`} columns={COLUMNS} isDense>
          {rows.map(({ side, one }) => (
            <tr key={`${side} ${one.key}`}>
              <th scope="row" title={one.workload}>
                {withSetting(names.get(one.workload) ?? one.workload, one)}
              </th>
              <td>
                <DirectionMark direction={one.direction} />
              </td>
              <td>
                <Badge>
                  <Trans>{side} only</Trans>
                </Badge>
              </td>
              <td>
                <Runs one={one} />
              </td>
            </tr>
          ))}
        </Table>
      </FoldedRows>
    </Card>
  );
}

function Runs({ one: { run_ids } }: { one: Unmatched }) {
  const [only] = run_ids;
  if (run_ids.length === 1 && only !== undefined)
    return (
      <Link to={paths.run(only)}>
        <Trans>
          run <code>{ph({ only: only.slice(-8) })}</code>
        </Trans>
      </Link>
    );
  return (
    <Link to={paths.runs({ filter: { run: run_ids } })}>
      {plural({ run_ids: run_ids.length }, { one: "# run", other: "# runs" })}
    </Link>
  );
}
