import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { lazy, type ReactNode, Suspense } from "react";
import type { Shared } from "@/api/types";
import { TwinsInPrint } from "@/charts/twins-in-print";
import { FindingsCard } from "@/subjects/runs/parts/FindingsCard";
import { BatchAnswer } from "@/subjects/runs/parts/sweep/BatchAnswer";
import { Questionnaire } from "@/subjects/sharing/parts/Questionnaire";
import { Comparison, ComparisonAnswers } from "@/subjects/sharing/report/Comparison";
import { Cover } from "@/subjects/sharing/report/Cover";
import { Expectation } from "@/subjects/sharing/report/Expectation";
import { CeilingsOfRun, FirstScreen, WorstFact } from "@/subjects/sharing/report/FirstScreen";
import styles from "@/subjects/sharing/report/Report.module.css";
import { Skeleton } from "@/ui/Skeleton";

const Configuration = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/Configuration")).Configuration,
}));
const RunResults = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/RunResults")).RunResults,
}));
const BatchResults = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/BatchResults")).BatchResults,
}));
const SeriesResults = lazy(async () => ({
  default: (await import("@/subjects/sharing/report/SeriesResults")).SeriesResults,
}));
/** More than a screen: what stands below moves unseen. */
const REST_HEIGHT = 900;

interface ReportProps {
  shared: Shared;
  /** Beside the title; nothing of it is printed. */
  actions?: ReactNode;
  /** Below the result: what recipients sent, and how to. */
  replies?: ReactNode;
}

/** The report as its recipient sees it, on the page of the link and in the sender's preview alike. */
export function Report({ shared, actions, replies }: ReportProps) {
  const { document } = shared;
  // Copies made by older versions have none.
  const { questions, asked, compare, series, batch = null, kind } = document;
  return (
    <TwinsInPrint value={true}>
      <article className={styles.report}>
        <Cover shared={shared} actions={actions} />
        {kind === "run" ? (
          <FirstScreen document={document} />
        ) : (
          <>
            {compare !== null && <ComparisonAnswers compare={compare} factors={document.factors} />}
            {batch?.answer && <BatchAnswer answer={batch.answer} units="decimal" />}
            <Expectation document={document} />
            <WorstFact document={document} />
          </>
        )}
        {questions.length > 0 && <Questionnaire questions={questions} asked={asked} />}
        {kind === "run" && <CeilingsOfRun document={document} />}
        {replies}
        {compare !== null && <Comparison document={document} compare={compare} />}
        {series !== null && (
          <Suspense fallback={<Skeleton height={REST_HEIGHT} />}>
            <SeriesResults series={series} factors={document.factors} />
          </Suspense>
        )}
        {batch !== null && (
          <Suspense fallback={<Skeleton height={REST_HEIGHT} />}>
            <BatchResults batch={batch} />
          </Suspense>
        )}
        {batch !== null && batch.answer !== null && (
          <div className={styles.long}>
            <FindingsCard
              title={t`Findings in every run`}
              scope={t`Figures from the last run`}
              findings={batch.answer.findings}
              units="decimal"
            />
          </div>
        )}
        {/* Below what is read first: it comes after it. */}
        <Suspense fallback={<Skeleton height={REST_HEIGHT} />}>
          {kind === "run" &&
            document.runs.map((run) => <RunResults key={run.label} run={run} hidden={document.hidden} />)}
          <Configuration document={document} />
        </Suspense>
        {document.method.length > 0 && (
          <details className={styles.more}>
            <summary>
              <Trans>How this was measured</Trans>
            </summary>
            <ul className={styles.method}>
              {document.method.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        )}
      </article>
    </TwinsInPrint>
  );
}
