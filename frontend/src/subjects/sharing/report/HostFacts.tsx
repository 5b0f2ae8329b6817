import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SharedDocument, SharedHost } from "@/api/types";
import { DifferenceRows } from "@/subjects/hosts/parts/DifferenceRows";
import { FirmwareTable } from "@/subjects/hosts/parts/FirmwareTable";
import { InventoryBody } from "@/subjects/hosts/parts/InventoryBody";
import { FindingsCard } from "@/subjects/runs/parts/FindingsCard";
import { Fold } from "@/subjects/sharing/report/Fold";
import { NotPart } from "@/subjects/sharing/report/NotPart";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Card } from "@/ui/Card";

/** More differing fields than this wait until they are asked for. */
const MAX_FIELDS = 6;
/** So many of them are named beside their count. */
const MAX_NAMED = 4;

interface HostFactsProps {
  host: SharedHost;
  /** Of the share's first machine: what the differences are to. */
  first: string;
  document: SharedDocument;
}

/** The first machine in short, with the whole behind it; another one by what differs from the first. */
export function HostFacts({ host, first, document: { hidden } }: HostFactsProps) {
  const { label, inventory, firmware, findings, differences, is_stated: isStated } = host;
  return (
    <>
      <div className={differences === undefined ? styles.long : ""}>
        <Card
          title={t`Configuration of ${label}`}
          subtitle={
            differences !== undefined
              ? t`What differs from ${first}`
              : isStated === true
                ? t`Entered manually for runs without an inventory`
                : t`As reported by the machine`
          }
        >
          {inventory === null ? (
            <p className={styles.hint}>
              <Trans>No inventory came with these runs.</Trans>
            </p>
          ) : (
            <>
              {differences !== undefined && <Differing rows={differences} names={[first, label]} />}
              <Fold summary={t`The whole configuration`}>
                <InventoryBody inventory={inventory} />
              </Fold>
            </>
          )}
          {firmware.length > 0 && (
            <Fold
              summary={t`BIOS settings`}
              hint={plural({ firmware: firmware.length }, { one: "# setting", other: "# settings" })}
            >
              <FirmwareTable settings={firmware} />
            </Fold>
          )}
        </Card>
      </div>
      <NotPart title={t`BIOS settings of ${label}`} hidden={hidden} by={["bios.settings"]} />
      {findings.length > 0 && (
        <div className={styles.long}>
          <FindingsCard title={t`Findings about ${label}`} findings={findings} />
        </div>
      )}
    </>
  );
}

interface DifferingProps {
  rows: NonNullable<SharedHost["differences"]>;
  names: readonly [string, string];
}

function Differing({ rows, names }: DifferingProps) {
  const table = <DifferenceRows difference={{ facets: [], rows }} names={names} />;
  if (rows.length <= MAX_FIELDS) return table;
  const titles = [...new Set(rows.map(({ title }) => title))];
  return (
    <Fold
      summary={plural({ rows: rows.length }, { one: "# field differs", other: "# fields differ" })}
      hint={`${titles.slice(0, MAX_NAMED).join(", ")}${titles.length > MAX_NAMED ? " …" : ""}`}
    >
      {table}
    </Fold>
  );
}
