import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, Select } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { User } from "@/api/types";
import { MutationError } from "@/subjects/accounts/controls/ConfirmPassword";
import { ROLES } from "@/subjects/accounts/people/roles";
import { editUser, usersQuery } from "@/subjects/accounts/queries/people";
import { sessionQuery } from "@/subjects/accounts/queries/session";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Name` },
  { name: t`Role`, width: 150 },
  { name: t`Sign-in method` },
  { name: t`Last signed in` },
  { name: t`Action` },
];

/** Everybody who may, or might once, sign in. */
export function UserTable() {
  const users = useQuery(usersQuery());
  const edit = useMutation(editUser());
  const me = useQuery(sessionQuery()).data?.user_id;
  return (
    <div style={users.isPending ? { minHeight: 100 } : {}} aria-busy={users.isPending}>
      {users.isPending ? (
        <div className="pad-16">
          <Skeleton height={68} />
        </div>
      ) : users.isError ? (
        <QueryError
          title={t`The people could not be loaded.`}
          error={users.error}
          onRetry={() => void users.refetch()}
        />
      ) : (
        <Table caption={t`People`} columns={COLUMNS}>
          {users.data.items.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isMe={user.id === me}
              isPending={edit.isPending && edit.variables.id === user.id}
              onEdit={(change) => edit.mutate({ id: user.id, ...change })}
            />
          ))}
        </Table>
      )}
      {edit.isError && (
        <div className="pad-16">
          <MutationError
            title={t`Nothing was changed.`}
            error={edit.error}
            onRetry={() => edit.mutate(edit.variables)}
          />
        </div>
      )}
    </div>
  );
}

interface UserRowProps {
  user: User;
  isMe: boolean;
  isPending: boolean;
  onEdit: (change: { role?: User["role"]; is_active?: boolean }) => void;
}

function UserRow({ user, isMe, isPending, onEdit }: UserRowProps) {
  return (
    <tr className={user.is_active ? "" : "faint"}>
      <th scope="row">
        {user.name}{" "}
        {isMe && (
          <Badge>
            <Trans>You</Trans>
          </Badge>
        )}{" "}
        {!user.is_active && (
          <Badge>
            <Trans>Deactivated</Trans>
          </Badge>
        )}
      </th>
      <td>
        <Select
          aria-label={t`Role of ${{ name: user.name }}`}
          data={ROLES.map(({ value }) => value)}
          value={user.role}
          miw={104}
          disabled={isMe || isPending || !user.is_active}
          allowDeselect={false}
          onChange={(role) => {
            const known = ROLES.find(({ value }) => value === role);
            if (known !== undefined && known.value !== user.role) onEdit({ role: known.value });
          }}
        />
      </td>
      <td>{waysIn(user)}</td>
      <td>{user.last_login_at === null ? t`never` : <Moment iso={user.last_login_at} />}</td>
      <td>
        {!isMe && (
          <Button
            variant="default"
            loading={isPending}
            aria-label={`${user.is_active ? t`Deactivate` : t`Activate`} ${user.name}`}
            title={user.is_active ? t`Ends their sessions and tokens at once` : t`Lets them sign in again`}
            onClick={() => onEdit({ is_active: !user.is_active })}
          >
            {user.is_active ? t`Deactivate` : t`Activate`}
          </Button>
        )}
      </td>
    </tr>
  );
}

function waysIn(user: User): string {
  const ways = [
    ...(user.has_password ? ["password"] : []),
    ...(user.has_single_sign_on ? [t`single sign-on`] : []),
  ];
  return ways.length === 0 ? t`one-time link` : ways.join(", ");
}
