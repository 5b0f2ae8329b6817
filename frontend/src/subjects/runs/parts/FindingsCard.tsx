import { Trans } from "@lingui/react/macro";
import type { MachineFinding } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/runs/parts/FindingsCard.module.css";
import { alikeInWords, type FoldedFinding, foldFindings } from "@/subjects/runs/parts/fold-findings";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";

/** What rules noticed, each with the numbers it rests on; once where it is so of several drives. Nothing noticed draws
 * nothing. */
export function FindingsCard({
  title,
  findings,
  scope,
  units,
}: {
  title: string;
  findings: readonly MachineFinding[];
  /** Of which runs the findings and their figures are, where that is not plain. */
  scope?: string;
  units?: BandwidthUnits;
}) {
  if (findings.length === 0) return null;
  const list = (
    <FindingList>
      <RuleFindings findings={findings} units={units} />
    </FindingList>
  );
  return scope === undefined ? (
    <section aria-label={title}>
      <Card>{list}</Card>
    </section>
  ) : (
    <Card title={title} subtitle={scope} isFlush>
      {list}
    </Card>
  );
}

/** The lines of a list of findings: warnings first, otherwise in the service's order. */
export function RuleFindings({
  findings,
  units,
}: {
  findings: readonly MachineFinding[];
  units?: BandwidthUnits | undefined;
}) {
  const sorted = findings.toSorted(
    (a, b) => Number(b.severity === "warning") - Number(a.severity === "warning"),
  );
  return foldFindings(sorted).map((folded) => {
    const { finding } = folded;
    const [what, why] = firstSentence(finding.text);
    return (
      <Finding
        key={`${finding.id}:${finding.text}`}
        severity={finding.severity === "warning" ? "warn" : "info"}
        what={what}
        why={
          <>
            {why} {alikeInWords(folded)}
            <Others folded={folded} />
            <FindingEvidence finding={finding} units={units} />
          </>
        }
      />
    );
  });
}

/** What differs from drive to drive is there, one click away. */
function Others({ folded: { alike, isOwnFigures } }: { folded: FoldedFinding }) {
  if (!isOwnFigures) return null;
  return (
    <details className={styles.evidence}>
      <summary className="inline-block accent small" style={{ padding: "3px 0" }}>
        <Trans>Each of them</Trans>
      </summary>
      <ul>
        {alike.map(({ name, finding }) => (
          <li key={name}>{finding.text}</li>
        ))}
      </ul>
    </details>
  );
}

export function FindingEvidence({
  finding,
  units,
}: {
  finding: MachineFinding;
  units: BandwidthUnits | undefined;
}) {
  if (finding.evidence.length === 0) return null;
  return (
    <details className={styles.evidence}>
      <summary className="inline-block accent small" style={{ padding: "3px 0" }}>
        <Trans>Evidence</Trans>
      </summary>
      <dl>
        {finding.evidence.map(({ name, value, unit, source }) => (
          <div key={`${name}:${source}`}>
            <dt className="faint">{name}</dt>
            <dd className="figures anywhere">
              {formatFact(value, unit, name, units)} <span className="faint tiny">({source})</span>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** What is bold and what follows. A stop counts only before a space and a capital: "4.0 GB/s" has none. */
export function firstSentence(text: string): [string, string] {
  const end = /[.:;]\s+(?=[A-Z])/.exec(text);
  return end === null ? [text, ""] : [text.slice(0, end.index + 1), text.slice(end.index + end[0].length)];
}
