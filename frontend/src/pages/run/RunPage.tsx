import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { runQuery } from "@/api/queries/runs";
import type { RunDetail } from "@/api/types";
import { AddressProblems } from "@/components/AddressProblems";
import { ChangesOf } from "@/components/ChangesOf";
import { MachineCard } from "@/components/MachineCard";
import { Note } from "@/components/Note";
import { AgainstReference } from "@/components/references/AgainstReference";
import { type SectionAnchor, SectionNav } from "@/components/SectionNav";
import { SeriesOf } from "@/components/SeriesOf";
import { SupportQuestions } from "@/components/SupportQuestions";
import { ShareButton } from "@/components/share/ShareButton";
import { useShortcuts } from "@/components/shortcuts";
import { UnitSwitch } from "@/components/UnitSwitch";
import { useFirstScreen } from "@/components/use-first-screen";
import { useMay } from "@/components/use-may";
import { addresses, type RunParams, VIEW } from "@/lib/address";
import { byJob } from "@/lib/direction";
import { paths } from "@/lib/paths";
import { runTitle } from "@/lib/run-title";
import { formatCount } from "@/lib/units";
import { AllResults } from "@/pages/run/AllResults";
import { BatchCard } from "@/pages/run/BatchCard";
import { CompareWith } from "@/pages/run/CompareWith";
import { Confirmations } from "@/pages/run/Confirmations";
import { DeleteRun } from "@/pages/run/DeleteRun";
import { DiskUse } from "@/pages/run/DiskUse";
import { EditHistory } from "@/pages/run/EditHistory";
import { EditRun } from "@/pages/run/EditRun";
import { FactorsCard } from "@/pages/run/FactorsCard";
import { ForSupport } from "@/pages/run/ForSupport";
import { LatencyCharts } from "@/pages/run/LatencyCharts";
import { PinRun } from "@/pages/run/PinRun";
import { RawFiles } from "@/pages/run/RawFiles";
import { Repeats } from "@/pages/run/Repeats";
import { Reproduce } from "@/pages/run/Reproduce";
import { ReaderNotes, RunChecks, RunFindings } from "@/pages/run/RunFindings";
import { RunFacts, RunTrail } from "@/pages/run/RunHead";
import { RunInventory } from "@/pages/run/RunInventory";
import styles from "@/pages/run/RunPage.module.css";
import { RunRating } from "@/pages/run/RunRating";
import { TimeSeriesSection } from "@/pages/run/TimeSeriesSection";
import { TypedCommand } from "@/pages/run/TypedCommand";
import { WindowHeadlines } from "@/pages/run/WindowHeadlines";
import { Answer } from "@/sections/answer/Answer";
import { Ceilings } from "@/sections/answer/Ceilings";
import { FigureStrips } from "@/sections/FigureStrip";
import { Headlines } from "@/sections/Headlines";
import { JobOptions } from "@/sections/JobOptions";
import { PathCard } from "@/sections/PathCard";
import { CommandLine } from "@/ui/CommandLine";
import { PageHeader } from "@/ui/PageHeader";
import { PageSection } from "@/ui/PageSection";

const route = getRouteApi("/shell/runs/$id");
/** More strips than this are a table, and there is one below. */
const MAX_STRIPS = 4;
/** Said of what does not follow a window. */
const WHOLE = "of the whole run, not of the window";
/** Parts of the page in their order, each with its anchor. */
const SECTIONS = {
  answer: { id: "answer", title: "Answer" },
  time: { id: "time", title: "Over time" },
  latency: { id: "latency", title: "Latency" },
  path: { id: "path", title: "Path" },
  configuration: { id: "configuration", title: "Configuration" },
  inventory: { id: "inventory", title: "Inventory" },
  files: { id: "files", title: "Files" },
} as const satisfies Record<string, SectionAnchor>;

