import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, Suspense } from "react";
import type { MachineAnswer, SharedDocument, SharedRun } from "@/api/types";
import { formatBandwidth } from "@/lib/units";
import { Answer } from "@/subjects/runs/parts/answer/Answer";
import { FindingsCard } from "@/subjects/runs/parts/FindingsCard";
import { JobOptions } from "@/subjects/runs/parts/JobOptions";
import { PathCard } from "@/subjects/runs/parts/PathCard";
import { Fold } from "@/subjects/sharing/report/Fold";
import { HostFacts } from "@/subjects/sharing/report/HostFacts";
import { NotPart } from "@/subjects/sharing/report/NotPart";
import { findingsOf } from "@/subjects/sharing/report/older-shares";
import styles from "@/subjects/sharing/report/Report.module.css";
import { jobsOf, pathsOf, type Setup } from "@/subjects/sharing/report/setups";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { LikeCommand } from "@/ui/LikeCommand";
import { LandmarkOf } from "@/ui/landmark-name";
import { Skeleton } from "@/ui/Skeleton";

const MachinePicture = lazy(async () => ({
  default: (await import("@/subjects/hosts/parts/machine/MachinePicture")).MachinePicture,
}));

const PICTURE_HEIGHT = 300;

/** What was measured on: the machines as they reported themselves, the way of the data, and how fio was called. */
export function Configuration({ document }: { document: SharedDocument }) {
  const paths = pathsOf(document);
  return (
    <section className={styles.sections} aria-label={t`Configuration`}>
      <h2 className={styles.group}>
        <Trans>Configuration</Trans>
      </h2>
      {document.hosts.map((host) => (
        <LandmarkOf key={host.label} value={host.label}>
          <HostFacts host={host} first={document.hosts[0]?.label ?? ""} document={document} />
        </LandmarkOf>
      ))}
      <NotPart title={t`The machine and the data path`} hidden={document.hidden} by={["path"]} />
      {paths.map((setup) => {
        const isAlone = paths.length === 1;
        const path = <PathOfRuns setup={setup} isAlone={isAlone} kind={document.kind} />;
        return (
          <LandmarkOf key={setup.run.label} value={t`the path of ${{ names: setup.names }}`}>
            {/* Of several the answer stands with the sides: each is a page of its own. */}
            {isAlone ? (
              path
            ) : (
              <Fold summary={t`The machine and the data path: ${{ names: setup.names }}`}>
                <div className={styles.sections}>{path}</div>
              </Fold>
            )}
          </LandmarkOf>
        );
      })}
      <Calls document={document} />
    </section>
  );
}

interface PathOfRunsProps {
  setup: Setup;
  isAlone: boolean;
  /** Of a comparison each side has an answer of its own. */
  kind: SharedDocument["kind"];
}

function PathOfRuns({ setup: { names, run, machine }, isAlone, kind }: PathOfRunsProps) {
  // What a run's verdict rests on is its answer, above; of a batch all its findings stand there.
  const answered = kind === "run" ? (run.answer as SharedRun["answer"] | undefined)?.verdict.id : undefined;
  const findings = kind === "batch" ? [] : findingsOf(run).filter(({ id }) => id !== answered);
  const title = t`The machine and the data path${{ runs: isAlone ? "" : `: ${names}` }}`;
  return (
    <>
      {machine !== null && (
        <div className={isAlone ? "" : styles.long}>
          <Suspense
            fallback={
              <Card title={title}>
                <Skeleton height={PICTURE_HEIGHT} />
              </Card>
            }
          >
            <MachinePicture
              machine={machine}
              title={title}
              subtitle={t`Line width: lanes in use · above a line: negotiated speed · below it: throughput and its share of the link limit`}
              reading={readingOf(machine)}
            />
          </Suspense>
        </div>
      )}
      {/* Of a run it stands first of all, of a batch or series one run says nothing; older shares have none. */}
      {run.answer && kind === "compare" && (
        <Answer verdict={run.answer.verdict} {...(isAlone ? {} : { of: names })} />
      )}
      {run.path !== null && (
        <Fold summary={t`The path${{ runs: isAlone ? "" : t` of ${names}` }}, drive by drive`}>
          <PathCard path={run.path} {...(isAlone ? {} : { of: names })} />
        </Fold>
      )}
      {run.path !== null && findings.length > 0 && (
        <div className={styles.long}>
          <FindingsCard title={t`Findings about the path: ${names}`} findings={findings} />
        </div>
      )}
    </>
  );
}

/** Whose bandwidth the picture shows. */
function readingOf({ run }: MachineAnswer): string | undefined {
  if (run === null || run.bw_bytes_per_s === null) return undefined;
  const direction = run.direction === null ? "" : `, ${run.direction}`;
  return t`Measured in ${{ id: run.id }}: ${{ bw_bytes_per_s: formatBandwidth(run.bw_bytes_per_s) }}${direction}.`;
}

function Calls({ document }: { document: SharedDocument }) {
  const jobs = jobsOf(document);
  const leftOut = document.runs.reduce((most, run) => Math.max(most, run.options_left_out), 0);
  const commands = Map.groupBy(
    document.runs.filter(({ command }) => command !== null),
    ({ command }) => command ?? "",
  );
  return (
    <>
      {commands.size > 0 && (
        <Fold
          summary={t`How fio was run`}
          hint={plural(commands.size, { one: "# command", other: "# commands" })}
        >
          <Card
            title={t`How fio was run`}
            subtitle={t`Rebuilt from the options shown${{ leftOut: leftOut === 0 ? "" : t`; ${leftOut} options of a run are left out` }}`}
          >
            <div className={styles.commands}>
              {[...commands].map(([command, runs]) => (
                <div key={command}>
                  {commands.size > 1 && (
                    <p className={styles.hint}>{runs.map(({ label }) => label).join(", ")}</p>
                  )}
                  <CommandLine text={command} name={t`fio command`} />
                </div>
              ))}
              {document.runs.length === 1 && (
                <>
                  <p className={styles.hint}>
                    <Trans>The same job on your machine:</Trans>
                  </p>
                  <LikeCommand of="share" />
                </>
              )}
            </div>
          </Card>
        </Fold>
      )}
      <NotPart title={t`How fio was run`} hidden={document.hidden} by={["job_options"]} />
      <Fold summary={t`Job options`}>
        <JobOptions jobs={jobs} />
      </Fold>
    </>
  );
}
