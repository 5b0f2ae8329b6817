import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { RunAgain } from "@/subjects/measuring/controls/RunAgain";
import styles from "@/subjects/runs/detail/RunPage.module.css";
import { neighboursQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { CopyButton } from "@/ui/CopyButton";
import { LikeCommand } from "@/ui/LikeCommand";

/** The command that measures the same again, what to know of it, a job file, and the way to another machine. */
export function Reproduce({ runId, hostId }: { runId: string; hostId: string }) {
  const around = useQuery(neighboursQuery(runId)).data;
  if (around === undefined) return null;
  const { command, command_program: program, command_remark: remark, job_file: jobFile } = around;
  return (
    <Card title={t`Reproduce`} subtitle={t`Set the target path before running`}>
      {command !== null && (
        <CommandLine text={command} name={program === "agent" ? t`agent command` : t`fio command`} />
      )}
      {remark !== null && <p className="above-8">{remark}</p>}
      {jobFile !== null && (
        <details className={styles.jobFile}>
          <summary>
            <Trans>Job file, rebuilt from fio’s output</Trans>
          </summary>
          <div className={styles.code}>
            <pre>{jobFile}</pre>
            <CopyButton text={jobFile} name={t`job file`} />
          </div>
        </details>
      )}
      <RunAgain wanted={{ kind: "repeat", run_id: runId }} hostId={hostId} />
      <p className="above-8">
        <Trans>On any machine, to compare with this run:</Trans>
      </p>
      <LikeCommand of={{ run: runId }} />
    </Card>
  );
}
