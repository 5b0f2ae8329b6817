import { Link } from "@tanstack/react-router";
import type { RunDetail } from "@/api/types";
import { RunStatus } from "@/components/RunStatus";
import { TYPED } from "@/lib/certainty";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { toolInWords } from "@/lib/tool";
import { workloadInWords } from "@/lib/workload";
import { ListSteps } from "@/pages/run/ListSteps";
import styles from "@/pages/run/RunPage.module.css";
import { RunSteps } from "@/pages/run/RunSteps";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";

/** Where the run stands: its host, and the runs before and after it there. */
export function RunTrail({ run }: { run: RunDetail }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.trail}>
      <Link to={paths.runs()}>Runs</Link>
      <span aria-hidden="true">/</span>
      <Link to={paths.host(run.host.id)}>{run.host.name}</Link>
      <span aria-hidden="true">/</span>
      <code>{run.id.slice(-8)}</code>
      <RunSteps runId={run.id} />
      <ListSteps runId={run.id} />
    </nav>
  );
}

/** What was run, on what, where and when, in one line; below it what people said of it. */
export function RunFacts({ run }: { run: RunDetail }) {
  const typedBy = run.factors["typed.by"];
  const isNamed = run.title !== null && run.title !== "";
  return (
    <>
      <div className={styles.facts}>
        <RunStatus run={run} />
        {/* A run without a title is called by these two. */}
        {isNamed && (
          <>
            <span className={styles.workload}>{workloadOf(run)}</span>
            <span aria-hidden="true">·</span>
            {run.target !== null && (
              <>
                <code className={styles.target}>{run.target}</code>
                <span aria-hidden="true">·</span>
              </>
            )}
          </>
        )}
        <span>{run.host.name}</span>
        <span aria-hidden="true">·</span>
        <span>
          started{" "}
          <Moment iso={run.started_at} reason={run.started_at_reason ?? "no start time was recorded"} />
          {run.clock_ahead_ms !== null && run.started_at !== null && <> ({run.started_at_reason})</>}
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

/** The one workload of the run, or how many there are. */
function workloadOf(run: RunDetail): string {
  const [first, ...others] = [...new Set(run.results.map(workloadInWords))];
  if (first === undefined) return "No results";
  return others.length === 0 ? sentenceCase(first) : `${others.length + 1} workloads`;
}
