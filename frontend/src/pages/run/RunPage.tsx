import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { runQuery } from "@/api/queries/runs";
import type { RunDetail } from "@/api/types";
import { AddressProblems } from "@/components/AddressProblems";
import { ChangesOf } from "@/components/ChangesOf";
import { MachineCard } from "@/components/MachineCard";
import { RunStatus } from "@/components/RunStatus";
import { ShareButton } from "@/components/share/ShareButton";
import { UnitSwitch } from "@/components/UnitSwitch";
import { useMay } from "@/components/use-may";
import { addresses, type RunParams, VIEW } from "@/lib/address";
import { TYPED } from "@/lib/certainty";
import { byJob } from "@/lib/direction";
import { formatArgv } from "@/lib/format";
import { paths } from "@/lib/paths";
import { toolInWords } from "@/lib/tool";
import { runTitle } from "@/lib/workload";
import { BatchCard } from "@/pages/run/BatchCard";
import { CompareWith } from "@/pages/run/CompareWith";
import { Confirmations } from "@/pages/run/Confirmations";
import { DeleteRun } from "@/pages/run/DeleteRun";
import { DiskUse } from "@/pages/run/DiskUse";
import { EditHistory } from "@/pages/run/EditHistory";
import { EditRun } from "@/pages/run/EditRun";
import { FactorsCard } from "@/pages/run/FactorsCard";
import { LatencyCharts } from "@/pages/run/LatencyCharts";
import { Note } from "@/pages/run/Note";
import { Preflight } from "@/pages/run/Preflight";
import { RawFiles } from "@/pages/run/RawFiles";
import { Repeats } from "@/pages/run/Repeats";
import { Reproduce } from "@/pages/run/Reproduce";
import { ResultTable } from "@/pages/run/ResultTable";
import { RunFindings } from "@/pages/run/RunFindings";
import { RunInventory } from "@/pages/run/RunInventory";
import styles from "@/pages/run/RunPage.module.css";
import { RunRating } from "@/pages/run/RunRating";
import { RunSteps } from "@/pages/run/RunSteps";
import { TimeSeriesSection } from "@/pages/run/TimeSeriesSection";
import { Answer } from "@/sections/answer/Answer";
import { Ceilings } from "@/sections/answer/Ceilings";
import { Checks } from "@/sections/answer/Checks";
import { Headlines } from "@/sections/Headlines";
import { JobOptions } from "@/sections/JobOptions";
import { PathCard } from "@/sections/PathCard";
import { Badge } from "@/ui/Badge";
import { CommandLine } from "@/ui/CommandLine";
import { CopyButton } from "@/ui/CopyButton";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";

const route = getRouteApi("/shell/runs/$id");
/** More strips than this are a table, and there is one below. */
const MAX_STRIPS = 4;