/** One run: is this good, and what are the figures made of? */
export function RunPage() {
  const { id } = route.useParams();
  const { params, problems } = route.useSearch()[VIEW];
  const { data: run } = useSuspenseQuery(runQuery(id));
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const isFirstThere = useFirstScreen();
  const [isEditing, setEditing] = useState(false);
  const results = useMemo(() => byJob(run.results), [run.results]);
  const title = runTitle(run);
  const sections = useMemo(() => sectionsOf(run), [run]);
  const setUnits = (units: RunParams["units"]) =>
    void navigate({
      to: paths.run(id),
      search: addresses.run.write({ ...params, units }),
      replace: true,
      resetScroll: false,
    });
  // A step of its own in the history: back undoes the last window.
  const choose = (choice: Pick<RunParams, "range" | "isZoomed">) =>
    void navigate({
      to: paths.run(id),
      search: addresses.run.write({ ...params, ...choice }),
      resetScroll: false,
    });
  const leaveWindow = () => choose({ range: null, isZoomed: false });
  useShortcuts(params.range === null ? {} : { Escape: leaveWindow });

  return (
    <>
      <PageHeader
        title={title}
        trail={<RunTrail run={run} />}
        subtitle={<RunFacts run={run} />}
        actions={
          <>
            <UnitSwitch value={params.units} onChange={setUnits} />
            <CompareWith runId={run.id} />
            {results.length > 0 && <PinRun run={run} title={title} />}
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
      <SectionNav sections={sections} summary={summaryOf(run, title)} />
      <PageSection id={SECTIONS.answer.id} title={null}>
        <RunFindings run={run} />
        <FigureStrips>
          {params.range === null ? (
            results
              .slice(0, MAX_STRIPS)
              .map((result) => (
                <Headlines
                  key={result.id}
                  result={result}
                  units={params.units}
                  isAlone={run.results_total === 1}
                />
              ))
          ) : (
            <WindowHeadlines
              runId={run.id}
              results={results.slice(0, MAX_STRIPS)}
              isOneJob={new Set(results.map(({ group, job_name }) => `${group}/${job_name}`)).size === 1}
              range={params.range}
              units={params.units}
              onReset={leaveWindow}
            />
          )}
        </FigureStrips>
        {run.results_total > MAX_STRIPS && (
          <p className={styles.more}>
            {formatCount(run.results_total - MAX_STRIPS)} more results in the table below
            {params.range === null ? "" : ", of the whole run"}.
          </p>
        )}
        {run.answer !== null && (
          <Answer
            verdict={run.answer.verdict}
            units={params.units}
            scope={params.range === null ? undefined : WHOLE}
            trial={<ConfirmCommand run={run} />}
          />
        )}
        {run.answer === null && run.state === "understood" && (
          <p className={styles.more}>No verdict for this old run. Reparse to create one.</p>
        )}
        {run.answer !== null && <Ceilings rows={run.answer.ceilings} units={params.units} />}
        {run.note !== null && <Note text={run.note} />}
        {isFirstThere && (
          <>
            <RunChecks run={run} units={params.units} />
            <AgainstReference of={{ run: run.id }} />
            <ChangesOf of={{ run: run.id }} />
            <Confirmations runId={run.id} units={params.units} />
            {run.state === "understood" && <RunRating run={run} units={params.units} />}
            {run.batch !== null && <BatchCard runId={run.id} batch={run.batch} units={params.units} />}
            <Repeats runId={run.id} units={params.units} />
          </>
        )}
      </PageSection>
      {run.state === "understood" && (
        <PageSection {...SECTIONS.time} isThere={isFirstThere}>
          <TimeSeriesSection runId={run.id} units={params.units} choice={params} onChoose={choose} />
          <DiskUse devices={run.disk_util} />
          <SeriesOf of={{ run: run.id }} />
        </PageSection>
      )}
      {results.length > 0 && (
        <PageSection {...SECTIONS.latency} isThere={isFirstThere}>
          {params.range !== null && <p className={styles.more}>These are {WHOLE}.</p>}
          <LatencyCharts results={results} />
          <AllResults run={run} units={params.units} />
        </PageSection>
      )}
      {hasPath(run) && (
        <PageSection {...SECTIONS.path} isThere={isFirstThere}>
          {run.inventory_id !== null && (
            <MachineCard inventoryId={run.inventory_id} runId={run.id} document={run.inventory} />
          )}
          {run.path !== null && <PathCard path={run.path} />}
        </PageSection>
      )}
      <PageSection {...SECTIONS.configuration} isThere={isFirstThere}>
        <TypedCommand argv={run.argv} />
        <Reproduce runId={run.id} />
        <JobOptions jobs={namedJobs(run)} />
        <FactorsCard values={run.factor_values} />
        {run.state === "understood" && <SupportQuestions of={{ run: run.id }} />}
      </PageSection>
      <PageSection {...SECTIONS.inventory} isThere={isFirstThere}>
        <RunInventory run={run} />
      </PageSection>
      <PageSection {...SECTIONS.files} isThere={isFirstThere}>
        {run.state === "understood" && <ForSupport runId={run.id} />}
        <RawFiles run={run} />
        <ReaderNotes run={run} />
        <EditHistory runId={run.id} />
      </PageSection>
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

function hasPath({ inventory_id, path }: RunDetail): boolean {
  return inventory_id !== null || path !== null;
}

/** The sections that this run has, in the order of the page. */
function sectionsOf(run: RunDetail): SectionAnchor[] {
  const absent = new Set<SectionAnchor>();
  if (run.state !== "understood") absent.add(SECTIONS.time);
  if (run.results.length === 0) absent.add(SECTIONS.latency);
  if (!hasPath(run)) absent.add(SECTIONS.path);
  return Object.values(SECTIONS).filter((section) => !absent.has(section));
}

function summaryOf({ answer }: RunDetail, title: string): string {
  return answer === null ? title : `${title} · ${answer.verdict.sentence}`;
}
