import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, Navigate, useNavigate } from "@tanstack/react-router";
import type { HostDetail } from "@/api/types";
import { addresses, type HostParams, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { InventoryCard } from "@/subjects/hosts/controls/InventoryCard";
import { MachineCard, useIsPictured } from "@/subjects/hosts/controls/MachineCard";
import { describeQuickSuite, QUICK_COMMAND } from "@/subjects/hosts/controls/quick-suite";
import { AddHardware } from "@/subjects/hosts/detail/AddHardware";
import { AgentWord } from "@/subjects/hosts/detail/AgentWord";
import { HostAnswer } from "@/subjects/hosts/detail/HostAnswer";
import { HostChanges } from "@/subjects/hosts/detail/HostChanges";
import { HostCourse } from "@/subjects/hosts/detail/HostCourse";
import { HostDrives } from "@/subjects/hosts/detail/HostDrives";
import styles from "@/subjects/hosts/detail/HostPage.module.css";
import { HostPurposes } from "@/subjects/hosts/detail/HostPurposes";
import { HostRatings } from "@/subjects/hosts/detail/HostRatings";
import { HostReferences } from "@/subjects/hosts/detail/HostReferences";
import { HostSeriesTable } from "@/subjects/hosts/detail/HostSeriesTable";
import { HOST_TABS, type HostTab, usualTab } from "@/subjects/hosts/detail/host-tabs";
import { MeasureCard, SchedulesCard } from "@/subjects/hosts/detail/MeasureCard";
import { MomentRange } from "@/subjects/hosts/detail/MomentRange";
import { AnotherAgent, SameMachine } from "@/subjects/hosts/detail/SameMachine";
import { StatedHardware } from "@/subjects/hosts/detail/StatedHardware";
import { SupportRun } from "@/subjects/hosts/detail/SupportRun";
import { Timeline } from "@/subjects/hosts/detail/Timeline";
import { FirmwareTable } from "@/subjects/hosts/parts/FirmwareTable";
import { hostQuery } from "@/subjects/hosts/queries/hosts";
import { inventoryQuery } from "@/subjects/hosts/queries/inventories";
import { NowAndNext } from "@/subjects/measuring/controls/NowAndNext";
import { PurposeSentences } from "@/subjects/purposes/controls/PurposeSentences";
import { FindingsCard } from "@/subjects/runs/parts/FindingsCard";
import { purposesQuery } from "@/subjects/runs/queries/runs";
import { SupportQuestions } from "@/subjects/sharing/controls/SupportQuestions";
import { EventsOf } from "@/subjects/watch/controls/EventsOf";
import { ExpectedRuns } from "@/subjects/watch/controls/ExpectedRuns";
import { AddressProblems } from "@/ui/AddressProblems";
import { AgentProgram } from "@/ui/AgentProgram";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { PageTabs, useTab } from "@/ui/page/PageTabs";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

const route = getRouteApi("/shell/hosts/$id");

/** One machine: what is in it, how its parts are connected, and what changed over time. */
export function HostPage() {
  const { id } = route.useParams();
  const { params, problems } = route.useSearch()[VIEW];
  const { data: host } = useSuspenseQuery(hostQuery(id));
  const purposes = useQuery(purposesQuery({ host: id })).data;
  const navigate = useNavigate();
  const tab = useTab(Object.values(HOST_TABS), usualTab(host, params));
  const change = (changed: Partial<HostParams>) =>
    void navigate({
      to: paths.host(id),
      search: addresses.host.write({ ...params, ...changed }),
      hash: tab.id,
      resetScroll: false,
    });
  const shown = params.inventory ?? host.inventory_id;
  // A host that was merged into another answers with that one.
  if (host.id !== id)
    return <Navigate to={paths.host(host.id)} search={addresses.host.write(params)} replace />;

  return (
    <AgentProgram value={host.agent_program}>
      <PageHeader
        title={host.name}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.hosts()}>
              <Trans>Hosts</Trans>
            </Link>
            <span aria-hidden="true">/</span>
            <span>{host.name}</span>
          </nav>
        }
        subtitle={<Facts host={host} />}
        actions={
          <Button variant="default" component={Link} to={paths.runs({ filter: { host: [host.name] } })}>
            <Trans>Runs on this host</Trans>
          </Button>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => change({})} />
      <div className={styles.sections}>
        <HostAnswer host={host} />
        {tab !== HOST_TABS.purposes && <PurposeSentences of={{ host: id }} />}
        <SameMachine host={host} />
        <Namesakes host={host} />
        <NowAndNext host={host.name} />
        <EventsOf host={host.name} />
        <Refusals host={host} />
      </div>
      <PageTabs
        name={t`Parts of this host`}
        tabs={Object.values(HOST_TABS).map((one) => ({
          ...one,
          nothing: whyEmpty(one, host, purposes?.items.length === 0),
        }))}
        current={tab}
      />
      <div className={styles.sections}>
        {tab === HOST_TABS.results && host.series.length === 0 && <NoResults />}
        {tab === HOST_TABS.results && (
          <>
            <HostCourse host={host} shown={params.series} onShow={(series) => change({ series })} />
            <HostSeriesTable host={host} />
            <HostRatings hostId={id} hostName={host.name} />
            <HostReferences hostId={id} />
          </>
        )}
        {tab === HOST_TABS.purposes && <HostPurposes hostId={id} />}
        {tab === HOST_TABS.changes && <HostChanges host={host} />}
        {tab === HOST_TABS.hardware &&
          (shown === null ? (
            <AddHardware host={host} />
          ) : (
            <>
              {shown !== host.inventory_id && (
                <p
                  className="framed-strong round-control on-panel-2"
                  style={{ padding: "8px 14px" }}
                  role="status"
                >
                  <Trans>
                    This is not the newest inventory of {{ name: host.name }}.{" "}
                    <button
                      type="button"
                      className="bare text-button"
                      onClick={() => change({ inventory: null })}
                    >
                      Show the newest
                    </button>
                  </Trans>
                </p>
              )}
              <ShownInventory id={shown} host={host} onChange={change} openId={params.changes} />
              <StatedHardware host={host} />
            </>
          ))}
        {tab === HOST_TABS.setup && (
          <>
            <MeasureCard hostId={id} hostName={host.name} />
            <SchedulesCard hostId={id} hostName={host.name} />
            <ExpectedRuns hostId={id} />
            <AnotherAgent hostId={host.id} />
          </>
        )}
        {tab === HOST_TABS.support && (
          <>
            <SupportQuestions of={{ host: id }} />
            <SupportRun host={id} />
          </>
        )}
      </div>
    </AgentProgram>
  );
}

