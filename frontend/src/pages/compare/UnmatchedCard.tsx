import { Link } from "@tanstack/react-router";
import type { ComparedPart, Unmatched } from "@/api/types";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { withSetting } from "@/sections/comparison-rows";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { Table } from "@/ui/Table";

const COLUMNS = ["Workload", "Direction", "Measured on", "Runs"].map((name) => ({ name }));

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
  const total = baseTotal + newTotal;
  return (
    <Card
      title={isAlone ? "Unmatched workloads" : `Unmatched workloads of ${name}`}
      subtitle={`${countOf(total, "workload")} measured on one side only${total > rows.length ? `; the first ${formatCount(rows.length)} are listed` : ""}`}
      isFlush
    >
      <Table caption="Unmatched workloads" columns={COLUMNS} isDense>
        {rows.map(({ side, one }) => (
          <tr key={`${side} ${one.key}`}>
            <th scope="row">{withSetting(one.workload, one)}</th>
            <td>
              <DirectionMark direction={one.direction} />
            </td>
            <td>
              <Badge>{side} only</Badge>
            </td>
            <td>
              <Runs one={one} />
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function Runs({ one: { run_ids } }: { one: Unmatched }) {
  const [only] = run_ids;
  if (run_ids.length === 1 && only !== undefined)
    return (
      <Link to={paths.run(only)}>
        run <code>{only.slice(-8)}</code>
      </Link>
    );
  return <Link to={paths.runs({ filter: { run: run_ids } })}>{countOf(run_ids.length, "run")}</Link>;
}
