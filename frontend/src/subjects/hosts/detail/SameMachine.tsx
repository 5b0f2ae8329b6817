import { ph, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { HostDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { AddHost } from "@/subjects/hosts/controls/AddHost";
import styles from "@/subjects/hosts/parts/AlikeHosts.module.css";
import { mergeHosts, splitHost, undoMove } from "@/subjects/hosts/queries/hosts";
import { Card } from "@/ui/Card";
import { Moment } from "@/ui/Moment";

/** Whether this host is one machine: others that look like it, two machines in its history, and what was done. */
export function SameMachine({ host }: { host: HostDetail }) {
  const may = useMay("write");
  const merge = useMutation(mergeHosts(host.id));
  const split = useMutation(splitHost(host.id));
  const undo = useMutation(undoMove());
  const [newer, ...older] = host.machines;
  if (host.alike.length === 0 && newer === undefined && host.moves.length === 0) return null;
  const failed = [merge, split, undo].find((one) => one.isError);
  return (
    <Card title={t`Same machine?`}>
      <ul className={styles.list}>
        {host.alike.map((other) => (
          <li key={other.id}>
            <span>
              <Trans>
                <Link to={paths.host(other.id)}>{ph({ other: other.name })}</Link> looks like the same
                machine: it reports the same board, system, drive or boot identifiers. Merging moves its runs,
                notes, alerts and agents to this host; its old name and links keep working.
              </Trans>
            </span>
            {may && (
              <Button
                size="xs"
                variant="default"
                loading={merge.isPending && merge.variables === other.id}
                onClick={() => merge.mutate(other.id)}
              >
                <Trans>
                  Merge {{ other: other.name }} into {{ host: host.name }}
                </Trans>
              </Button>
            )}
          </li>
        ))}
        {newer !== undefined && (
          <li>
            <span>
              <Trans>
                The inventories of{" "}
                <Plural value={{ machines: host.machines.length }} one="# machine" other="# machines" />{" "}
                alternate in this history, perhaps because an image was cloned: {{ name: newer.name }} (
                <Plural value={{ run_count: newer.run_count }} one="# run" other="# runs" />, the last{" "}
                <Moment iso={newer.last_seen_at} />)
              </Trans>
              {older.map((one) => (
                <span key={one.name}>
                  {" "}
                  <Trans>
                    and {{ name: one.name }} (
                    <Plural value={{ run_count: one.run_count }} one="# run" other="# runs" />, the last{" "}
                    <Moment iso={one.last_seen_at} />)
                  </Trans>
                </span>
              ))}
              .
            </span>
            {may &&
              older.map((one) => (
                <Button
                  key={one.name}
                  size="xs"
                  variant="default"
                  loading={split.isPending}
                  onClick={() => split.mutate(one.inventory_ids)}
                >
                  <Trans>Move the runs of {{ name: one.name }} to a new host</Trans>
                </Button>
              ))}
          </li>
        )}
        {host.moves.map((move) => (
          <li key={move.id}>
            <span>
              <Trans>
                {{
                  move:
                    move.kind === "merge"
                      ? t`${{ name: move.source.name }} was merged into this host`
                      : move.source.id === host.id
                        ? t`${{ name: move.target.name }} was split from this host`
                        : t`This host was split from ${{ name: move.source.name }}`,
                }}
                : <Plural value={{ runs: move.runs }} one="# run" other="# runs" />,{" "}
                <Moment iso={move.moved_at} />, by {{ moved_by: move.moved_by }}.
              </Trans>
            </span>
            {may && (
              <Button
                size="xs"
                variant="default"
                loading={undo.isPending && undo.variables === move.id}
                onClick={() => undo.mutate(move.id)}
              >
                <Trans>Undo</Trans>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failed !== undefined && failed.error !== null && (
        <MutationError
          title={t`The hosts were not changed.`}
          error={failed.error}
          onRetry={() => failed.reset()}
        />
      )}
    </Card>
  );
}

/** The install command for a further agent of a known host, for those who may make one. */
export function AnotherAgent({ hostId }: { hostId: string }) {
  if (!useMay("session")) return null;
  return (
    <Card title={t`Connect an agent to this host`}>
      <AddHost hostId={hostId} />
    </Card>
  );
}
