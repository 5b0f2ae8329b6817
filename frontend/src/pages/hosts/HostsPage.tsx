import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { hostsQuery } from "@/api/queries/hosts";
import { AddHost } from "@/components/AddHost";
import { QueryError } from "@/components/QueryError";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Host" },
  { name: "Last run" },
  { name: "Runs", isNumeric: true },
  { name: "Refused uploads, 30 days", isNumeric: true },
];

/** Every test machine that sent a run. */
export function HostsPage() {
  const hosts = useQuery(hostsQuery());
  return (
    <>
      <PageHeader
        title="Hosts"
        subtitle={hosts.data === undefined ? "" : countOf(hosts.data.items.length, "host")}
      />
      <Card>
        <div style={{ minHeight: 180 }} aria-busy={hosts.isPending}>
          {hosts.isPending ? (
            <div style={{ padding: 16 }}>
              <Skeleton height={148} />
            </div>
          ) : hosts.isError ? (
            <QueryError
              title="The hosts could not be loaded."
              error={hosts.error}
              onRetry={() => void hosts.refetch()}
            />
          ) : hosts.data.items.length === 0 ? (
            <EmptyMessage title="No hosts yet." detail={<AddHost />} />
          ) : (
            <Table caption="Hosts" columns={COLUMNS}>
              {hosts.data.items.map((host) => (
                <tr key={host.id}>
                  <th scope="row">
                    <Link to={paths.host(host.id)}>{host.name}</Link>
                  </th>
                  <td>
                    <Moment iso={host.last_run_at} reason="this host has sent no run with a start time" />
                  </td>
                  <NumberCell>
                    <Link
                      to={paths.runs({ filter: { host: [host.name] } })}
                      aria-label={`${countOf(host.run_count, "run")} of ${host.name}`}
                    >
                      {formatCount(host.run_count)}
                    </Link>
                  </NumberCell>
                  <NumberCell>{formatCount(host.refused_uploads)}</NumberCell>
                </tr>
              ))}
            </Table>
          )}
        </div>
      </Card>
    </>
  );
}
