import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { RunDetail } from "@/api/types";
import { shortenMiddle } from "@/lib/format";
import { paths } from "@/lib/paths";
import styles from "@/subjects/runs/detail/RunHead.module.css";
import { RunStepper } from "@/subjects/runs/detail/RunStepper";
import { labelInWords } from "@/subjects/runs/labels";
import { TYPED } from "@/subjects/runs/parts/certainty";
import { toolInWords } from "@/subjects/runs/parts/tool";
import { RunStatus } from "@/subjects/runs/RunStatus";
import { describeDrives, describeWorkloads } from "@/subjects/runs/run-title";
import { Badge } from "@/ui/Badge";
import { Moment } from "@/ui/Moment";

/** A path longer than this keeps its two ends; the whole is in its hint. */
const MAX_PATH = 44;

/** Where the run stands: its host, and the way to the runs around it. */
export function RunTrail({ run }: { run: RunDetail }) {
  return (
    <nav aria-label={t`Breadcrumb`} className="flow centred hint tall-24" style={{ gap: "2px 7px" }}>
      <Link to={paths.runs()}>
        <Trans>Runs</Trans>
      </Link>
      <span aria-hidden="true">/</span>
      <Link to={paths.host(run.host.id)}>{run.host.name}</Link>
      <span aria-hidden="true">/</span>
      <code>{run.id.slice(-8)}</code>
      <RunStepper runId={run.id} host={run.host.name} />
    </nav>
  );
}

/** What was run, on what, where and when, in one line; below it the tags and labels. */
export function RunFacts({ run }: { run: RunDetail }) {
  const typedBy = run.factors["typed.by"];
  const isNamed = run.title !== null && run.title !== "";
  const drives = describeDrives(run);
  return (
    <>
      <ul className={styles.facts} aria-label={t`About this run`}>
        <li>
          <RunStatus run={run} />
        </li>
        {/* A run without a title is called by these. */}
        {isNamed && (
          <>
            <li className="ink strong">{describeWorkloads(run.results)}</li>
            {drives !== null && <li>{drives}</li>}
            <li>{run.host.name}</li>
          </>
        )}
        {run.target !== null && (
          <li>
            <code title={run.target}>{shortenMiddle(run.target, MAX_PATH)}</code>
          </li>
        )}
        <li>
          <Trans>
            started{" "}
            <Moment iso={run.started_at} reason={run.started_at_reason ?? t`no start time was recorded`} />
          </Trans>
          {run.clock_ahead_ms !== null && run.started_at !== null && <> ({run.started_at_reason})</>}
        </li>
        <li>{toolInWords(run.tool)}</li>
        {typeof typedBy === "string" && (
          <li>
            <Badge tone="warn" title={TYPED}>
              <Trans>typed by {typedBy}</Trans>
            </Badge>
          </li>
        )}
        {run.batch !== null && (
          <li>
            <Trans>
              <Link to={paths.batch(run.batch.id)} className="link-in-text">
                {ph({ name: run.batch.name })}
              </Link>
              , step {{ step: run.batch.step }} of {{ steps: run.batch.steps }}
            </Trans>
          </li>
        )}
      </ul>
      {(run.tags.length > 0 || Object.keys(run.labels).length > 0) && (
        <ul className="flow above-8" style={{ gap: 5 }} aria-label={t`Tags and labels`}>
          {run.tags.map((tag) => (
            <li key={tag}>
              <Badge>{tag}</Badge>
            </li>
          ))}
          {Object.entries(run.labels).map(([key, value]) => (
            <li key={key}>
              <Badge title={`${key}=${value}`}>{labelInWords(key, value)}</Badge>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
