import type { ReactNode } from "react";
import type { Shared } from "@/api/types";
import { TwinsInPrint } from "@/charts/twins-in-print";
import { Questionnaire } from "@/sections/Questionnaire";
import { Comparison } from "@/share/Comparison";
import { Configuration } from "@/share/Configuration";
import { Cover } from "@/share/Cover";
import { FirstScreen, WorstFact } from "@/share/FirstScreen";
import styles from "@/share/Report.module.css";
import { RunResults } from "@/share/RunResults";
import { SeriesResults } from "@/share/SeriesResults";
import { Card } from "@/ui/Card";

interface ReportProps {
  shared: Shared;
  /** Beside the title; nothing of it is printed. */
  actions?: ReactNode;
}

/** The report as its recipient sees it, on the page of the link and in the sender's preview alike. */
export function Report({ shared, actions }: ReportProps) {
  const { document } = shared;
  const { questions, compare, series, kind } = document;
  return (
    <TwinsInPrint value={true}>
      <article className={styles.report}>
        <Cover shared={shared} actions={actions} />
        {kind === "run" ? <FirstScreen document={document} /> : <WorstFact document={document} />}
        {questions.length > 0 && <Questionnaire questions={questions} />}
        {compare !== null && <Comparison document={document} compare={compare} />}
        {series !== null && <SeriesResults series={series} factors={document.factors} />}
        <Configuration document={document} />
        {kind === "run" && document.runs.map((run) => <RunResults key={run.label} run={run} />)}
        {document.method.length > 0 && (
          <Card title="How this was measured">
            <ul className={styles.method}>
              {document.method.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Card>
        )}
      </article>
    </TwinsInPrint>
  );
}
