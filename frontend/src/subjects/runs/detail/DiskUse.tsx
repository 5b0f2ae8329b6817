import { t } from "@lingui/core/macro";
import type { RunDetail } from "@/api/types";
import { formatCount, formatPercent } from "@/lib/units";
import { Card } from "@/ui/Card";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Device` },
  { name: t`Busy`, isNumeric: true },
  { name: t`Read I/Os`, isNumeric: true },
  { name: t`Write I/Os`, isNumeric: true },
];

/** What fio saw the kernel do on block devices during the run. */
export function DiskUse({ devices }: { devices: RunDetail["disk_util"] | null }) {
  if (devices === null || devices.length === 0) return null;
  return (
    <Card title={t`Block devices during the run`} subtitle={t`Kernel counters, as reported by fio`} isFlush>
      <Table caption={t`Block devices during the run`} columns={COLUMNS}>
        {devices.map((device) => (
          <tr key={device.name}>
            <th scope="row">
              {device.name}
              {device.member_of !== null && t` (in ${{ member_of: device.member_of }})`}
            </th>
            <NumberCell>{formatPercent(device.util_pct)}</NumberCell>
            <NumberCell>{formatCount(device.read_ios)}</NumberCell>
            <NumberCell>{formatCount(device.write_ios)}</NumberCell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}
