import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Setting } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { Badge } from "@/ui/Badge";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

const SOURCE: Record<Setting["source"], string> = {
  manual: t`entered by hand`,
  firmware_attributes: t`firmware attributes`,
  redfish: t`Redfish`,
  bios_file: t`BIOS file`,
  inferred: t`inferred from the running system`,
};
const COLUMNS = [t`Setting`, t`Value`, t`Running system`, t`Source`, t`Vendor's setting name`].map(
  (name) => ({
    name,
  }),
);

/** BIOS settings under vendor-neutral names, beside what the running system shows. */
export function FirmwareTable({ settings }: { settings: readonly Setting[] }) {
  if (settings.length === 0) {
    return (
      <p className="hint anywhere above-8">
        <Trans>
          No BIOS settings in this inventory. To record one by hand, add it to the agent’s command, for
          example <code>--set bios.nps=4</code>. This does not change the BIOS.
        </Trans>
      </p>
    );
  }
  return (
    <Table caption={t`BIOS settings`} columns={COLUMNS} isDense>
      {settings.map((setting) => (
        <tr key={setting.key}>
          <th scope="row" title={setting.key}>
            {setting.title}
          </th>
          <td>
            {setting.value === null ? (
              <Missing reason={t`not read, only inferred`} />
            ) : (
              formatFact(setting.value, null)
            )}
          </td>
          <td>
            {setting.inferred === null ? (
              <Missing reason={t`not visible in the running system`} />
            ) : (
              formatFact(setting.inferred, null)
            )}
            {setting.is_conflict && (
              <Badge tone="warn">
                <Trans>Conflict: the BIOS setting and the running system differ</Trans>
              </Badge>
            )}
          </td>
          <td>{SOURCE[setting.source]}</td>
          <td className="faint">
            {setting.attribute === null ? (
              <Missing reason={t`not read from firmware`} />
            ) : (
              <code>{setting.attribute}</code>
            )}
          </td>
        </tr>
      ))}
    </Table>
  );
}
