import type { HostDetail } from "@/api/types";
import { useMay } from "@/components/use-may";
import { countOf } from "@/lib/format";
import { downloads } from "@/lib/paths";
import styles from "@/pages/host/AddHardware.module.css";
import { PasteHardware } from "@/pages/host/PasteHardware";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

/** Which of the hardware a person stated for runs that came without, and which runs still have none. */
export function StatedHardware({ host }: { host: HostDetail }) {
  const mayWrite = useMay("write");
  const { stated_hardware: stated, bare_runs: bare } = host;
  if (stated.length === 0 && bare === 0) return null;
  return (
    <Card
      title="Hardware that no agent read"
      subtitle={
        bare === 0
          ? "Stated by a person for runs that came without"
          : `${countOf(bare, "run")} of this host ${bare === 1 ? "has" : "have"} no hardware`
      }
    >
      {stated.length > 0 && (
        <ul className={styles.stated}>
          {stated.map((one) => (
            <li key={one.id}>
              {countOf(one.runs, "run")} since <Moment iso={one.since} />: stated by {one.stated_by},{" "}
              <Moment iso={one.stated_at} />.{" "}
              <a href={downloads.pastedHardware(host.id, one.id)} download>
                As it was pasted
              </a>
            </li>
          ))}
        </ul>
      )}
      {bare > 0 && mayWrite && (
        <details>
          <summary>Add the hardware of {countOf(bare, "run")}</summary>
          <PasteHardware hostId={host.id} />
        </details>
      )}
    </Card>
  );
}