/** One run: is this good, and what are the figures made of? */
export function RunPage() {
  const { id } = route.useParams();
  const { params, problems } = route.useSearch()[VIEW];
  const { data: run } = useSuspenseQuery(runQuery(id));
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const [isEditing, setEditing] = useState(false);
  const results = useMemo(() => byJob(run.results), [run.results]);
  const title = runTitle(run);
  const setUnits = (units: RunParams["units"]) =>
    void navigate({
      to: paths.run(id),
      search: addresses.run.write({ ...params, units }),
      replace: true,
      resetScroll: false,
    });
  // A step of its own in the history: back undoes the last zoom.
  const zoom = (range: RunParams["range"]) =>
    void navigate({
      to: paths.run(id),
      search: addresses.run.write({ ...params, range }),
      resetScroll: false,
    });

  return (
    <>
      <PageHeader
        title={title}
        trail={<Trail run={run} />}
        subtitle={<Facts run={run} />}
        actions={
          <>
            <UnitSwitch value={params.units} onChange={setUnits} />
            <CompareWith runId={run.id} />
            {run.state === "understood" && <ShareButton target={{ kind: "run", spec: { run_id: run.id } }} />}
            {mayWrite && (
              <>
                <Button variant="default" onClick={() => setEditing(true)}>
                  Edit
                </Button>
                <DeleteRun id={run.id} name={title} />
              </>
            )}
          </>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => setUnits(params.units)} />
      <div className={styles.sections}>
        {run.answer !== null && (
          <Answer verdict={run.answer.verdict} units={params.units} trial={<ConfirmCommand run={run} />} />
        )}
        <Confirmations runId={run.id} units={params.units} />
        {run.state === "understood" && <RunRating run={run} units={params.units} />}
        <ChangesOf of={{ run: run.id }} />
        {run.answer === null && run.state === "understood" && (
          <p className={styles.more}>
            This run was read before runs were judged: a reparse makes its answer.
          </p>
        )}
        {run.note !== null && <Note text={run.note} />}
        <RunFindings run={run} />
        {results.slice(0, MAX_STRIPS).map((result) => (
          <Headlines key={result.id} result={result} units={params.units} />
        ))}
        {results.length > MAX_STRIPS && (
          <p className={styles.more}>{results.length - MAX_STRIPS} more results in the table below.</p>
        )}
        {run.answer !== null && <Ceilings rows={run.answer.ceilings} units={params.units} />}
        {run.answer !== null && <Checks answer={run.answer} units={params.units} />}
        {run.inventory_id !== null && (
          <MachineCard inventoryId={run.inventory_id} runId={run.id} document={run.inventory} />
        )}
        {run.path !== null && <PathCard path={run.path} />}
        <Preflight runId={run.id} />
        {run.state === "understood" && (
          <TimeSeriesSection runId={run.id} units={params.units} range={params.range} onZoom={zoom} />
        )}
        {results.length > 0 && (
          <>
            <LatencyCharts results={results} />
            <ResultTable results={results} clones={run.job_results} units={params.units} />
          </>
        )}
        <DiskUse devices={run.disk_util} />
        {run.batch !== null && <BatchCard runId={run.id} batch={run.batch} units={params.units} />}
        <Repeats runId={run.id} units={params.units} />
        <Reproduce runId={run.id} />
        <JobOptions jobs={namedJobs(run)} />
        <FactorsCard values={run.factor_values} />
        <RunInventory run={run} />
        <RawFiles run={run} />
        <EditHistory runId={run.id} />
      </div>
      {isEditing && <EditRun run={run} onClose={() => setEditing(false)} />}
    </>
  );
}

/** Tries the verdict's experiment on the run's host; only what the agent ran can be run again as it was. */
function ConfirmCommand({ run: { id, argv, answer } }: { run: RunDetail }) {
  const rule = answer?.verdict.id ?? null;
  if (rule === null || argv === null) return null;
  return <CommandLine text={`fioboard-agent confirm ${id} ${rule}`} name="command that tries it" />;
}

/** Options come per result, in the order of the results; the name is the result's. */
function namedJobs(run: RunDetail): { name: string; options: Readonly<Record<string, string>> }[] {
  return run.results.map((result, i) => ({ name: result.job_name, options: run.job_options[i] ?? {} }));
}

function Trail({ run }: { run: RunDetail }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.trail}>
      <Link to={paths.runs()}>Runs</Link>
      <span aria-hidden="true">/</span>
      <Link to={paths.host(run.host.id)}>{run.host.name}</Link>
      <span aria-hidden="true">/</span>
      <code>{run.id.slice(-8)}</code>
      <RunSteps runId={run.id} />
    </nav>
  );
}

function Facts({ run }: { run: RunDetail }) {
  const typedBy = run.factors["typed.by"];
  return (
    <>
      {run.argv !== null && (
        <div className={styles.argv}>
          <code>
            {run.argv.map((argument, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: arguments repeat and never change places
              <span key={i} className={styles.argument}>
                {formatArgv([argument])}{" "}
              </span>
            ))}
          </code>
          <CopyButton text={formatArgv(run.argv)} name="fio arguments" />
        </div>
      )}
      <div className={styles.facts}>
        <RunStatus run={run} />
        <span>
          started{" "}
          <Moment iso={run.started_at} reason={run.started_at_reason ?? "no start time was recorded"} />
        </span>
        <span aria-hidden="true">·</span>
        <span>{toolInWords(run.tool)}</span>
        {typeof typedBy === "string" && (
          <Badge tone="warn" title={TYPED}>
            typed by {typedBy}
          </Badge>
        )}
        {run.batch !== null && (
          <>
            <span aria-hidden="true">·</span>
            <span>
              <Link to={paths.batch(run.batch.id)} className={styles.inText}>
                {run.batch.name}
              </Link>
              , step {run.batch.step} of {run.batch.steps}
            </span>
          </>
        )}
      </div>
      {(run.tags.length > 0 || Object.keys(run.labels).length > 0) && (
        <ul className={styles.tags} aria-label="Tags and labels">
          {run.tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
          {Object.entries(run.labels).map(([key, value]) => (
            <li key={key}>
              <Badge>
                {key}={value}
              </Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
