import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { RunDataPath } from "@/api/types";
import { formatBandwidth, formatCount, formatSpan } from "@/lib/units";
import styles from "@/subjects/runs/parts/PathCard.module.css";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { useLandmarkName } from "@/ui/landmark-name";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

const MEMBERS = [t`Drive`, t`Model`, t`Firmware`, t`Slot`, t`Link`, t`NUMA node`].map((name) => ({ name }));

/** Where the data went: from the target through its layers to the drives, and what the way can carry. `of`: whose. */
export function PathCard({ path, of }: { path: RunDataPath; of?: string }) {
  const nameOf = useLandmarkName();
  return (
    <Card title={of === undefined ? t`Storage stack` : t`Storage stack: ${of}`}>
      <dl className={styles.limits}>
        <div>
          <dt className="faint">
            <Trans>Link limit</Trans>
          </dt>
          <dd className="strong figures">
            {path.chain_limit_bytes_per_s === null ? (
              <Missing reason={t`not every link is known`} />
            ) : (
              <Trans>
                {{ read: range(path.chain_limit_bytes_per_s.read) }} for reads,{" "}
                {{ write: range(path.chain_limit_bytes_per_s.write) }} for writes
              </Trans>
            )}
          </dd>
        </div>
        <div>
          <dt className="faint">
            <Trans>Slowest link</Trans>
          </dt>
          <dd className="strong figures">
            {path.limited_by === null ? (
              <Missing reason={t`not every link is known`} />
            ) : (
              <code>{path.limited_by}</code>
            )}
          </dd>
        </div>
      </dl>
      {path.targets.map((target) => (
        <section
          key={target.path}
          className="above-16"
          aria-label={nameOf(t`Target ${{ path: target.path }}`)}
        >
          <h3 className="anywhere" style={{ marginBottom: 6 }}>
            <code>{target.path}</code> <span className="faint regular">{targetKind(target)}</span>
          </h3>
          {telling(target).length > 0 && (
            <ol className={styles.layers} aria-label={t`Layers, from the target down`}>
              {telling(target).map((layer) => (
                <li key={layer}>{layer}</li>
              ))}
            </ol>
          )}
          {target.reason !== null && (
            <p className="muted">
              <Trans>Not resolved further: {{ reason: target.reason }}</Trans>
            </p>
          )}
          {target.members.length > 0 && <Members members={target.members} />}
        </section>
      ))}
      {path.shared_hops.length > 0 && <SharedHops hops={path.shared_hops} />}
    </Card>
  );
}

/** "on ext4" of a file or folder, "md"; the kind of a file on a file server is the server's: "on nfs". */
function targetKind({ kind, filesystem }: RunDataPath["targets"][number]): string {
  if (filesystem === null) return kind;
  return kind === "file" || filesystem.startsWith(kind) ? t`on ${filesystem}` : t`${kind} on ${filesystem}`;
}

/** A file system that the next layer names, too, or that is all there is below the heading, says nothing of its own. */
function telling({ layers, filesystem }: RunDataPath["targets"][number]): readonly string[] {
  if (layers.length === 1 && layers[0] === filesystem) return [];
  return layers.filter((layer, i) => layers[i + 1]?.startsWith(`${layer} from `) !== true);
}

function Members({ members }: { members: RunDataPath["targets"][number]["members"] }) {
  return (
    <Table caption={t`Drives behind the target, in order`} columns={MEMBERS} isDense>
      {members.map((member) => (
        <tr key={member.disk}>
          <th scope="row">{member.disk}</th>
          <td>{member.model ?? <Missing reason={t`not reported by the agent`} />}</td>
          <td>{member.firmware ?? <Missing reason={t`not reported by the agent`} />}</td>
          <td>
            {member.slot === null ? (
              <Missing reason={t`slot not reported`} />
            ) : (
              <>
                {member.slot.name}{" "}
                {!member.slot.is_verified && (
                  <Badge title={t`Source: ${{ source: member.slot.source }}`}>
                    <Trans>name not verified</Trans>
                  </Badge>
                )}
              </>
            )}
          </td>
          <td>{member.link ?? <Missing reason={t`the link was not read`} />}</td>
          <td>{member.numa_node ?? <Missing reason={t`node not reported`} />}</td>
        </tr>
      ))}
    </Table>
  );
}

function SharedHops({ hops }: { hops: RunDataPath["shared_hops"] }) {
  const nameOf = useLandmarkName();
  return (
    <section className="above-16" aria-label={nameOf(t`Shared hops`)}>
      <h3 className="anywhere" style={{ marginBottom: 6 }}>
        <Trans>Shared hops</Trans>
      </h3>
      <ul>
        {hops.map((hop) => (
          <li className="figures" style={{ padding: "2px 0" }} key={hop.function}>
            <Trans>
              {{ title: hop.title }} <code>{ph({ function: hop.function })}</code>:{" "}
              {{ member_count: hop.member_count }} drives could move{" "}
              {{ members_sum_bytes_per_s: range(hop.members_sum_bytes_per_s) }} together, the link carries{" "}
              {{ ceiling_bytes_per_s: range(hop.ceiling_bytes_per_s) }}
              {{
                ratio:
                  hop.ratio !== null
                    ? t`, ratio ${{ count: formatCount(Math.round(hop.ratio * 100) / 100) }}`
                    : "",
              }}
              .
            </Trans>{" "}
            {hop.is_oversubscribed === null && <Trans>Oversubscription unknown.</Trans>}
            {hop.is_oversubscribed === false && <Trans>Not oversubscribed.</Trans>}
            {hop.is_oversubscribed === true && (
              <>
                <Badge tone="warn">
                  <Trans>Oversubscribed</Trans>
                </Badge>{" "}
                <Trans>
                  {{ share_bytes_per_s: range(hop.share_bytes_per_s) }} per drive when all are busy.
                </Trans>
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** "14.4 GB/s", or "13.3 GB/s to 14.4 GB/s" where the payload size is not known. */
function range(limits: readonly number[] | null): string {
  return formatSpan(limits, formatBandwidth) ?? t`an unknown amount`;
}
