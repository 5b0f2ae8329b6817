import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { HostDetail } from "@/api/types";
import { downloads } from "@/lib/downloads";
import { useMay } from "@/subjects/accounts/controls/use-may";
import styles from "@/subjects/hosts/detail/AddHardware.module.css";
import { PasteHardware } from "@/subjects/hosts/detail/PasteHardware";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

/** Which of the hardware a person stated for runs that came without, and which runs still have none. */
export function StatedHardware({ host }: { host: HostDetail }) {
  const mayWrite = useMay("write");
  const { stated_hardware: stated, bare_runs: bare } = host;
  if (stated.length === 0 && bare === 0) return null;
  return (
    <Card
      title={t`Manually added hardware`}
      subtitle={
        bare === 0
          ? t`Entered manually for runs without an inventory`
          : t`${plural(bare, { one: "# run", other: "# runs" })} of this host ${plural(bare, { one: "has", other: "have" })} no hardware`
      }
    >
      {stated.length > 0 && (
        <ul className={styles.stated}>
          {stated.map((one) => (
            <li key={one.id}>
              <Trans>
                <Plural value={{ runs: one.runs }} one="# run" other="# runs" /> since{" "}
                <Moment iso={one.since} />: stated by {{ stated_by: one.stated_by }},{" "}
                <Moment iso={one.stated_at} />.{" "}
                <a href={downloads.pastedHardware(host.id, one.id)} download>
                  As it was pasted
                </a>
              </Trans>
            </li>
          ))}
        </ul>
      )}
      {bare > 0 && mayWrite && (
        <details>
          <summary>
            <Trans>
              Add the hardware of <Plural value={bare} one="# run" other="# runs" />
            </Trans>
          </summary>
          <PasteHardware hostId={host.id} />
        </details>
      )}
    </Card>
  );
}
