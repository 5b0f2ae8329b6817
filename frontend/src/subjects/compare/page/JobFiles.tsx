import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { ComparedPart } from "@/api/types";
import { download } from "@/lib/file-download";
import styles from "@/subjects/compare/page/JobFiles.module.css";
import { runQuery } from "@/subjects/runs/queries/runs";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";

/** Where the answer's next step leads. */
export const JOB_FILES = "job-files";

type Separation = NonNullable<ComparedPart["separation"]>;

interface JobFilesProps {
  separation: Separation;
  /** A run on the host that measures them. */
  runId: string;
  /** Of the new side, where there are several. */
  name: string | null;
}

/** From base's job to new's, one setting more in each file; what no file can set is done by hand. */
export function JobFiles({ separation, runId, name }: JobFilesProps) {
  const { steps, rounds, remarks, reason } = separation;
  const program = useQuery(runQuery(runId)).data?.agent_program ?? "fioboard-agent";
  const order = rounds.flat().map((file) => [program, "run", file].join(" "));
  return (
    <div id={name === null ? JOB_FILES : undefined} className={styles.anchor}>
      <Card
        title={t`Job files that separate the changes${{ part: name === null ? "" : `: ${name}` }}`}
        subtitle={t`One more setting in each file; at least ${{ runs: separation.runs }} runs of every step · ${{ separation: of(separation) }}`}
        isFlush
      >
        <ol className={styles.steps}>
          {steps.map((step) => (
            <li className="ruled" style={{ padding: "6px 16px" }} key={step.title}>
              <Step step={step} />
            </li>
          ))}
        </ol>
        <div className="stack gap-4 muted small pad-10-16 ruled">
          {reason !== null && (
            <p>
              <Trans>No job files: {reason}</Trans>
            </p>
          )}
          {separation.settings_left_out > 0 && (
            <p>
              <Trans>
                And{" "}
                <Plural
                  value={{ settings_left_out: separation.settings_left_out }}
                  one="# more setting"
                  other="# more settings"
                />
                , too many to tell apart.
              </Trans>
            </p>
          )}
          {remarks !== "" && <p>{remarks}</p>}
          {order.length > 0 && (
            <p className="row gap-4">
              <Trans>
                Alternate the runs, so that drift affects all sides equally:{" "}
                {{ separation: inTurns(separation) }}.
                <CopyButton text={order.join("\n")} name={t`the runs in this order`} />
              </Trans>
            </p>
          )}
        </div>
      </Card>
    </div>
  );
}

interface StepProps {
  step: Separation["steps"][number];
}

function Step({ step: { kind, title, text, file_name: fileName, job_file: jobFile } }: StepProps) {
  return (
    <>
      <div className={styles.title}>
        <b>{title}</b>
        {kind === "hand" && (
          <Badge>
            <Trans>by hand</Trans>
          </Badge>
        )}
        {jobFile !== null && fileName !== null && (
          <span className="inline-row gap-4 push no-print">
            <CopyButton text={jobFile} name={fileName} />
            <Button
              variant="default"
              leftSection={<IconDownload size={14} aria-hidden="true" />}
              aria-label={t`Download ${fileName}`}
              onClick={() => download(new Blob([jobFile], { type: "text/plain" }), fileName)}
            >
              <Trans>Download</Trans>
            </Button>
          </span>
        )}
      </div>
      {jobFile === null ? (
        <p className="muted" style={{ paddingLeft: 28 }}>
          {text}
        </p>
      ) : (
        <details className="muted" style={{ paddingLeft: 28 }}>
          <summary style={{ minHeight: 26 }}>
            <code>{fileName}</code>
          </summary>
          <pre className={styles.file}>{jobFile}</pre>
        </details>
      )}
    </>
  );
}

function of({ workload, workloads_left_out: left }: Separation): string {
  return left === 0
    ? workload
    : t`${workload}; ${plural(left, { one: "# more workload", other: "# more workloads" })} the same way`;
}

/** "1, 2, 3, then 3, 2, 1, then 1, 2, 3": files by their numbers. */
function inTurns({ rounds }: Separation): string {
  return rounds.map((round) => round.map((file) => file.split("-")[0]).join(", ")).join(t`, then `);
}
