import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { Result, RunDetail } from "@/api/types";
import { ChangesOf } from "@/components/ChangesOf";
import { MachineCard } from "@/components/MachineCard";
import { Note } from "@/components/Note";
import { AgainstReference } from "@/components/references/AgainstReference";
import { SeriesOf } from "@/components/SeriesOf";
import { SupportQuestions } from "@/components/SupportQuestions";
import type { BandwidthUnits } from "@/lib/units";
import { AllResults } from "@/pages/run/AllResults";
import { BatchCard } from "@/pages/run/BatchCard";
import { Confirmations } from "@/pages/run/Confirmations";
import { DiskUse } from "@/pages/run/DiskUse";
import { EditHistory } from "@/pages/run/EditHistory";
import { FactorsCard } from "@/pages/run/FactorsCard";
import { ForSupport } from "@/pages/run/ForSupport";
import { InReferenceSets } from "@/pages/run/InReferenceSets";
import { LatencyCharts } from "@/pages/run/LatencyCharts";
import { RawFiles } from "@/pages/run/RawFiles";
import { Repeats } from "@/pages/run/Repeats";
import { Reproduce } from "@/pages/run/Reproduce";
import { ReaderNotes, RunChecks } from "@/pages/run/RunFindings";
import { RunInventory } from "@/pages/run/RunInventory";
import styles from "@/pages/run/RunPage.module.css";
import { RunPurposes } from "@/pages/run/RunPurposes";
import { RunRating } from "@/pages/run/RunRating";
import type { RunTab } from "@/pages/run/run-tabs";
import { StatedBeside } from "@/pages/run/StatedBeside";
import { TimeSeriesSection, type WindowChoice } from "@/pages/run/TimeSeriesSection";
import { TypedCommand } from "@/pages/run/TypedCommand";
import { Ceilings } from "@/sections/answer/Ceilings";
import { JobOptions } from "@/sections/JobOptions";
import { PathCard } from "@/sections/PathCard";

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
        <p className={styles.more}>
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
      <ChangesOf of={{ run: run.id }} />
      <Confirmations runId={run.id} units={units} />
    </>
  ),
  time: ({ run, units, choice, onChoose }) => (
    <>
      <TimeSeriesSection runId={run.id} units={units} choice={choice} onChoose={onChoose} />
      <DiskUse devices={run.disk_util} />
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
      {run.path !== null && <PathCard path={run.path} />}
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
      {run.state === "understood" && <SupportQuestions of={{ run: run.id }} />}
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

/** Options come per result, in the order of the results; the name is the result's. */
function namedJobs(run: RunDetail): { name: string; options: Readonly<Record<string, string>> }[] {
  return run.results.map((result, i) => ({ name: result.job_name, options: run.job_options[i] ?? {} }));
}
