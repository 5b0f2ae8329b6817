import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import type { RunDetail } from "@/api/types";
import { addresses, type RunParams, VIEW } from "@/lib/address";
import { byJob } from "@/lib/direction";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { CompareWith } from "@/subjects/runs/detail/CompareWith";
import { DeleteRun } from "@/subjects/runs/detail/DeleteRun";
import { EditRun } from "@/subjects/runs/detail/EditRun";
import { PinRun } from "@/subjects/runs/detail/PinRun";
import { RunFindings } from "@/subjects/runs/detail/RunFindings";
import { RunFacts, RunTrail } from "@/subjects/runs/detail/RunHead";
import { RunPanel } from "@/subjects/runs/detail/RunPanel";
import { RUN_TABS, tabsOf, usualTab } from "@/subjects/runs/detail/run-tabs";
import { WindowHeadlines } from "@/subjects/runs/detail/WindowHeadlines";
import { Answer } from "@/subjects/runs/parts/answer/Answer";
import { NextStep } from "@/subjects/runs/parts/answer/AnswerBox";
import { FigureStrips } from "@/subjects/runs/parts/FigureStrip";
import { Headlines } from "@/subjects/runs/parts/Headlines";
import { runQuery } from "@/subjects/runs/queries/runs";
import { runTitle } from "@/subjects/runs/run-title";
import { ShareButton } from "@/subjects/sharing/controls/ShareButton";
import { AddressProblems } from "@/ui/AddressProblems";
import { AgentProgram } from "@/ui/AgentProgram";
import { CommandLine } from "@/ui/CommandLine";
import { LikeCommand } from "@/ui/LikeCommand";
import { PageHeader } from "@/ui/PageHeader";
import { PageSection } from "@/ui/PageSection";
import { PageTabs, TabLink, useTab } from "@/ui/page/PageTabs";
import { useShortcuts } from "@/ui/shortcuts";
import { UnitSwitch } from "@/ui/UnitSwitch";

const route = getRouteApi("/shell/runs/$id");
/** More strips than this are a table, and there is one behind a tab. */
const MAX_STRIPS = 4;

/** One run: its figures, what they mean and what to do next; the rest behind tabs. */
export function RunPage() {
  const { id } = route.useParams();
  const { params, problems } = route.useSearch()[VIEW];
  const { data: run } = useSuspenseQuery(runQuery(id));
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const [isEditing, setEditing] = useState(false);
  const results = useMemo(() => byJob(run.results), [run.results]);
  const title = runTitle(run);
  const tabs = useMemo(() => tabsOf(run), [run]);
  const tab = useTab(tabs, usualTab(run, params.range !== null));
  const setUnits = (units: RunParams["units"]) =>
    void navigate({
      to: paths.run(id),
      search: addresses.run.write({ ...params, units }),
      hash: true,
      replace: true,
      ...STAY,
    });
  // A step of its own in the history: back undoes the last window.
  const choose = (choice: Pick<RunParams, "range" | "isZoomed">) =>
    void navigate({
      to: paths.run(id),
      search: addresses.run.write({ ...params, ...choice }),
      // Without a window the page would open at another tab.
      hash: tab.id,
      ...STAY,
    });
  const leaveWindow = () => choose({ range: null, isZoomed: false });
  useShortcuts(params.range === null ? {} : { Escape: leaveWindow });

  return (
    <AgentProgram value={run.agent_program}>
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
                  <Trans>Edit</Trans>
                </Button>
                <DeleteRun id={run.id} name={title} />
              </>
            )}
          </>
        }
      />
      <AddressProblems problems={problems} onDismiss={() => setUnits(params.units)} />
      <PageSection id="answer">
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
          <p className="hint">
            <Trans>
              {{ count: formatCount(run.results_total - MAX_STRIPS) }} more results{" "}
              {{ window: params.range === null ? "" : t`of the whole run ` }}in{" "}
              <TabLink tab={RUN_TABS.results} className="link-in-text" />.
            </Trans>
          </p>
        )}
        {run.answer !== null && (
          <Answer
            verdict={run.answer.verdict}
            units={params.units}
            scope={params.range === null ? undefined : t`whole run, not the window`}
            trial={<ConfirmCommand run={run} />}
            choose={
              <p>
                <Trans>
                  <Link to="/datasheets" className="link-in-text">
                    Choose the drive
                  </Link>
                  , then state its model in this run’s labels as <code>drive.model</code>.
                </Trans>
              </p>
            }
            review={run.answer.regression && <ReviewStep id={run.answer.regression.change_id} />}
            isRegression={run.answer.regression?.is_first === true && run.answer.verdict.kind === "none"}
            repeat={run.tool.name === "fio" ? <RepeatStep run={run} /> : null}
          />
        )}
        {run.answer === null && run.state === "understood" && (
          <p className="hint">
            <Trans>No verdict for this old run. Reparse it to create one.</Trans>
          </p>
        )}
      </PageSection>
      <PageTabs name={t`Parts of this run`} tabs={tabs} current={tab} />
      <PageSection key={tab.id} id={tab.id}>
        <RunPanel
          tab={tab}
          run={run}
          results={results}
          units={params.units}
          choice={params}
          onChoose={choose}
        />
      </PageSection>
      {isEditing && <EditRun run={run} onClose={() => setEditing(false)} />}
    </AgentProgram>
  );
}

/** What is above the charts keeps its place on the screen. */
const STAY = { resetScroll: false, hashScrollIntoView: false } as const;

/** Tries the verdict's experiment on the run's host; only what the agent ran can be run again as it was. */
function ConfirmCommand({ run: { id, argv, answer } }: { run: RunDetail }) {
  const rule = answer?.verdict.id ?? null;
  if (rule === null || argv === null) return null;
  return <CommandLine text={`fioboard-agent confirm ${id} ${rule}`} name={t`the command that tries it`} />;
}

/** The page of the change has the rest, and takes what is found out. */
function ReviewStep({ id }: { id: string }) {
  return (
    <>
      <NextStep title={t`Review the regression and note its cause`} text="" />
      <Link to={paths.change(id)}>
        <Trans>Open the change</Trans>
      </Link>
    </>
  );
}

/** Said once, above the command: what may stand there, and what is touched. */
const WHAT_PATH_IS = t`PATH is a directory on the drive to test; only the test’s own file in it is written.`;

/** Where no experiment is called for: more runs of the same, or the same elsewhere. */
function RepeatStep({ run: { id, answer } }: { run: RunDetail }) {
  const isFew = answer?.findings.some((finding) => finding.id === "few-repeats") ?? false;
  return (
    <>
      {isFew ? (
        <NextStep
          title={t`Repeat the run`}
          text={t`Two more runs show how much results vary. ${{ path: WHAT_PATH_IS }}`}
        />
      ) : (
        <NextStep
          title={t`Run the job on another drive, slot or kernel`}
          text={t`Its result is compared with this run. ${{ path: WHAT_PATH_IS }}`}
        />
      )}
      <LikeCommand of={{ run: id }} />
    </>
  );
}
