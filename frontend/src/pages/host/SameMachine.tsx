import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { mergeHosts, splitHost, undoMove } from "@/api/queries/hosts";
import type { HostDetail } from "@/api/types";
import { AddHost } from "@/components/AddHost";
import { MutationError } from "@/components/ConfirmPassword";
import { useMay } from "@/components/use-may";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import styles from "@/pages/host/SameMachine.module.css";
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
    <Card title="Is this one machine?">
      <ul className={styles.list}>
        {host.alike.map((other) => (
          <li key={other.id}>
            <span>
              <Link to={paths.host(other.id)}>{other.name}</Link> looks like the same machine: board, system,
              drive or boot identifiers are shared. Merging moves its runs, notes, expectations and agents
              here; its old name and addresses keep working.
            </span>
            {may && (
              <Button
                size="xs"
                variant="default"
                loading={merge.isPending && merge.variables === other.id}
                onClick={() => merge.mutate(other.id)}
              >
                Merge {other.name} into {host.name}
              </Button>
            )}
          </li>
        ))}
        {newer !== undefined && (
          <li>
            <span>
              The inventories of {countOf(host.machines.length, "machine")} alternate in this history, as with
              a cloned image: {newer.name} ({countOf(newer.run_count, "run")}, the last{" "}
              <Moment iso={newer.last_seen_at} />)
              {older.map((one) => (
                <span key={one.name}>
                  {" "}
                  and {one.name} ({countOf(one.run_count, "run")}, the last <Moment iso={one.last_seen_at} />)
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
                  Move the runs of {one.name} to a new host
                </Button>
              ))}
          </li>
        )}
        {host.moves.map((move) => (
          <li key={move.id}>
            <span>
              {move.kind === "merge"
                ? `${move.source.name} was merged into this host`
                : move.source.id === host.id
                  ? `${move.target.name} was split from this host`
                  : `This host was split from ${move.source.name}`}
              : {countOf(move.runs, "run")}, <Moment iso={move.moved_at} />, by {move.moved_by}.
            </span>
            {may && (
              <Button
                size="xs"
                variant="default"
                loading={undo.isPending && undo.variables === move.id}
                onClick={() => undo.mutate(move.id)}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {failed !== undefined && failed.error !== null && (
        <MutationError
          title="The hosts were not changed."
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
    <Card title="Connect another agent of this host">
      <AddHost hostId={hostId} />
    </Card>
  );
}
