import { ph, plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { Fragment, useMemo } from "react";
import type { Batch } from "@/api/types";
import { addresses, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatCount } from "@/lib/units";
import { sweptSpan } from "@/lib/workload";
import { PurposeSentences } from "@/subjects/purposes/controls/PurposeSentences";
import { Against } from "@/subjects/runs/batches/Against";
import { BatchActions } from "@/subjects/runs/batches/BatchActions";
import { BatchRatings } from "@/subjects/runs/batches/BatchRatings";
import { Drives } from "@/subjects/runs/batches/Drives";
import { Experiment } from "@/subjects/runs/batches/Experiment";
import { BelowPts, Pts, UnlessPts } from "@/subjects/runs/batches/Pts";
import { Sweep } from "@/subjects/runs/batches/Sweep";
import { BatchRuns } from "@/subjects/runs/controls/BatchRuns";
import { FindingsCard } from "@/subjects/runs/parts/FindingsCard";
import { RepeatsTable } from "@/subjects/runs/parts/RepeatsTable";
import { BatchAnswer } from "@/subjects/runs/parts/sweep/BatchAnswer";
import { optionTitle, sweepPlan } from "@/subjects/runs/parts/sweep/sweep";
import { batchQuery } from "@/subjects/runs/queries/batches";
import { ChangesOf } from "@/subjects/watch/controls/ChangesOf";
import { AgainstReference } from "@/subjects/watch/controls/references/AgainstReference";
import { PinReference } from "@/subjects/watch/controls/references/PinReference";
import { AddressProblems } from "@/ui/AddressProblems";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { Note } from "@/ui/Note";
import { PageHeader } from "@/ui/PageHeader";
import { UnitSwitch } from "@/ui/UnitSwitch";

const route = getRouteApi("/shell/batches/$id");
/** Rows of the results at first: a suite is read whole, of a sweep the charts below say more. */
const MAX_ROWS = 12;
const MAX_ROWS_OF_SWEEP = 6;

/** One sweep or suite: its answer and results, then charts of what was swept, then what else is known of it. */
export function BatchPage() {
  const { id } = route.useParams();
  const { params, problems } = route.useSearch()[VIEW];
  const { data: batch } = useSuspenseQuery(batchQuery(id, params.against));
  const navigate = useNavigate();
  const change = (changed: Partial<typeof params>) =>
    void navigate({
      to: paths.batch(id),
      search: addresses.batch.write({ ...params, ...changed }),
      replace: true,
      resetScroll: false,
    });
  const previousName =
    params.against !== null && batch.previous !== null ? batch.previous.name : t`previous batch`;
  const { swept, repeats, previous } = batch;
  const plan = useMemo(() => sweepPlan(swept, repeats, previous?.repeats ?? []), [swept, repeats, previous]);
  const setUnits = (units: BandwidthUnits) => change({ units });
  return (
    <>
      <PageHeader
        title={batch.name}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.runs()}>
              <Trans>Runs</Trans>
            </Link>
            <span aria-hidden="true">/</span>
            <span>{batch.title === null ? t`batch` : t`batch ${{ agent_name: batch.agent_name }}`}</span>
          </nav>
        }
        subtitle={<Facts batch={batch} isSweep={plan !== null} />}
        actions={
          <>
            <UnitSwitch value={params.units} onChange={setUnits} />
            {batch.repeats.length > 0 && (
              <PinReference
                filter={`batch=${id}`}
                what={t`the runs of this batch`}
                name={batch.name}
                hostId={batch.hosts.length === 1 ? (batch.hosts[0]?.id ?? null) : null}
              />
            )}
            <BatchActions
              batch={batch}
              isChosen={params.against !== null}
              onAgainst={(against) => change({ against })}
            />
          </>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => setUnits(params.units)} />
      <div className="stack gap-16">
        {batch.runs.length === 0 ? (
          <Card>
            <EmptyMessage
              title={t`No runs in this batch.`}
              detail={t`They were deleted, or the agent has not sent the first run yet.`}
            />
          </Card>
        ) : (
          <>
            <Experiment batch={batch} />
            <Pts batch={batch} units={params.units} />
            <BelowPts batch={batch}>
              <Drives batch={batch} units={params.units} />
              <UnlessPts batch={batch}>
                {batch.answer !== null && (
                  <BatchAnswer
                    of={batch.name}
                    answer={batch.answer}
                    previous={batch.previous}
                    previousName={previousName}
                    units={params.units}
                    compare={compareLink(batch, params.against !== null)}
                  />
                )}
              </UnlessPts>
              <PurposeSentences of={{ batch: id }} />
              <Card title={t`Results`} subtitle={runsInWords(batch)} isFlush>
                <BatchRuns
                  runs={batch.runs}
                  names={batch.result_names}
                  units={params.units}
                  most={plan === null ? MAX_ROWS : MAX_ROWS_OF_SWEEP}
                />
              </Card>
              {batch.note !== null && <Note text={batch.note} />}
              <AgainstReference of={{ batch: id }} />
              <UnlessPts batch={batch}>
                <Sweep
                  batch={batch}
                  plan={plan}
                  units={params.units}
                  previousName={previousName}
                  p99={params.p99}
                  onP99={(p99) => change({ p99 })}
                />
              </UnlessPts>
              <Against batch={batch} isChosen={params.against !== null} units={params.units} />
              <FindingsCard
                title={t`Findings in every run`}
                scope={t`Figures from the last run`}
                findings={batch.answer?.findings ?? []}
                units={params.units}
              />
              <ChangesOf of={{ batch: id }} />
              <BatchRatings runs={batch.runs} units={params.units} />
              <UnlessPts batch={batch}>
                {/* Where every step ran once, the results have said it all. */}
                {batch.repeats.some(({ n }) => n > 1) && (
                  <Card
                    title={t`Workloads`}
                    subtitle={t`Mean with 95 % confidence interval (at least 3 repeats)`}
                    isFlush
                  >
                    <RepeatsTable repeats={batch.repeats} units={params.units} />
                  </Card>
                )}
              </UnlessPts>
            </BelowPts>
          </>
        )}
      </div>
    </>
  );
}

