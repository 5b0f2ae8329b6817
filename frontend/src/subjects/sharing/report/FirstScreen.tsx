import { t } from "@lingui/core/macro";
import { lazy, Suspense } from "react";
import type { SharedDocument } from "@/api/types";
import { byJob } from "@/lib/direction";
import { Answer } from "@/subjects/runs/parts/answer/Answer";
import { firstSentence } from "@/subjects/runs/parts/FindingsCard";
import { alikeInWords } from "@/subjects/runs/parts/fold-findings";
import { Headlines } from "@/subjects/runs/parts/Headlines";
import { Expectation } from "@/subjects/sharing/report/Expectation";
import { NotPart } from "@/subjects/sharing/report/NotPart";
import styles from "@/subjects/sharing/report/Report.module.css";
import { worstFact } from "@/subjects/sharing/report/worst-fact";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";
import { Skeleton } from "@/ui/Skeleton";

// The words and figures above it do not wait for it.
const Ceilings = lazy(async () => ({
  default: (await import("@/subjects/runs/parts/answer/Ceilings")).Ceilings,
}));
/** About what the picture takes, in pixels, so that little moves when it comes. */
const FRAME_HEIGHT = 150;
const ROW_HEIGHT = 50;
/** So many results stand on the first screen; the others below. */
export const SHOWN_FIRST = 2;

/** What a stranger came for: the result, what holds it back, and the worst that is known of it. */
export function FirstScreen({ document }: { document: SharedDocument }) {
  const [run] = document.runs;
  if (run === undefined) return null;
  const results = byJob(run.results);
  return (
    <section className={styles.sections} aria-label={t`Result`}>
      {results.slice(0, SHOWN_FIRST).map((result) => (
        <Headlines key={result.position} result={result} units="decimal" />
      ))}
      {/* A share of an older version has none. */}
      {run.answer && <Answer verdict={run.answer.verdict} units="decimal" />}
      <NotPart title={t`Bottleneck`} hidden={document.hidden} by={["path"]} />
      <Expectation document={document} />
      <WorstFact document={document} />
    </section>
  );
}

/** What each stage could have carried: after the questions. */
export function CeilingsOfRun({ document: { runs } }: { document: SharedDocument }) {
  const rows = runs[0]?.answer?.ceilings ?? [];
  if (rows.length === 0) return null;
  return (
    <Suspense fallback={<CeilingsPending rows={rows.length} />}>
      <Ceilings rows={rows} units="decimal" />
    </Suspense>
  );
}

function CeilingsPending({ rows }: { rows: number }) {
  return (
    <Card>
      <div className={styles.pending} aria-busy="true">
        <Skeleton height={FRAME_HEIGHT + rows * ROW_HEIGHT} />
      </div>
    </Card>
  );
}

/** Before everything that speaks for the machine. Nothing to warn of draws nothing. */
export function WorstFact({ document }: { document: SharedDocument }) {
  const worst = worstFact(document);
  if (worst === null) return null;
  const [what, why] = firstSentence(worst.finding.text);
  return (
    <section aria-label={t`Main concern`}>
      <Card>
        <FindingList>
          <Finding severity="warn" what={what} why={[why, alikeInWords(worst)].filter(Boolean).join(" ")} />
        </FindingList>
      </Card>
    </section>
  );
}
