import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { Result, RunDetail } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { MachineCard, useIsPictured } from "@/subjects/hosts/controls/MachineCard";
import { AllResults } from "@/subjects/runs/detail/AllResults";
import { BatchCard } from "@/subjects/runs/detail/BatchCard";
import { Confirmations } from "@/subjects/runs/detail/Confirmations";
import { DiskUse } from "@/subjects/runs/detail/DiskUse";
import { EditHistory } from "@/subjects/runs/detail/EditHistory";
import { FactorsCard } from "@/subjects/runs/detail/FactorsCard";
import { ForSupport } from "@/subjects/runs/detail/ForSupport";
import { InReferenceSets } from "@/subjects/runs/detail/InReferenceSets";
import { LatencyCharts } from "@/subjects/runs/detail/LatencyCharts";
import { RawFiles } from "@/subjects/runs/detail/RawFiles";
import { Repeats } from "@/subjects/runs/detail/Repeats";
import { Reproduce } from "@/subjects/runs/detail/Reproduce";
import { ReaderNotes, RunChecks } from "@/subjects/runs/detail/RunFindings";
import { RunInventory } from "@/subjects/runs/detail/RunInventory";
import { RunPurposes } from "@/subjects/runs/detail/RunPurposes";
import { RunRating } from "@/subjects/runs/detail/RunRating";
import type { RunTab } from "@/subjects/runs/detail/run-tabs";
import { StatedBeside } from "@/subjects/runs/detail/StatedBeside";
import { TimeSeriesSection, type WindowChoice } from "@/subjects/runs/detail/TimeSeriesSection";
import { TypedCommand } from "@/subjects/runs/detail/TypedCommand";
import { Ceilings } from "@/subjects/runs/parts/answer/Ceilings";
import { JobOptions } from "@/subjects/runs/parts/JobOptions";
import { PathCard } from "@/subjects/runs/parts/PathCard";
import { timeSeriesQuery } from "@/subjects/runs/queries/runs";
import { SupportQuestions } from "@/subjects/sharing/controls/SupportQuestions";
import { ChangesOf } from "@/subjects/watch/controls/ChangesOf";
import { AgainstReference } from "@/subjects/watch/controls/references/AgainstReference";
import { SeriesOf } from "@/subjects/watch/controls/SeriesOf";
import { Note } from "@/ui/Note";

interface RunPanelProps {
  tab: RunTab;
  run: RunDetail;
  /** By job, read before write. */
  results: readonly Result[];
  units: BandwidthUnits;
  choice: WindowChoice;
  onChoose: (choice: WindowChoice) => void;
}

/** What one tab of a run's page holds: it is asked for and drawn once the tab is open. */
export function RunPanel(props: RunPanelProps) {
  const { tab, choice } = props;
  const Panel = PANELS[tab.id];
  const isWhole = choice.range !== null && OF_FIGURES.has(tab.id);
  return (
    <>
      {isWhole && (
        <p className="hint">
          <Trans>These cover the whole run, not the window.</Trans>
        </p>
      )}
      <Panel {...props} />
    </>
  );
}

/** Tabs of figures that do not follow a window. */
const OF_FIGURES: ReadonlySet<RunTab["id"]> = new Set(["latency", "results", "purposes", "datasheet"]);

const PANELS: Record<RunTab["id"], (props: RunPanelProps) => ReactNode> = {
  limits: ({ run, units }) => (
    <>
      {run.answer !== null && <Ceilings rows={run.answer.ceilings} units={units} />}
      <RunChecks run={run} units={units} />
      {run.note !== null && <Note text={run.note} />}
      <AgainstReference of={{ run: run.id }} />
      <ChangesOf of={{ run: run.id }} without={run.answer?.regression?.change_id} />
      <Confirmations runId={run.id} units={units} />
    </>
  ),
  time: ({ run, units, choice, onChoose }) => (
    <>
      <TimeSeriesSection runId={run.id} units={units} choice={choice} onChoose={onChoose} />
      <DiskUseBelow run={run} />
    </>
  ),
  latency: ({ results }) => <LatencyCharts results={results} />,
  results: ({ run, units }) => <AllResults run={run} units={units} />,
  purposes: ({ run, units }) => <RunPurposes runId={run.id} units={units} />,
  datasheet: ({ run, units }) => (
    <>
      <RunRating run={run} units={units} />
      <InReferenceSets runIds={[run.id]} units={units} />
      <StatedBeside runIds={[run.id]} units={units} />
    </>
  ),
  path: ({ run }) => (
    <>
      {run.inventory_id !== null && (
        <MachineCard inventoryId={run.inventory_id} runId={run.id} document={run.inventory} />
      )}
      {run.path !== null &&
        (run.inventory_id === null ? (
          <PathCard path={run.path} />
        ) : (
          <PathBelow inventoryId={run.inventory_id} runId={run.id} path={run.path} />
        ))}
    </>
  ),
  inventory: ({ run }) => <RunInventory run={run} />,
  configuration: ({ run }) => (
    <>
      <TypedCommand argv={run.argv} />
      <Reproduce runId={run.id} hostId={run.host.id} />
      <JobOptions jobs={namedJobs(run)} />
      <FactorsCard values={run.factor_values} />
    </>
  ),
  files: ({ run }) => (
    <>
      <RawFiles run={run} />
      {run.state === "understood" && <ForSupport runId={run.id} />}
      {run.state === "understood" && <SupportQuestions of={{ run: run.id }} isFolded />}
      <ReaderNotes run={run} />
    </>
  ),
  history: ({ run, units }) => (
    <>
      <Repeats runId={run.id} units={units} />
      {run.batch !== null && <BatchCard runId={run.id} batch={run.batch} units={units} />}
      <SeriesOf of={{ run: run.id }} />
      <EditHistory runId={run.id} />
    </>
  ),
};

/** After the charts above it, which would move it. */
function DiskUseBelow({ run }: { run: RunDetail }) {
  return useQuery(timeSeriesQuery(run.id, null)).isFetched ? <DiskUse devices={run.disk_util} /> : null;
}

function PathBelow({ inventoryId, runId, path }: PathBelowProps) {
  return useIsPictured(inventoryId, runId) ? <PathCard path={path} /> : null;
}

interface PathBelowProps {
  inventoryId: string;
  runId: string;
  path: NonNullable<RunDetail["path"]>;
}

/** Options come per result, in the order of the results; the name is the result's. */
function namedJobs(run: RunDetail): { name: string; options: Readonly<Record<string, string>> }[] {
  return run.results.map((result, i) => ({ name: result.job_name, options: run.job_options[i] ?? {} }));
}