/** Says of a tab that has nothing in it why, before somebody opens it. */
function whyEmpty(tab: HostTab, host: HostDetail, isNothingJudged: boolean): string | undefined {
  if (tab === HOST_TABS.purposes)
    return isNothingJudged
      ? t`No run on this host matches a workload with a published requirement.`
      : undefined;
  const needsRuns = tab === HOST_TABS.results || tab === HOST_TABS.support;
  return needsRuns && host.run_count === 0 ? t`No runs on this host yet.` : undefined;
}

function NoResults() {
  return (
    <Card>
      <EmptyMessage
        title={t`No results yet.`}
        detail={t`Run the quick test on it. ${{ quick: describeQuickSuite() }}`}
        action={<CommandLine text={QUICK_COMMAND} name={t`the command to run on the host`} />}
      />
    </Card>
  );
}

function Facts({ host }: { host: HostDetail }) {
  return (
    <>
      {host.hardware.length > 0 && (
        <p className={styles.hardware}>
          {host.hardware.map((part, place) => (
            <span key={part}>
              {place > 0 && <span aria-hidden="true"> · </span>}
              {part}
            </span>
          ))}
        </p>
      )}
      {host.run_count === 0 ? (
        <Trans>No runs yet</Trans>
      ) : (
        <Trans>
          <Plural value={{ run_count: host.run_count }} one="# run" other="# runs" />,{" "}
          <MomentRange from={host.first_run_at} to={host.last_run_at} reason={t`no run has a start time`} />
        </Trans>
      )}
      {host.refused_uploads > 0 && (
        <Trans>
          {" "}
          ·{" "}
          <Plural
            value={{ refused_uploads: host.refused_uploads }}
            one="# rejected upload"
            other="# rejected uploads"
          />{" "}
          in 30 days
        </Trans>
      )}
      <br />
      <AgentWord agent={host.agent} />
    </>
  );
}

