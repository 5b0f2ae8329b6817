import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { Problem, RunDetail } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { Checks } from "@/subjects/runs/parts/answer/Checks";
import { momentsQuery } from "@/subjects/runs/queries/runs";
import { remarkInWords } from "@/subjects/runs/remark-name";
import { Card } from "@/ui/Card";
import { Finding, FindingList, type Severity } from "@/ui/Finding";
import { QueryError } from "@/ui/page/QueryError";

interface RunFinding {
  key: string;
  severity: Severity;
  what: string;
  why: string;
  where?: string;
}

/** How the run ended, where that limits what its figures are worth. A run that ended well draws nothing. */
export function RunFindings({ run }: { run: RunDetail }) {
  const findings = findingsOf(run);
  if (findings.length === 0) return null;
  return (
    <section aria-label={t`Findings`}>
      <Card>
        <FindingList>
          <Listed findings={findings} />
        </FindingList>
      </Card>
    </section>
  );
}

/** The findings of the service, of the agent before the run, and of the reader, in one card. */
export function RunChecks({ run, units }: { run: RunDetail; units: BandwidthUnits }) {
  const moments = useQuery(momentsQuery(run.id));
  const remarks = [...remarksOf(run).filter(({ severity }) => severity !== "info"), ...startOf(run)];
  return (
    <Checks
      answer={run.answer}
      preflight={moments.data?.preflight ?? []}
      remarks={<Listed findings={remarks} />}
      remarkCount={remarks.length}
      notice={
        moments.isError && (
          <QueryError
            title={t`The list could not be loaded.`}
            error={moments.error}
            onRetry={() => void moments.refetch()}
          />
        )
      }
      units={units}
    />
  );
}

/** What the reader noted of the files and what changes no figure: rounding, wrapping, doubled keys. */
export function ReaderNotes({ run }: { run: RunDetail }) {
  const notes = remarksOf(run).filter(({ severity }) => severity === "info");
  if (notes.length === 0) return null;
  return (
    <Card title={t`Parser notes`} subtitle={t`No effect on results`}>
      <FindingList>
        <Listed findings={notes} />
      </FindingList>
    </Card>
  );
}

function Listed({ findings }: { findings: readonly RunFinding[] }) {
  return findings.map(({ key, ...finding }) => <Finding key={key} {...finding} />);
}

function findingsOf(run: RunDetail): RunFinding[] {
  const findings: RunFinding[] = [];
  if (run.state === "not_understood") {
    findings.push({
      key: "state",
      severity: "warn",
      what: t`The output could not be parsed yet.`,
      why: t`${{ state_reason: run.state_reason ?? "" }} The original file is kept below and is parsed again when the parser improves.`,
    });
  }
  if (run.outcome === "failed") {
    findings.push({
      key: "failed",
      severity: "bad",
      what: t`fio ended with an error.`,
      why: t`Results may cover only part of the run.`,
    });
  }
  if (run.outcome === "partial") {
    findings.push({
      key: "partial",
      severity: "warn",
      what: t`The output is incomplete.`,
      why: t`Some results could not be read; the parser notes list their lines.`,
    });
  }
  if (run.outcome === "interrupted") {
    findings.push({
      key: "cut",
      severity: "warn",
      what: t`The run was interrupted.`,
      why: t`Results cover the time until then.`,
    });
  }
  for (const result of run.results) {
    if (result.error !== 0) {
      findings.push({
        key: `error-${result.id}`,
        severity: "bad",
        what: t`${{ job_name: result.job_name }}, ${{ direction: result.direction }}: fio reports error ${{ error: result.error }}.`,
        why: t`Operations failed during this job.`,
      });
    }
  }
  return findings;
}

function startOf(run: RunDetail): RunFinding[] {
  if (run.started_at !== null) return [];
  return [
    {
      key: "time",
      severity: "info",
      what: t`The start time is unknown.`,
      why: run.started_at_reason ?? "",
    },
  ];
}

function remarksOf(run: RunDetail): RunFinding[] {
  const remarks = [
    ...run.problems.map((problem) => ({ problem, scope: "" })),
    ...run.results.flatMap((result) =>
      result.problems.map((problem) => ({ problem, scope: `${result.job_name}, ${result.direction}: ` })),
    ),
  ];
  return remarks.map(({ problem, scope }, i) => ({
    key: `remark-${i}`,
    severity: problem.remark_class === "note" ? "info" : "warn",
    ...words(problem, scope),
    where: problem.where,
  }));
}

/** The service's sentence says what the name does not. */
function words({ error, detail }: Problem, scope: string): { what: string; why: string } {
  return { what: `${scope}${remarkInWords(error)}.`, why: detail };
}
