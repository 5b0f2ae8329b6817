import { Link } from "@tanstack/react-router";
import type { ComparedPart } from "@/api/types";
import { countOf } from "@/lib/format";
import type { Metric } from "@/lib/metrics";
import { formatMetric } from "@/lib/metrics";
import { paths } from "@/lib/paths";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/pages/compare/ComparePage.module.css";
import { MissingRuns } from "@/pages/compare/MissingRuns";
import { CircumstanceTable } from "@/sections/CircumstanceTable";
import { fairness, type Remark, remarks } from "@/sections/comparison-words";
import { Card } from "@/ui/Card";
import { CommandLine } from "@/ui/CommandLine";
import { Finding, FindingList } from "@/ui/Finding";

interface VerdictCardProps {
  part: ComparedPart;
  baseName: string;
  name: string;
  /** There is one new side only. */
  isAlone: boolean;
  metric: Metric;
  units: BandwidthUnits;
}

/** The result in words, whether it may be put down to one change, and what to know before believing it. */
export function VerdictCard({ part, baseName, name, isAlone, metric, units }: VerdictCardProps) {
  const { attribution, limits, notes } = part;
  const fair = fairness(attribution);
  const workloadRemarks = remarks(part.workloads, metric.name, (value) => formatMetric(metric, value, units));
  return (
    <Card title={isAlone ? "Result" : `${name} against ${baseName}`}>
      <p className={styles.sentence}>{part.sentence}</p>
      <FindingList>
        {/* Without a common workload nothing was compared, and nothing may be said of its cause. */}
        {part.workloads.length > 0 && <Finding {...fair} />}
        {limits !== null && <Finding severity="info" what={limits} />}
        {notes.map(({ side, text, run_ids }) => (
          <Finding
            key={`${side} ${text}`}
            severity="warn"
            what={side === "both" ? text : `${side === "base" ? "Base" : "New"}: ${text}`}
            why={<RunLinks ids={run_ids} />}
          />
        ))}
        {workloadRemarks.length <= MAX_REMARKS && <Remarks remarks={workloadRemarks} />}
      </FindingList>
      {workloadRemarks.length > MAX_REMARKS && (
        <details className={styles.remarks}>
          <summary>
            {countOf(workloadRemarks.length, "remark")} on single workloads: runs far from the others, or in
            two groups. All are kept in the figures.
          </summary>
          <FindingList>
            <Remarks remarks={workloadRemarks} />
          </FindingList>
        </details>
      )}
      <CircumstanceTable
        circumstances={part.circumstances}
        names={isAlone ? ["Base", "New"] : [baseName, name]}
        units={units}
      />
      <MissingRuns part={part} />
      {attribution.separating_runs.length > 0 && (
        <section aria-label="Runs that would tell the changes apart" className={styles.separating}>
          <h3>Runs that would tell the changes apart</h3>
          <ol>
            {attribution.separating_runs.map(({ text, fio_command, fio_command_reason }) => (
              <li key={text}>
                <p>{text}</p>
                {fio_command === null ? (
                  <p className={styles.hint}>No command: {fio_command_reason}</p>
                ) : (
                  <CommandLine text={fio_command} name="fio command" />
                )}
              </li>
            ))}
          </ol>
        </section>
      )}
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

/** More links than this are no help in a sentence. */
const MAX_LINKS = 8;

function RunLinks({ ids }: { ids: readonly string[] }) {
  if (ids.length === 0) return null;
  return (
    <span className={styles.links}>
      {ids.slice(0, MAX_LINKS).map((id) => (
        <Link key={id} to={paths.run(id)} aria-label={`Run ${id.slice(-8)}`}>
          <code>{id.slice(-8)}</code>
        </Link>
      ))}
      {ids.length > MAX_LINKS && `and ${ids.length - MAX_LINKS} more`}
    </span>
  );
}
