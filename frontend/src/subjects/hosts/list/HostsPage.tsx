import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button, NativeSelect } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Host } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { workloadInWords } from "@/lib/workload";
import { AddHost } from "@/subjects/hosts/controls/AddHost";
import { FirstSteps } from "@/subjects/hosts/controls/FirstSteps";
import { AlikeHosts } from "@/subjects/hosts/list/AlikeHosts";
import styles from "@/subjects/hosts/list/HostsPage.module.css";
import { countIssues, HOST_ORDERS, type HostOrder, sortHosts } from "@/subjects/hosts/list/host-order";
import { hostsQuery } from "@/subjects/hosts/queries/hosts";
import { Yardstick } from "@/subjects/runs/parts/answer/Yardstick";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { Dialog } from "@/ui/Dialog";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Host` },
  { name: t`Best result` },
  { name: t`Last run` },
  { name: t`Runs`, isNumeric: true },
  { name: t`Open issues` },
  { name: t`Agent last seen` },
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
        title={t`Hosts`}
        subtitle={hosts.data === undefined ? "" : subtitleOf(all)}
        actions={
          <>
            <Button variant="default" component={Link} to={paths.schedules()}>
              <Trans>Schedules</Trans>
            </Button>
            <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => setAdding(true)}>
              <Trans>Add a host</Trans>
            </Button>
          </>
        }
      />
      <div className="grid gap-16">
        <AlikeHosts pairs={hosts.data?.alike ?? []} />
        <Card>
          <div style={hosts.isPending ? { minHeight: 180 } : {}} aria-busy={hosts.isPending}>
            {hosts.isPending ? (
              <div style={{ padding: 16 }}>
                <Skeleton height={148} />
              </div>
            ) : hosts.isError ? (
              <QueryError
                title={t`The hosts could not be loaded.`}
                error={hosts.error}
                onRetry={() => void hosts.refetch()}
              />
            ) : all.length === 0 ? (
              <FirstSteps title={t`No hosts yet.`} onAdd={() => setAdding(true)} />
            ) : (
              <>
                <div className={styles.search}>
                  <input
                    type="search"
                    aria-label={t`Search hosts`}
                    placeholder={t`Name, board, CPU, drive`}
                    value={words}
                    onChange={(event) => setWords(event.currentTarget.value)}
                  />
                  <NativeSelect
                    size="xs"
                    aria-label={t`Sort hosts`}
                    data={HOST_ORDERS}
                    value={order}
                    onChange={({ currentTarget: { value } }) => setOrder(value as HostOrder)}
                  />
                </div>
                <Table caption={t`Hosts`} columns={COLUMNS}>
                  {rows.map((host) => (
                    <Row key={host.id} host={host} />
                  ))}
                </Table>
                {matching.length === 0 && (
                  <p className="muted pad-12-16">
                    <Trans>No hosts match.</Trans>
                  </p>
                )}
                {rows.length < matching.length && (
                  <p className="muted pad-12-16">
                    <Button variant="default" size="xs" onClick={() => setLength(length + PAGE_ROWS)}>
                      <Trans>
                        Show {{ PAGE_ROWS: formatCount(Math.min(PAGE_ROWS, matching.length - rows.length)) }}{" "}
                        more
                      </Trans>
                    </Button>{" "}
                    <Trans>
                      {{ rows: formatCount(rows.length) }} of{" "}
                      <Plural value={{ matching: matching.length }} one="# host" other="# hosts" />
                    </Trans>
                  </p>
                )}
              </>
            )}
          </div>
        </Card>
      </div>
      {isAdding && (
        <Dialog title={t`Add a host`} onClose={() => setAdding(false)}>
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
  const needs = open === 0 ? t`no open issues` : t`${{ open: formatCount(open) }} with open issues`;
  return hosts.length === 0
    ? ""
    : `${plural({ hosts: hosts.length }, { one: "# host", other: "# hosts" })}, ${needs}`;
}

function hasOpenIssues(host: Host): boolean {
  return countIssues(host) > 0;
}

function Row({ host }: { host: Host }) {
  return (
    <tr>
      <th scope="row" className={styles.host}>
        <Link to={paths.host(host.id)}>{host.name}</Link>
        <div className="hint regular only-wide">
          {host.hardware.length === 0 ? t`hardware unknown (no inventory)` : host.hardware.join(" · ")}
        </div>
      </th>
      <td>
        <Bests host={host} />
      </td>
      <td>
        <Moment iso={host.last_run_at} reason={t`no start time`} />
      </td>
      <NumberCell>
        <Link
          to={paths.runs({ filter: { host: [host.name] } })}
          aria-label={t`${plural({ run_count: host.run_count }, { one: "# run", other: "# runs" })} on ${{ name: host.name }}`}
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
  if (best.length === 0) return <Missing reason={t`no reliable run`} />;
  return best.map((one) => (
    <div key={one.unit} className={styles.best}>
      <Link to={paths.run(one.run_id)}>{formatFact(one.value, one.unit)}</Link>
      <span className="hint regular" title={one.workload}>
        {workloadInWords(one.options)}
      </span>
      <Yardstick of={one} />
    </div>
  ));
}

function OpenIssues({ host }: { host: Host }) {
  if (!hasOpenIssues(host))
    return (
      <span className="hint regular">
        <Trans>none</Trans>
      </span>
    );
  const { name, open_events: open, open_regressions: regressions } = host;
  const { degraded_links: links, refused_uploads: refused } = host;
  return (
    <span className="flow centred" style={{ gap: "4px 8px" }}>
      {regressions > 0 && (
        <Link to={paths.changes({ host: name })}>
          {plural(regressions, { one: "# regression", other: "# regressions" })}
        </Link>
      )}
      {links > 0 && (
        <Badge tone="warn">{plural(links, { one: "# degraded link", other: "# degraded links" })}</Badge>
      )}
      {open > links && (
        <Link to={paths.events({ host: name })}>
          {links > 0
            ? plural({ events: open - links }, { one: "# more event", other: "# more events" })
            : plural({ events: open }, { one: "# event", other: "# events" })}
        </Link>
      )}
      {open === links && links > 0 && (
        <Link to={paths.events({ host: name })}>
          <Trans>Review</Trans>
        </Link>
      )}
      {refused > 0 && (
        <Badge title={t`In the last 30 days`}>
          {plural(refused, { one: "# rejected upload", other: "# rejected uploads" })}
        </Badge>
      )}
    </span>
  );
}

function Agent({ host: { agent_at: at, agent_waiting: waiting } }: { host: Host }) {
  return (
    <>
      <Moment iso={at} reason={t`not reported`} />
      {waiting !== null && waiting > 0 && (
        <div className="hint regular">
          {plural(waiting, { one: "# pending upload", other: "# pending uploads" })}
        </div>
      )}
    </>
  );
}
