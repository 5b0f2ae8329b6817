import type { HostDetail } from "@/api/types";
import { AddHost } from "@/components/AddHost";
import { useMay } from "@/components/use-may";
import styles from "@/pages/host/AddHardware.module.css";
import { PasteHardware } from "@/pages/host/PasteHardware";
import { Card } from "@/ui/Card";

/** Instead of the machine where no inventory came: paste it, or let the agent send it; and what its runs alone tell. */
export function AddHardware({ host }: { host: HostDetail }) {
  const mayWrite = useMay("write");
  return (
    <Card
      title="Add the hardware"
      subtitle={
        host.hardware.length === 0
          ? "The runs of this host came without it, and tell nothing of the machine"
          : `Known from its runs alone: ${host.hardware.join(" · ")}`
      }
    >
      <div className={styles.ways}>
        {mayWrite && <PasteHardware hostId={host.id} />}
        <section aria-label="With the agent" className={styles.way}>
          <h3>Or let the agent send it</h3>
          <p>
            It comes with each run that the agent makes: board, processors, links, drives and their health.
            Then this page shows the machine, what its links can carry, and what changed in it.
          </p>
          <AddHost />
        </section>
      </div>
    </Card>
  );
}
