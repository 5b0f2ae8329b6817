import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ComparedPart } from "@/api/types";
import type { Metric } from "@/lib/metrics";
import { formatMetric } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { isAnswerOfMissingRuns, MissingRuns } from "@/subjects/compare/page/MissingRuns";
import { type Remark, remarks } from "@/subjects/compare/parts/comparison-words";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";

interface BeforeBelievingProps {
  part: ComparedPart;
  /** Of the new side, where there are several. */
  name: string | null;
  metric: Metric;
  units: BandwidthUnits;
}

/** What to know before believing the answer, and the runs that would make it surer. Nothing where all is well. */
export function BeforeBelieving({ part, name, metric, units }: BeforeBelievingProps) {
  const { notes } = part;
  const workloadRemarks = remarks(part.workloads, metric.name, (value) => formatMetric(metric, value, units));
  const isShort =
    part.missing_runs !== null && part.missing_runs.items.length > 0 && !isAnswerOfMissingRuns(part);
  const isEmpty = notes.length + workloadRemarks.length === 0;
  if (isEmpty && !isShort) return null;
  return (
    <Card title={name === null ? t`Caveats` : t`Caveats: ${name}`}>
      <FindingList>
        {notes.map(({ side, text, run_ids }) => (
          <Finding
            key={`${side} ${text}`}
            severity="warn"
            what={side === "both" ? text : `${side === "base" ? t`Base` : t`New`}: ${text}`}
            why={<RunLinks ids={run_ids} />}
          />
        ))}
        {workloadRemarks.length <= MAX_REMARKS && <Remarks remarks={workloadRemarks} />}
      </FindingList>
      {workloadRemarks.length > MAX_REMARKS && (
        <details className={styles.remarks}>
          <summary>
            <Trans>
              <Plural value={{ workloadRemarks: workloadRemarks.length }} one="# remark" other="# remarks" />{" "}
              on single workloads: outliers or two groups of runs. All are included in the results.
            </Trans>
          </summary>
          <FindingList>
            <Remarks remarks={workloadRemarks} />
          </FindingList>
        </details>
      )}
      {isShort && <MissingRuns part={part} />}
    </Card>
  );
}

/** More than these would push the figures off the first screen. */
const MAX_REMARKS = 4;

function Remarks({ remarks: list }: { remarks: readonly Remark[] }) {
  return list.map(({ text, runIds }) => (
    <Finding key={text} severity="info" what={text} why={<RunLinks ids={runIds} />} />
  ));
}

/** More links than this are one link to them all. */
const MAX_LINKS = 4;

function RunLinks({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  if (ids.length > MAX_LINKS)
    return (
      <Link to={paths.runs({ filter: { run: ids } })}>
        <Trans>
          Show <Plural value={{ ids: ids.length }} one="# run" other="# runs" />
        </Trans>
      </Link>
    );
  return (
    <span className={styles.links}>
      {ids.map((id) => (
        <Link key={id} to={paths.run(id)} aria-label={t`Run ${{ id: id.slice(-8) }}`}>
          <code>{id.slice(-8)}</code>
        </Link>
      ))}
    </span>
  );
}
