import { useQuery } from "@tanstack/react-query";
import { neighboursQuery } from "@/api/queries/runs";
import styles from "@/pages/run/RunPage.module.css";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { CopyButton } from "@/ui/CopyButton";

/** The exact command and a job file: the same run again, here or elsewhere. */
export function Reproduce({ runId }: { runId: string }) {
  const around = useQuery(neighboursQuery(runId)).data;
  if (around === undefined || (around.command === null && around.job_file === null)) return null;
  const { command, job_file: jobFile } = around;
  return (
    <Card title="Run it again" subtitle="Targets are as they were: look where it writes before you start it">
      {command !== null && <CommandLine text={command} name="fio command" />}
      {jobFile !== null && (
        <details className={styles.jobFile} open={command === null}>
          <summary>Job file</summary>
          <div className={styles.code}>
            <pre>{jobFile}</pre>
            <CopyButton text={jobFile} name="job file" />
          </div>
        </details>
      )}
    </Card>
  );
}
