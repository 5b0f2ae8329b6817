import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { HostDetail } from "@/api/types";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { AddHost } from "@/subjects/hosts/controls/AddHost";
import styles from "@/subjects/hosts/detail/AddHardware.module.css";
import { PasteHardware } from "@/subjects/hosts/detail/PasteHardware";
import { Card } from "@/ui/Card";

/** Instead of the machine where no inventory came: paste it, or let the agent send it; and what its runs alone tell. */
export function AddHardware({ host }: { host: HostDetail }) {
  const mayWrite = useMay("write");
  return (
    <Card
      title={t`Add hardware inventory`}
      subtitle={
        host.hardware.length === 0
          ? t`Imported runs have no inventory`
          : t`Known only from its runs: ${{ hardware: host.hardware.join(" · ") }}`
      }
    >
      <div className={styles.ways}>
        {mayWrite && <PasteHardware hostId={host.id} />}
        <section aria-label={t`With the agent`} className={styles.way}>
          <h3>
            <Trans>Or let the agent send it</Trans>
          </h3>
          <p>
            <Trans>
              The agent sends board, CPUs, links, drives and their health with each run. This page then shows
              the machine, its link limits and its changes.
            </Trans>
          </p>
          <AddHost />
        </section>
      </div>
    </Card>
  );
}
