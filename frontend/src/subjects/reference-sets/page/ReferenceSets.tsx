import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { ReferenceSet } from "@/api/types";
import { formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { PasteSet } from "@/subjects/reference-sets/page/PasteSet";
import { StatedFigures } from "@/subjects/reference-sets/page/StatedFigures";
import { referenceSetsQuery, revokeSetKey, turnSet } from "@/subjects/reference-sets/queries";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { Dialog } from "@/ui/Dialog";
import { EmptyMessage } from "@/ui/EmptyMessage";
import fleet from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Publisher` },
  { name: t`Key` },
  { name: t`Released` },
  { name: t`Results`, isNumeric: true },
  { name: t`Stated figures`, isNumeric: true },
  { name: t`Imported` },
  { name: t`State` },
];
const STATES: Readonly<Record<ReferenceSet["state"], string>> = {
  counts: t`in use`,
  superseded: t`superseded`,
  revoked: t`revoked`,
  off: t`off`,
};
const ORIGINS: Readonly<Record<Exclude<ReferenceSet["origin"], "signed">, string>> = {
  product: t`built in`,
  pasted: t`pasted table`,
};
const FOR_ADMINS = t`Only an admin may do this.`;

/** The reference sets of labs, of the product and of pasted tables; the way to end each. */
export function ReferenceSets() {
  const sets = useQuery(referenceSetsQuery());
  const [revoked, setRevoked] = useState<ReferenceSet | null>(null);
  const [shown, setShown] = useState<ReferenceSet | null>(null);
  const [isPasting, setPasting] = useState(false);
  const items = sets.data?.items ?? [];
  return (
    <Card
      title={t`Reference sets`}
      subtitle={t`Results from other labs and figures stated by vendors or reviewers; sets are never combined`}
      actions={
        <Button size="xs" variant="default" onClick={() => setPasting(true)}>
          <Trans>Paste a table</Trans>
        </Button>
      }
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
          detail={t`Another lab exports a set with “fioboard reference-set export”. Import the file on the machine that runs the service:`}
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
            <Row key={set.id} set={set} onRevoke={() => setRevoked(set)} onShow={() => setShown(set)} />
          ))}
        </Table>
      )}
      {revoked !== null && <Revoke set={revoked} onClose={() => setRevoked(null)} />}
      {shown !== null && <StatedFigures set={shown} onClose={() => setShown(null)} />}
      {isPasting && <PasteSet onClose={() => setPasting(false)} />}
    </Card>
  );
}

interface RowProps {
  set: ReferenceSet;
  onRevoke: () => void;
  onShow: () => void;
}

function Row({ set, onRevoke, onShow }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <div className={fleet.drive}>
          {set.maker_name ?? <Missing reason={t`not named`} />}
          {set.maker_contact !== null && <div className="faint tiny">{set.maker_contact}</div>}
        </div>
      </th>
      <td title={set.fingerprint ?? undefined} className="unbroken">
        {set.origin === "signed" ? (
          <code>{set.fingerprint?.slice(0, 9)}</code>
        ) : (
          <span className="faint tiny">{ORIGINS[set.origin]}</span>
        )}
      </td>
      <td className="unbroken">{set.made}</td>
      <NumberCell>{formatCount(set.cells)}</NumberCell>
      <NumberCell>
        {set.stated === 0 ? (
          formatCount(0)
        ) : (
          <button type="button" className="bare text-button" style={{ padding: "0 6px" }} onClick={onShow}>
            {formatCount(set.stated)}
            <span className="visually-hidden">
              <Trans>Show stated figures</Trans>
            </span>
          </button>
        )}
      </NumberCell>
      <td>
        <Moment iso={set.imported_at} />
        <div className="faint tiny">
          <Trans>by {{ person: set.imported_by }}</Trans>
        </div>
      </td>
      <td>
        <Badge tone={set.state === "counts" ? "ok" : "plain"}>{STATES[set.state]}</Badge>{" "}
        {set.origin === "signed" ? (
          set.state === "counts" && (
            <Button size="xs" variant="default" onClick={onRevoke}>
              <Trans>Revoke</Trans>
            </Button>
          )
        ) : (
          <Turn set={set} />
        )}
      </td>
    </tr>
  );
}

/** Turns a set without a key on or off. */
function Turn({ set }: { set: ReferenceSet }) {
  const mayTurn = useMay("admin");
  const turn = useMutation(turnSet());
  const isOn = set.state !== "off";
  return (
    <>
      <Button
        size="xs"
        variant="default"
        disabled={!mayTurn}
        title={mayTurn ? undefined : FOR_ADMINS}
        loading={turn.isPending}
        onClick={() => turn.mutate({ id: set.id, isOn: !isOn })}
      >
        {isOn ? <Trans>Turn off</Trans> : <Trans>Turn on</Trans>}
      </Button>
      {turn.isError && <QueryError title={t`Nothing was changed.`} error={turn.error} />}
    </>
  );
}

/** Revokes a key; whoever may not is given the command. */
function Revoke({
  set: { fingerprint: key, maker_name: maker },
  onClose,
}: {
  set: ReferenceSet;
  onClose: () => void;
}) {
  const fingerprint = key ?? "";
  const mayRevoke = useMay("admin");
  const revoke = useMutation(revokeSetKey());
  return (
    <Dialog title={t`Revoke the key of ${{ maker: maker ?? t`an unnamed lab` }}`} onClose={onClose}>
      <p>
        <Trans>
          Sets of the key <code>{fingerprint}</code> are no longer used or accepted. Importing one with
          --trust trusts the key again.
        </Trans>
      </p>
      {!mayRevoke && (
        <>
          <p>
            <Trans>Only an admin can revoke a key here. On the machine that runs the service:</Trans>
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
