import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { referenceSetsQuery, revokeSetKey } from "@/api/queries/reference-sets";
import type { ReferenceSet } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { useMay } from "@/components/use-may";
import { formatCount } from "@/lib/units";
import fleet from "@/sections/Fleet.module.css";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { Dialog } from "@/ui/Dialog";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Maker` },
  { name: t`Key` },
  { name: t`Made` },
  { name: t`Cells`, isNumeric: true },
  { name: t`Imported` },
  { name: t`State` },
];
const STATES: Readonly<Record<ReferenceSet["state"], string>> = {
  counts: t`in use`,
  superseded: t`superseded`,
  revoked: t`revoked`,
};

/** The reference sets of other labs, and the way to revoke a key. */
export function ReferenceSets() {
  const sets = useQuery(referenceSetsQuery());
  const [revoked, setRevoked] = useState<ReferenceSet | null>(null);
  const items = sets.data?.items ?? [];
  return (
    <Card
      title={t`Reference sets`}
      subtitle={t`What other labs measured with their drives; sets stand side by side and are never pooled`}
      isFlush
    >
      {sets.isError ? (
        <QueryError
          title={t`The reference sets could not be loaded.`}
          error={sets.error}
          onRetry={() => void sets.refetch()}
        />
      ) : items.length === 0 ? (
        <EmptyMessage
          title={t`No reference sets yet.`}
          detail={t`Another lab exports one with “fioboard reference-set export”. Import the file at the terminal of the service:`}
          action={
            <CommandLine
              text="fioboard reference-set import FILE"
              name={t`command that imports a reference set`}
            />
          }
        />
      ) : (
        <Table caption={t`Reference sets`} columns={COLUMNS} isDense>
          {items.map((set) => (
            <Row key={set.id} set={set} onRevoke={() => setRevoked(set)} />
          ))}
        </Table>
      )}
      {revoked !== null && <Revoke set={revoked} onClose={() => setRevoked(null)} />}
    </Card>
  );
}

function Row({ set, onRevoke }: { set: ReferenceSet; onRevoke: () => void }) {
  return (
    <tr>
      <th scope="row">
        <div className={fleet.drive}>
          {set.maker_name ?? <Missing reason={t`not named`} />}
          {set.maker_contact !== null && <div className={fleet.small}>{set.maker_contact}</div>}
        </div>
      </th>
      <td title={set.fingerprint} className={fleet.link}>
        <code>{set.fingerprint.slice(0, 9)}</code>
      </td>
      <td className={fleet.link}>{set.made}</td>
      <NumberCell>{formatCount(set.cells)}</NumberCell>
      <td>
        <Moment iso={set.imported_at} />
        <div className={fleet.small}>
          <Trans>by {{ person: set.imported_by }}</Trans>
        </div>
      </td>
      <td>
        <Badge tone={set.state === "counts" ? "ok" : "plain"}>{STATES[set.state]}</Badge>{" "}
        {set.state === "counts" && (
          <Button size="xs" variant="default" onClick={onRevoke}>
            <Trans>Revoke</Trans>
          </Button>
        )}
      </td>
    </tr>
  );
}

/** Revokes a key; whoever may not is given the command. */
function Revoke({
  set: { fingerprint, maker_name: maker },
  onClose,
}: {
  set: ReferenceSet;
  onClose: () => void;
}) {
  const mayRevoke = useMay("admin");
  const revoke = useMutation(revokeSetKey());
  return (
    <Dialog title={t`Revoke the key of ${{ maker: maker ?? t`an unnamed lab` }}`} onClose={onClose}>
      <p>
        <Trans>
          No set of the key <code>{fingerprint}</code> is used any more, and no new one is taken. Importing
          one with --trust trusts the key again.
        </Trans>
      </p>
      {!mayRevoke && (
        <>
          <p>
            <Trans>Only an admin may revoke a key here. At the terminal of the service:</Trans>
          </p>
          <CommandLine
            text={`fioboard reference-set revoke ${fingerprint}`}
            name={t`command that revokes the key`}
          />
        </>
      )}
      {revoke.isError && <QueryError title={t`The key was not revoked.`} error={revoke.error} />}
      <Button variant="default" onClick={onClose}>
        <Trans>Cancel</Trans>
      </Button>{" "}
      {mayRevoke && (
        <Button loading={revoke.isPending} onClick={() => revoke.mutate(fingerprint, { onSuccess: onClose })}>
          <Trans>Revoke</Trans>
        </Button>
      )}
    </Dialog>
  );
}
