import { t } from "@lingui/core/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Invitation } from "@/api/types";
import { formatDay } from "@/lib/time";
import { invitationState } from "@/subjects/accounts/people/invitation-state";
import { invitationsQuery, revokeInvitation } from "@/subjects/accounts/queries/people";
import { Badge } from "@/ui/Badge";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Table } from "@/ui/Table";

const COLUMNS = [t`Recipient`, t`Role`, t`Created`, t`Valid until`, t`State`].map((name) => ({ name }));

/** Invitations, and the way to take an unused one back. */
export function InvitationTable() {
  const invitations = useQuery(invitationsQuery());
  return (
    <div style={invitations.isPending ? { minHeight: 100 } : {}} aria-busy={invitations.isPending}>
      {invitations.isPending ? (
        <div className="pad-16">
          <Skeleton height={68} />
        </div>
      ) : invitations.isError ? (
        <QueryError
          title={t`The invitations could not be loaded.`}
          error={invitations.error}
          onRetry={() => void invitations.refetch()}
        />
      ) : invitations.data.items.length === 0 ? (
        <EmptyMessage title={t`No invitations yet.`} />
      ) : (
        <Table caption={t`Invitations`} columns={COLUMNS}>
          {invitations.data.items.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              asOf={new Date(invitations.dataUpdatedAt)}
            />
          ))}
        </Table>
      )}
    </div>
  );
}

function InvitationRow({ invitation, asOf }: { invitation: Invitation; asOf: Date }) {
  const revoke = useMutation(revokeInvitation());
  const state = invitationState(invitation, asOf);
  return (
    <tr className={state === "open" ? "" : "faint"}>
      <th scope="row">{invitation.label}</th>
      <td>{invitation.role}</td>
      <td>
        <Moment iso={invitation.created_at} />
      </td>
      <td>{formatDay(invitation.expires_at)}</td>
      <td>
        {state === "open" ? (
          <Button
            variant="default"
            loading={revoke.isPending}
            aria-label={t`Revoke the invitation of ${{ label: invitation.label }}`}
            onClick={() => revoke.mutate(invitation.id)}
          >
            {revoke.isError ? t`Not revoked, try again` : t`Revoke`}
          </Button>
        ) : (
          <Badge>{state}</Badge>
        )}
      </td>
    </tr>
  );
}
