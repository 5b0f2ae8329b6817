import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { SharedDocument, SharedHost } from "@/api/types";
import { DifferenceRows } from "@/sections/DifferenceRows";
import { FindingsCard } from "@/sections/FindingsCard";
import { FirmwareTable } from "@/sections/FirmwareTable";
import { InventoryBody } from "@/sections/InventoryBody";
import { FoldedOnPhone } from "@/share/FoldedOnPhone";
import { NotPart } from "@/share/NotPart";
import styles from "@/share/Report.module.css";
import { Card } from "@/ui/Card";

/** More differing fields than this wait until they are asked for. */
const MAX_FIELDS = 12;
/** More settings than this, too. */
const MAX_SETTINGS = 12;

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
                : t`As the machine reported itself`
          }
        >
          {inventory === null ? (
            <p className={styles.hint}>
              <Trans>No inventory came with these runs.</Trans>
            </p>
          ) : (
            <>
              {differences !== undefined && (
                <Folded
                  count={differences.length}
                  most={MAX_FIELDS}
                  summary={plural(
                    { differences: differences.length },
                    { one: "# field differs", other: "# fields differ" },
                  )}
                >
                  <DifferenceRows difference={{ facets: [], rows: differences }} names={[first, label]} />
                </Folded>
              )}
              <div className={styles.long}>
                <FoldedOnPhone isFolded={differences !== undefined} summary={t`The whole configuration`}>
                  <InventoryBody inventory={inventory} />
                </FoldedOnPhone>
              </div>
            </>
          )}
        </Card>
      </div>
      {firmware.length > 0 && (
        <div className={styles.long}>
          <Card title={t`BIOS settings of ${label}`} isFlush={firmware.length <= MAX_SETTINGS}>
            <Folded
              count={firmware.length}
              most={MAX_SETTINGS}
              summary={plural({ firmware: firmware.length }, { one: "# setting", other: "# settings" })}
            >
              <FirmwareTable settings={firmware} />
            </Folded>
          </Card>
        </div>
      )}
      <NotPart title={t`BIOS settings of ${label}`} hidden={hidden} by={["bios.settings"]} />
      <div className={styles.long}>
        <FindingsCard title={t`Findings about ${label}`} findings={findings} />
      </div>
    </>
  );
}

function Folded({
  count,
  most,
  summary,
  children,
}: {
  count: number;
  most: number;
  summary: string;
  children: ReactNode;
}) {
  if (count <= most) return children;
  return (
    <details className={`${styles.more} ${styles.long}`}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
