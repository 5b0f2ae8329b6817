import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { mergeHosts, undoMove } from "@/api/queries/hosts";
import type { HostMove, AlikeHosts as Pair } from "@/api/types";
import { MutationError } from "@/components/ConfirmPassword";
import { useMay } from "@/components/use-may";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import styles from "@/pages/hosts/HostsPage.module.css";
import { Card } from "@/ui/Card";

/** Hosts that look like one machine, to be merged, and the merges of this visit, to be undone. */
export function AlikeHosts({ pairs }: { pairs: readonly Pair[] }) {
  const [merged, setMerged] = useState<readonly HostMove[]>([]);
  if (pairs.length === 0 && merged.length === 0) return null;
  return (
    <Card title="Same machine?">
      <ul className={styles.alike}>
        {pairs.map((pair) => (
          <Offer
            key={`${pair.host.id} ${pair.other.id}`}
            pair={pair}
            onMerged={(move) => setMerged((before) => [...before, move])}
          />
        ))}
        {merged.map((move) => (
          <Done
            key={move.id}
            move={move}
            onUndone={() => setMerged((before) => before.filter((one) => one.id !== move.id))}
          />
        ))}
      </ul>
    </Card>
  );
}

function Offer({ pair: { host, other }, onMerged }: { pair: Pair; onMerged: (move: HostMove) => void }) {
  const may = useMay("write");
  const merge = useMutation(mergeHosts(host.id));
  return (
    <li>
      <span>
        <Link to={paths.host(other.id)}>{other.name}</Link> and{" "}
        <Link to={paths.host(host.id)}>{host.name}</Link> share board, system, drive or boot identifiers.
      </span>
      {may && (
        <Button
          size="xs"
          variant="default"
          loading={merge.isPending}
          onClick={() => void merge.mutateAsync(other.id).then(onMerged, () => undefined)}
        >
          Merge {other.name} into {host.name}
        </Button>
      )}
      {merge.isError && (
        <MutationError title="The hosts were not merged." error={merge.error} onRetry={() => merge.reset()} />
      )}
    </li>
  );
}

function Done({ move, onUndone }: { move: HostMove; onUndone: () => void }) {
  const undo = useMutation(undoMove());
  return (
    <li>
      <span role="status">
        {move.source.name} merged into <Link to={paths.host(move.target.id)}>{move.target.name}</Link>:{" "}
        {countOf(move.runs, "run")} moved.
      </span>
      <Button
        size="xs"
        variant="default"
        loading={undo.isPending}
        onClick={() => void undo.mutateAsync(move.id).then(onUndone, () => undefined)}
      >
        Undo
      </Button>
      {undo.isError && (
        <MutationError title="The merge was not undone." error={undo.error} onRetry={() => undo.reset()} />
      )}
    </li>
  );
}
