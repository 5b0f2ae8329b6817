import { ph, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { HostMove, AlikeHosts as Pair } from "@/api/types";
import { paths } from "@/lib/paths";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { useMay } from "@/subjects/accounts/controls/use-may";
import styles from "@/subjects/hosts/parts/AlikeHosts.module.css";
import { mergeHosts, undoMove } from "@/subjects/hosts/queries/hosts";
import { Card } from "@/ui/Card";

/** Hosts that look like one machine, to be merged, and the merges of this visit, to be undone. */
export function AlikeHosts({ pairs }: { pairs: readonly Pair[] }) {
  const [merged, setMerged] = useState<readonly HostMove[]>([]);
  if (pairs.length === 0 && merged.length === 0) return null;
  return (
    <Card title={t`Same machine?`}>
      <ul className={styles.list}>
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
        <Trans>
          <Link to={paths.host(other.id)}>{ph({ other: other.name })}</Link> and{" "}
          <Link to={paths.host(host.id)}>{ph({ host: host.name })}</Link> report the same board, system, drive
          or boot identifiers.
        </Trans>
      </span>
      {may && (
        <Button
          size="xs"
          variant="default"
          loading={merge.isPending}
          onClick={() => void merge.mutateAsync(other.id).then(onMerged, () => undefined)}
        >
          <Trans>
            Merge {{ other: other.name }} into {{ host: host.name }}
          </Trans>
        </Button>
      )}
      {merge.isError && (
        <MutationError
          title={t`The hosts were not merged.`}
          error={merge.error}
          onRetry={() => merge.reset()}
        />
      )}
    </li>
  );
}

function Done({ move, onUndone }: { move: HostMove; onUndone: () => void }) {
  const undo = useMutation(undoMove());
  return (
    <li>
      <span role="status">
        <Trans>
          {{ name: move.source.name }} merged into{" "}
          <Link to={paths.host(move.target.id)}>{ph({ host: move.target.name })}</Link>:{" "}
          <Plural value={{ runs: move.runs }} one="# run" other="# runs" /> moved.
        </Trans>
      </span>
      <Button
        size="xs"
        variant="default"
        loading={undo.isPending}
        onClick={() => void undo.mutateAsync(move.id).then(onUndone, () => undefined)}
      >
        <Trans>Undo</Trans>
      </Button>
      {undo.isError && (
        <MutationError title={t`The merge was not undone.`} error={undo.error} onRetry={() => undo.reset()} />
      )}
    </li>
  );
}
