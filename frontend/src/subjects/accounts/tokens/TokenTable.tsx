import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import type { Token } from "@/api/types";
import { formatDay } from "@/lib/time";
import { revokeToken, tokensQuery } from "@/subjects/accounts/queries/tokens";
import { RevokeButton } from "@/subjects/accounts/tokens/RevokeButton";
import { Badge } from "@/ui/Badge";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Table } from "@/ui/Table";

const COLUMNS = [t`Name`, t`Scope`, t`Begins with`, t`Last used`, t`Expires`, t`Action`].map((name) => ({
  name,
}));

/** Tokens that exist, their use, and the way to end them. */
export function TokenTable() {
  const tokens = useQuery(tokensQuery());
  return (
    <div style={tokens.isPending ? { minHeight: 120 } : {}} aria-busy={tokens.isPending}>
      {tokens.isPending ? (
        <div style={{ padding: 16 }}>
          <Skeleton height={80} />
        </div>
      ) : tokens.isError ? (
        <QueryError
          title={t`The tokens could not be loaded.`}
          error={tokens.error}
          onRetry={() => void tokens.refetch()}
        />
      ) : tokens.data.items.length === 0 ? (
        <EmptyMessage title={t`No API tokens yet.`} detail={t`A token lets a script read or send results.`} />
      ) : (
        <Table caption={t`API tokens`} columns={COLUMNS}>
          {tokens.data.items.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </Table>
      )}
    </div>
  );
}

function TokenRow({ token }: { token: Token }) {
  const isRevoked = token.revoked_at !== null;
  const revoke = useMutation(revokeToken());
  return (
    <tr className={isRevoked ? "faint" : ""}>
      <th scope="row">{token.name}</th>
      <td>{token.scope}</td>
      <td>
        <code>{token.prefix}…</code>
      </td>
      <td>{token.last_used_at === null ? t`never` : <Moment iso={token.last_used_at} />}</td>
      <td>{token.expires_at === null ? t`never` : formatDay(token.expires_at)}</td>
      <td>
        {isRevoked ? (
          <Badge>
            <Trans>Revoked</Trans>
          </Badge>
        ) : (
          <RevokeButton name={token.name} onRevoke={() => revoke.mutateAsync(token.id)} />
        )}
      </td>
    </tr>
  );
}
