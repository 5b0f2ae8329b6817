import { useQuery } from "@tanstack/react-query";
import { factorsQuery } from "@/api/queries/factors";
import type { FactorValue } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Table } from "@/ui/Table";

const COLUMNS = ["Factor", "Value", "Known from"].map((name) => ({ name }));
/** Job options have their own table; what is left is the machine and what people stated. */
const OWN_TABLE = new Set(["Job", "Job options", "Workload"]);

/** What this run can be compared by: read from the machine, or stated by a person, who wins and is named. */
export function FactorsCard({ values }: { values: readonly FactorValue[] }) {
  const factors = useQuery(factorsQuery());
  const registry = new Map(factors.data?.items.map((factor) => [factor.key, factor]));
  const shown = values.filter(
    ({ key, source }) => source === "stated" || !OWN_TABLE.has(registry.get(key)?.group ?? ""),
  );
  if (shown.length === 0) return null;
  return (
    <Card title="Factors" subtitle="What this run can be filtered and compared by" isFlush>
      <Table caption="Factors" columns={COLUMNS} isDense>
        {shown.map(({ key, value, source, detected }) => {
          const factor = registry.get(key);
          const unit = factor?.unit ?? null;
          const isOverridden =
            source === "stated" &&
            detected !== null &&
            formatFact(detected, unit) !== formatFact(value, unit);
          return (
            <tr key={key}>
              <th scope="row" title={factor?.description ?? key}>
                {factor?.title ?? <code>{key}</code>}
              </th>
              <td>{formatFact(value, unit)}</td>
              <td>
                {source === "stated" ? <Badge>stated</Badge> : source}
                {isOverridden && ` in place of ${formatFact(detected, unit)}, which was detected`}
              </td>
            </tr>
          );
        })}
      </Table>
    </Card>
  );
}