function runsInWords({ runs, run_count: count }: Batch): string {
  const order = t`In step order`;
  if (runs.length === count) return order;
  return t`${order}: the first ${{ runs: formatCount(runs.length) }} of ${{ count: formatCount(count) }}, the others are in the list of runs`;
}

/** Leads to the comparison with the batch before, or with the chosen one; null where there is none. */
function compareLink({ id, previous }: Batch, isChosen: boolean) {
  if (previous === null) return null;
  return (
    <Link to={paths.compare({ base: `batch=${previous.id}`, news: [`batch=${id}`] })}>
      {isChosen
        ? t`Compare this batch with ${{ name: previous.name }}`
        : t`Compare this batch with the previous one`}
    </Link>
  );
}

function Facts({ batch, isSweep }: { batch: Batch; isSweep: boolean }) {
  const { run_count: count, steps, hosts, swept, repeats } = batch;
  const workloads = new Set(repeats.map(({ workload }) => workload)).size;
  const isWhole = count >= steps;
  return (
    <span className="flow centred muted" style={{ gap: "4px 12px" }}>
      {isSweep
        ? swept.map((option) => (
            <span
              key={option.key}
              className="faint framed round-badge on-panel-2"
              style={{ padding: "1px 6px" }}
            >
              <Trans>
                swept {{ key: optionTitle(option.key) }}{" "}
                <b className="ink strong">{ph({ option: sweptSpan(option) })}</b>
              </Trans>
            </span>
          ))
        : workloads > 1 &&
          workloads !== count && (
            <span className="faint framed round-badge on-panel-2" style={{ padding: "1px 6px" }}>
              {plural(workloads, { one: "# workload", other: "# workloads" })}
            </span>
          )}
      <Badge tone={isWhole ? "ok" : "warn"}>
        {isWhole
          ? plural(count, { one: "# step", other: "# steps" })
          : t`${count} of ${plural(steps, { one: "# step", other: "# steps" })}`}
      </Badge>
      <span>
        <Trans>
          started <Moment iso={batch.started_at} reason={t`no run has a start time`} />
        </Trans>
        {batch.ended_at !== null && (
          <Trans>
            , ended <Moment iso={batch.ended_at} />
          </Trans>
        )}
      </span>
      <span>
        <Trans>on</Trans>{" "}
        {hosts.map((host, i) => (
          <Fragment key={host.id}>
            {i > 0 && ", "}
            <Link to={paths.host(host.id)}>{host.name}</Link>
          </Fragment>
        ))}
      </span>
    </span>
  );
}
