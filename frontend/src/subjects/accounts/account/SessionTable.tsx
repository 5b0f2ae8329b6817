import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { BrowserSession } from "@/api/types";
import { paths } from "@/lib/paths";
import { browserName } from "@/subjects/accounts/account/browser-name";
import { endOwnSession, endOwnSessions, ownSessionsQuery } from "@/subjects/accounts/queries/session";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { Table } from "@/ui/Table";

const COLUMNS = [t`Browser`, t`Signed in`, t`Last seen`, t`Action`].map((name) => ({ name }));

/** Browsers that are signed in as the reader, and the way to end them. */
export function SessionTable() {
  const sessions = useQuery(ownSessionsQuery());
  const navigate = useNavigate();
  const cache = useQueryClient();
  const endAll = useMutation({
    ...endOwnSessions(),
    onSuccess: async () => {
      await navigate({ to: paths.login() });
      cache.clear();
    },
  });
  return (
    <div style={sessions.isPending ? { minHeight: 100 } : {}} aria-busy={sessions.isPending}>
      {sessions.isPending ? (
        <div className="pad-16">
          <Skeleton height={68} />
        </div>
      ) : sessions.isError ? (
        <QueryError
          title={t`Your sessions could not be loaded.`}
          error={sessions.error}
          onRetry={() => void sessions.refetch()}
        />
      ) : (
        <>
          <Table caption={t`Active sessions`} columns={COLUMNS}>
            {sessions.data.items.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </Table>
          <div className="pad-16">
            <Button variant="default" loading={endAll.isPending} onClick={() => endAll.mutate()}>
              {endAll.isError ? t`Not signed out, try again` : t`Sign out everywhere`}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}

function SessionRow({ session }: { session: BrowserSession }) {
  const end = useMutation(endOwnSession());
  const name = browserName(session.browser);
  return (
    <tr>
      <th scope="row">
        <span className="block clipped" style={{ maxWidth: 380 }} title={session.browser ?? undefined}>
          {name}
        </span>
      </th>
      <td>
        <Moment iso={session.created_at} />
      </td>
      <td>
        <Moment iso={session.last_seen_at} />
      </td>
      <td>
        {session.is_this ? (
          <Badge tone="ok">
            <Trans>This browser</Trans>
          </Badge>
        ) : (
          <Button
            variant="default"
            loading={end.isPending}
            aria-label={t`Sign out ${name}`}
            onClick={() => end.mutate(session.id)}
          >
            {end.isError ? t`Not signed out, try again` : t`Sign out`}
          </Button>
        )}
      </td>
    </tr>
  );
}
