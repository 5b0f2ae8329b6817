import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { EnrolledHostState, OpenCode } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { RevokeButton } from "@/subjects/accounts/tokens/RevokeButton";
import { enrolledQuery, revokeEnrolment } from "@/subjects/hosts/queries/hosts";
import { Badge } from "@/ui/Badge";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Host` },
  { name: t`State` },
  { name: t`Enrolled` },
  { name: t`Last seen` },
  { name: t`Agent` },
  { name: t`Pending uploads`, isNumeric: true },
  { name: t`Runs`, isNumeric: true },
];

/** The hosts whose agents have a token, those that need a look first, and the codes that more hosts may use. */
export function EnrolledHosts() {
  const enrolled = useQuery(enrolledQuery());
  return (
    <div style={enrolled.isPending ? { minHeight: 120 } : {}} aria-busy={enrolled.isPending}>
      {enrolled.isPending ? (
        <div style={{ padding: 16 }}>
          <Skeleton height={80} />
        </div>
      ) : enrolled.isError ? (
        <QueryError
          title={t`The enrolled hosts could not be loaded.`}
          error={enrolled.error}
          onRetry={() => void enrolled.refetch()}
        />
      ) : (
        <>
          {enrolled.data.codes.length > 0 && (
            <ul className="grid gap-8 pad-12-16" aria-label={t`Open codes`}>
              {enrolled.data.codes.map((code) => (
                <Code key={code.id} code={code} />
              ))}
            </ul>
          )}
          {enrolled.data.items.length === 0 ? (
            <EmptyMessage title={t`No hosts enrolled yet.`} />
          ) : (
            <Table caption={t`Enrolled hosts`} columns={COLUMNS}>
              {enrolled.data.items.map((host) => (
                <Row key={host.host.id} of={host} />
              ))}
            </Table>
          )}
        </>
      )}
    </div>
  );
}

function Code({ code }: { code: OpenCode }) {
  const revoke = useMutation(revokeEnrolment());
  const { hosts, hosts_enrolled: used, host_pattern: pattern, expires_at: end } = code;
  return (
    <li className="flow centred spread" style={{ gap: "6px 16px" }}>
      <span>
        <Trans>
          Open code: {{ used: formatCount(used) }} of{" "}
          <Plural value={{ hosts }} one="# host" other="# hosts" /> enrolled, expires <Moment iso={end} />
        </Trans>
        {pattern !== null && (
          <>
            {" · "}
            <code>{pattern}</code>
          </>
        )}
      </span>
      <RevokeButton name={t`this code`} onRevoke={() => revoke.mutateAsync(code.id)} />
    </li>
  );
}

const STATES = {
  stale: { tone: "warn", word: t`Stale`, why: t`No contact for 7 days` },
  pending: { tone: "plain", word: t`Pending`, why: t`No run yet` },
  enrolled: { tone: "ok", word: t`Active`, why: t`Sends results` },
} as const;

function Row({ of: one }: { of: EnrolledHostState }) {
  const { tone, word, why } = STATES[one.state];
  return (
    <tr>
      <th scope="row">
        <Link to={paths.host(one.host.id)}>{one.host.name}</Link>
      </th>
      <td>
        <Badge tone={tone} title={why}>
          {word}
        </Badge>
      </td>
      <td>
        <Moment iso={one.enrolled_at} />
      </td>
      <td>
        <Moment iso={one.last_seen_at} reason={t`never`} />
      </td>
      <td>{one.agent_version ?? "–"}</td>
      <NumberCell>{one.waiting === null ? "–" : formatCount(one.waiting)}</NumberCell>
      <NumberCell>{formatCount(one.run_count)}</NumberCell>
    </tr>
  );
}
