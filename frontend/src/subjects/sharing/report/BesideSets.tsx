import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SharedRun } from "@/api/types";
import { sentenceCase } from "@/lib/format";
import { formatBandwidth, formatIops, formatLatency } from "@/lib/units";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

type Placed = NonNullable<SharedRun["reference_sets"]>[number];

const COLUMNS = [
  { name: t`Set` },
  { name: t`Measured`, isNumeric: true },
  { name: t`Place` },
  { name: t`Lowest to highest`, isNumeric: true },
  { name: t`Firmware or source` },
];

/** The run beside the reference sets that its sender chose: those that labs measured, and figures that a source states. */
export function BesideSets({ placed }: { placed: readonly Placed[] }) {
  const rows = placed.flatMap((one) => one.sets.map((set) => ({ one, set })));
  return (
    <Card
      title={t`Reference sets`}
      subtitle={t`Chosen by the sender; sets are shown side by side and never combined`}
      isFlush
    >
      <Table caption={t`Place in reference sets`} columns={COLUMNS} isDense>
        {rows.map(({ one, set }) => (
          <tr key={`${one.position} ${set.lab} ${set.firmware} ${set.stated}`}>
            <th scope="row">
              <bdi>{set.lab}</bdi>
            </th>
            <NumberCell>{formatValue(one.measured, one.unit)}</NumberCell>
            <td>{sentenceCase(set.place)}</td>
            <NumberCell>
              {set.stated ?? (
                <Trans>
                  {{ low: formatValue(set.low ?? 0, one.unit) }} to{" "}
                  {{ high: formatValue(set.high ?? 0, one.unit) }}
                </Trans>
              )}
            </NumberCell>
            <td>
              {set.by === null ? (
                (set.firmware ?? <Missing reason={t`firmware unknown, or fewer than three drives`} />)
              ) : (
                <Trans>{{ who: set.by }}; not measured here</Trans>
              )}
            </td>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function formatValue(value: number, unit: Placed["unit"]): string {
  if (unit === "ns") return formatLatency(value);
  return unit === "IOPS" ? `${formatIops(value)} IOPS` : formatBandwidth(value, "decimal");
}
