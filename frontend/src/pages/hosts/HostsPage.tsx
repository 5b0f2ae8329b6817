import { Button, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { hostsQuery } from "@/api/queries/hosts";
import type { Host } from "@/api/types";
import { AddHost } from "@/components/AddHost";
import { FirstSteps } from "@/components/FirstSteps";
import { QueryError } from "@/components/QueryError";
import { formatFact } from "@/lib/fact-value";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { workloadInWords } from "@/lib/workload";
import { AlikeHosts } from "@/pages/hosts/AlikeHosts";
import styles from "@/pages/hosts/HostsPage.module.css";
import { countIssues, HOST_ORDERS, type HostOrder, sortHosts } from "@/pages/hosts/host-order";
import { Yardstick } from "@/sections/answer/Yardstick";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Host" },
  { name: "Best result" },
  { name: "Last run" },
  { name: "Runs", isNumeric: true },
  { name: "Open issues" },
  { name: "Agent" },
];
// Rows that are drawn at first, and more on each press.
const PAGE_ROWS = 50;

/** Every test machine that sent a run: what it is, its best figures, and what of it waits for somebody. */
export function HostsPage() {
  const hosts = useQuery(hostsQuery());
  const [isAdding, setAdding] = useState(false);
  const [words, setWords] = useState("");
  const [order, setOrder] = useState<HostOrder>("issues");
  const [length, setLength] = useState(PAGE_ROWS);
  const all = hosts.data?.items ?? [];
  const matching = sortHosts(
    all.filter((host) => isMeant(host, words)),
    order,
  );
  const rows = matching.slice(0, length);
  return (
    <>
      <PageHeader
        title="Hosts"
        subtitle={hosts.data === undefined ? "" : subtitleOf(all)}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
            Add a host
          </Button>
        }
      />
      <AlikeHosts pairs={hosts.data?.alike ?? []} />
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
          ) : all.length === 0 ? (
            <FirstSteps title="No hosts yet." onAdd={() => setAdding(true)} />
          ) : (
            <>
              <div className={styles.search}>
                <input
                  type="search"
                  aria-label="Search hosts"
                  placeholder="Name, board, CPU, drive"
                  value={words}
                  onChange={(event) => setWords(event.currentTarget.value)}
                />
                <NativeSelect
                  size="xs"
                  aria-label="Order of hosts"
                  data={HOST_ORDERS}
                  value={order}
                  onChange={({ currentTarget: { value } }) => setOrder(value as HostOrder)}
                />
              </div>
              <Table caption="Hosts" columns={COLUMNS}>
                {rows.map((host) => (
                  <Row key={host.id} host={host} />
                ))}
              </Table>
              {matching.length === 0 && <p className={styles.more}>No hosts match.</p>}
              {rows.length < matching.length && (
                <p className={styles.more}>
                  <Button variant="default" size="xs" onClick={() => setLength(length + PAGE_ROWS)}>
                    Show {formatCount(Math.min(PAGE_ROWS, matching.length - rows.length))} more
                  </Button>{" "}
                  {formatCount(rows.length)} of {countOf(matching.length, "host")}
                </p>
              )}
            </>
          )}
        </div>
      </Card>
      {isAdding && (
        <Dialog title="Add a host" onClose={() => setAdding(false)}>
          <AddHost />
        </Dialog>
      )}
    </>
  );
}

function isMeant(host: Host, words: string): boolean {
  const text = [host.name, ...host.hardware].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function subtitleOf(hosts: readonly Host[]): string {
  const open = hosts.filter(hasOpenIssues).length;
  const needs = open === 0 ? "no open issues" : `${formatCount(open)} with open issues`;
  return hosts.length === 0 ? "" : `${countOf(hosts.length, "host")}, ${needs}`;
}

function hasOpenIssues(host: Host): boolean {
  return countIssues(host) > 0;
}

function Row({ host }: { host: Host }) {
  return (
    <tr>
      <th scope="row" className={styles.host}>
        <Link to={paths.host(host.id)}>{host.name}</Link>
        <div className={styles.small}>
          {host.hardware.length === 0 ? "hardware unknown (imported results)" : host.hardware.join(" · ")}
        </div>
      </th>
      <td>
        <Bests host={host} />
      </td>
      <td>
        <Moment iso={host.last_run_at} reason="no start time" />
      </td>
      <NumberCell>
        <Link
          to={paths.runs({ filter: { host: [host.name] } })}
          aria-label={`${countOf(host.run_count, "run")} of ${host.name}`}
        >
          {formatCount(host.run_count)}
        </Link>
      </NumberCell>
      <td>
        <OpenIssues host={host} />
      </td>
      <td>
        <Agent host={host} />
      </td>
    </tr>
  );
}

function Bests({ host: { best } }: { host: Host }) {
  if (best.length === 0) return <Missing reason="no reliable run" />;
  return best.map((one) => (
    <div key={one.unit} className={styles.best}>
      <Link to={paths.run(one.run_id)}>{formatFact(one.value, one.unit)}</Link>
      <span className={styles.small} title={one.workload}>
        {workloadInWords(one.options)}
      </span>
      <Yardstick of={one} />
    </div>
  ));
}

function OpenIssues({ host }: { host: Host }) {
  if (!hasOpenIssues(host)) return <span className={styles.small}>none</span>;
  const { name, open_events: open, open_regressions: regressions } = host;
  const { degraded_links: links, refused_uploads: refused } = host;
  return (
    <span className={styles.needs}>
      {regressions > 0 && (
        <Link to={paths.changes({ host: name })}>{countOf(regressions, "regression")}</Link>
      )}
      {links > 0 && <Badge tone="warn">{countOf(links, "degraded link")}</Badge>}
      {open > links && (
        <Link to={paths.events({ host: name })}>
          {countOf(open - links, links > 0 ? "more event" : "event")}
        </Link>
      )}
      {open === links && links > 0 && <Link to={paths.events({ host: name })}>Review</Link>}
      {refused > 0 && <Badge title="In the last 30 days">{countOf(refused, "rejected upload")}</Badge>}
    </span>
  );
}

function Agent({ host: { agent_at: at, agent_waiting: waiting } }: { host: Host }) {
  return (
    <>
      <Moment iso={at} reason="not reported" />
      {waiting !== null && waiting > 0 && (
        <div className={styles.small}>{countOf(waiting, "pending upload")}</div>
      )}
    </>
  );
}
