import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { formatBandwidth, formatCount, formatIops, formatLatency, formatRuntime } from "@/lib/units";
import type { GroupStep } from "@/subjects/measuring/page/GroupHosts";
import { nameStep } from "@/subjects/measuring/page/GroupSteps";
import styles from "@/subjects/measuring/page/RequestPage.module.css";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";

const DIRECTIONS: Readonly<Record<string, string>> = {
  read: t`Reads`,
  write: t`Writes`,
  trim: t`Trims`,
  mixed: t`Reads and writes together`,
};
const SHOWN = ["50", "99", "99.9"];

/** One direction of all hosts: rates of the window in which all measured, latencies of all their I/Os. */
export function GroupTotal({ total, step }: { total: GroupStep["totals"][number]; step: GroupStep }) {
  const { rates, latency } = total;
  const figures = [
    { name: t`Bandwidth`, value: rates.bw_bytes_per_s, format: formatBandwidth },
    { name: t`IOPS`, value: rates.iops, format: formatIops },
  ];
  const reasons = [...new Set([rates.reason, latency.reason].filter((reason) => reason !== null))];
  const direction = DIRECTIONS[rates.direction] ?? rates.direction;
  return (
    <Card
      title={
        step.workload === null ? t`Total: ${direction}` : t`Total: ${direction}, ${{ step: nameStep(step) }}`
      }
      subtitle={<Scope step={step} />}
    >
      <dl className={styles.figures}>
        {figures.map(({ name, value, format }) => (
          <div key={name}>
            <dt className="faint tiny">{name}</dt>
            <dd>{value === null ? <Missing reason={rates.reason ?? t`unknown`} /> : format(value)}</dd>
          </div>
        ))}
        {SHOWN.map((percentile) => {
          const value = latency.percentiles[percentile] ?? null;
          return (
            <div key={percentile}>
              <dt className="faint tiny">{t`Latency p${percentile}`}</dt>
              <dd>
                {value === null ? (
                  <Missing reason={latency.reason ?? t`too few I/Os`} />
                ) : (
                  formatLatency(value)
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {latency.n !== null && (
        <p className="faint compact">
          <Trans>
            Latencies of {{ n: formatCount(latency.n) }} I/Os, from fio’s bins merged over these hosts
          </Trans>
        </p>
      )}
      {reasons.map((reason) => (
        <p key={reason} role="note">
          {reason}
        </p>
      ))}
    </Card>
  );
}

/** Of how many hosts the total is, and of which time. */
function Scope({ step }: { step: GroupStep }) {
  const { total_hosts: counted, window_from: from, window_to: to } = step;
  const all = step.hosts.length;
  const seconds = from === null || to === null ? null : formatRuntime(Date.parse(to) - Date.parse(from));
  return (
    <>
      {counted < all && (
        <>
          <Badge tone="warn">
            <Trans>
              {{ counted }} of {{ all }} hosts
            </Trans>
          </Badge>{" "}
        </>
      )}
      {seconds !== null && (
        <Trans>
          {{ who: counted < all ? "" : t`${counted} hosts, ` }}over the {{ seconds }} during which all were
          measuring
        </Trans>
      )}
    </>
  );
}