/** Names the other hosts that report the same name; here they are numbered. */
function Namesakes({ host }: { host: HostDetail }) {
  if (host.same_name.length === 0) return null;
  return (
    <p className="framed-strong round-control on-panel-2" style={{ padding: "8px 14px" }} role="status">
      <Trans>
        <Plural
          value={{ same_name: host.same_name.length }}
          one="Another host reports"
          other="# other hosts report"
        />{" "}
        the same name:
      </Trans>{" "}
      {host.same_name.map((other, place) => (
        <span key={other.id}>
          {place > 0 && ", "}
          <Link to={paths.host(other.id)}>{other.name}</Link>
        </span>
      ))}
      .
    </p>
  );
}

/** What was refused for good, in the words its sender was told. */
function Refusals({ host }: { host: HostDetail }) {
  if (host.refusals.length === 0) return null;
  return (
    <Card title={t`Rejected uploads`} subtitle={t`In the last 30 days; nothing from them was stored`}>
      <ul style={{ paddingLeft: 18 }}>
        {host.refusals.map((refusal) => (
          <li className="anywhere" key={refusal.refused_at}>
            <Moment iso={refusal.refused_at} />: {refusal.detail}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface ShownInventoryProps {
  id: string;
  host: HostDetail;
  openId: string | null;
  onChange: (changed: Partial<HostParams>) => void;
}

function ShownInventory({ id, host, openId, onChange }: ShownInventoryProps) {
  const inventory = useQuery(inventoryQuery(id));
  const runId = id === host.inventory_id ? host.pictured_run_id : null;
  const isPictured = useIsPictured(id, runId);
  const timeline = (
    <Timeline
      entries={host.timeline}
      leftOut={host.timeline_left_out}
      shownId={id}
      openId={openId}
      onOpen={(changes) => onChange({ changes })}
      onShow={(chosen) => onChange({ inventory: chosen === host.inventory_id ? null : chosen })}
    />
  );
  if (inventory.isError) {
    return (
      <>
        <Card>
          <QueryError
            title={t`The inventory could not be loaded.`}
            error={inventory.error}
            onRetry={() => void inventory.refetch()}
          />
        </Card>
        {timeline}
      </>
    );
  }
  if (inventory.isPending || !isPictured) {
    return (
      <Card>
        <div style={{ height: 340, padding: 16 }} aria-busy="true">
          <Skeleton height={300} />
        </div>
      </Card>
    );
  }
  const { document, left_out, findings, firmware, created_at, run_count } = inventory.data;
  return (
    <>
      <MachineCard
        inventoryId={id}
        runId={runId}
        title={runId === null ? t`The machine` : t`The machine and its best run`}
        document={document}
      />
      {id === host.inventory_id && host.drives.drives > 0 && <HostDrives host={host} inventoryId={id} />}
      <FindingsCard title={t`Findings about this machine`} findings={findings} />
      {timeline}
      <InventoryCard
        inventory={document}
        hostName={host.name}
        subtitle={
          <>
            <Trans>
              Received <Moment iso={created_at} />, <Plural value={run_count} one="# run" other="# runs" />
            </Trans>
            {left_out.length > 0 && (
              <Trans>
                . Too long to be shown: {{ left_out: left_out.map((one) => one.section).join(", ") }} (
                <a href={`/api/v1/inventories/${id}?whole=true`}>all of it as JSON</a>)
              </Trans>
            )}
          </>
        }
      >
        <section className={styles.firmware} aria-label={t`BIOS settings`}>
          <h3>
            <Trans>BIOS settings</Trans>
          </h3>
          <FirmwareTable settings={firmware} />
        </section>
      </InventoryCard>
    </>
  );
}
