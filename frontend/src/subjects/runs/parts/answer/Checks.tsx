import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { PreflightCheck, RunAnswer } from "@/api/types";
import { RULE_TITLES } from "@/api/vocabulary.gen";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/runs/parts/answer/Checks.module.css";
import { RuleFindings } from "@/subjects/runs/parts/FindingsCard";
import { HostCommand } from "@/ui/AgentProgram";
import { Card } from "@/ui/Card";
import { Finding, FindingList } from "@/ui/Finding";

/** Of rules about one run: a share tells no other. */
const TITLES: Readonly<Record<string, string>> = RULE_TITLES;
/** What the agent warned of before the run, and the rule that says the same of the whole run. */
const SAME_AS: Readonly<Record<string, string>> = { other_load: "host-busy" };

interface ChecksProps {
  /** Null: the run was stored before runs were checked. */
  answer: RunAnswer | null;
  /** What the agent checked just before it started fio. */
  preflight: readonly PreflightCheck[];
  /** What the reader of the output remarked, as lines of the list. */
  remarks?: ReactNode;
  remarkCount?: number;
  /** Above the list, where a part could not be loaded; false draws none. */
  notice?: ReactNode;
  units: BandwidthUnits;
}

/**
 * What was checked, during the run and before it: findings, then what passed, what lacked data and what no file shows.
 * The findings that the answer quotes are folded: none is said twice.
 */
export function Checks({ answer, preflight, remarks, remarkCount = 0, notice, units }: ChecksProps) {
  const { fine, unknown, not_visible: notVisible, titles = {} } = answer?.checks ?? NOTHING;
  const titleOf = (id: string) => titles[id] ?? TITLES[id] ?? id;
  const findings = answer?.findings ?? [];
  const quoted = findings.filter(
    ({ id, text }) => id === answer?.verdict.id || answer?.verdict.text.includes(text) === true,
  );
  const further = findings.filter((finding) => !quoted.includes(finding));
  const warnings = preflight.filter(
    ({ id, status }) => status === "warning" && !findings.some((finding) => finding.id === SAME_AS[id]),
  );
  const listed = further.length + warnings.length + remarkCount;
  const summary = summarize(answer);
  const folded = notVisible.length + preflight.length;
  if (summary === undefined && listed + folded === 0 && (notice ?? false) === false) return null;
  return (
    <Card title={t`Checks`} subtitle={summary} isFlush>
      {notice}
      {listed > 0 && (
        <FindingList>
          {remarks}
          <RuleFindings findings={further} units={units} />
          {warnings.map((check) => (
            <Finding key={check.id} severity="warn" what={t`Before the run: ${{ text: check.text }}`} />
          ))}
        </FindingList>
      )}
      <div className={styles.parts}>
        {quoted.length > 0 && (
          <Part title={t`Evidence for the answer`}>
            <FindingList>
              <RuleFindings findings={quoted} units={units} />
            </FindingList>
          </Part>
        )}
        {fine.length > 0 && (
          <Part title={t`${{ fine: fine.length }} passed`}>
            <p>
              <Trans>Checked, nothing found: {{ checks: fine.map(titleOf).join(" · ") }}</Trans>
            </p>
          </Part>
        )}
        {unknown.length > 0 && (
          <Part
            title={t`${plural({ unknown: unknown.length }, { one: "# check", other: "# checks" })} lacked data`}
          >
            <Lacking checks={unknown} titleOf={titleOf} />
          </Part>
        )}
        {notVisible.length > 0 && (
          <Part
            title={t`Not visible in this run’s files: ${{ facts: notVisible.map(({ missing }) => missing).join(" · ") }}`}
          >
            <ul>
              {notVisible.map(({ id, missing, command }) => (
                <li key={id}>
                  {missing}
                  {command !== null && (
                    <>
                      {" · "}
                      <HostCommand text={command} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          </Part>
        )}
        {preflight.length > 0 && <BeforeRun checks={preflight} />}
      </div>
    </Card>
  );
}

const NOTHING: Omit<RunAnswer["checks"], "found"> = { fine: [], unknown: [], not_visible: [] };

/** "36 checks: 4 findings, 1 note, 23 passed, 8 lacked data"; they add up to the first. A full queue is no finding. */
function summarize(answer: RunAnswer | null): string | undefined {
  if (answer === null) return undefined;
  const { found, fine, unknown } = answer.checks;
  const total = found.length + fine.length + unknown.length;
  if (total === 0) return undefined;
  const isNote = (id: string) => answer.findings.find((one) => one.id === id)?.kind === "note";
  const isWarning = (id: string) =>
    answer.findings.some((one) => one.id === id && one.severity === "warning");
  const notes = found.filter((id) => isNote(id) && !isWarning(id)).length;
  const others = found.length - notes;
  const parts = [
    // A regression in the headline is no check: "0 findings" below it would deny it.
    ...(others > 0 ? [plural({ findings: others }, { one: "# finding", other: "# findings" })] : []),
    ...(notes > 0 ? [plural({ notes }, { one: "# note", other: "# notes" })] : []),
    t`${{ passed: fine.length }} passed`,
    t`${{ lacked: unknown.length }} lacked data`,
  ];
  return t`${plural(total, { one: "# check", other: "# checks" })}: ${{ parts: parts.join(", ") }}`;
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className={styles.part}>
      <summary>{title}</summary>
      {children}
    </details>
  );
}

interface LackingProps {
  checks: RunAnswer["checks"]["unknown"];
  titleOf: (id: string) => string;
}

/** What could not be checked, by the command that brings the data: each is said once. */
function Lacking({ checks, titleOf }: LackingProps) {
  const byCommand = [...Map.groupBy(checks, ({ command }) => command)].toSorted(
    ([, a], [, b]) => b.length - a.length,
  );
  return byCommand.map(([command, lacking]) => (
    <div key={command} className={styles.lacking}>
      <p>
        {command === null ? (
          t`No command on this host shows it:`
        ) : (
          <Trans>
            <Plural value={{ checks: lacking.length }} one="# check needs" other="# checks need" />{" "}
            <HostCommand text={command} />
          </Trans>
        )}
      </p>
      <ul>
        {[...Map.groupBy(lacking, ({ missing }) => missing)].map(([missing, same]) => {
          const titles = same.map(({ id }) => titleOf(id)).join(" · ");
          return (
            <li key={missing}>
              <b>{titles}</b>
              {/* A check may be called as the fact that it needs. */}
              {titles !== missing && `: ${missing}`}
            </li>
          );
        })}
      </ul>
    </div>
  ));
}

function BeforeRun({ checks }: { checks: readonly PreflightCheck[] }) {
  const by = (status: PreflightCheck["status"]) => checks.filter((check) => check.status === status);
  const [warnings, skipped, passed] = [by("warning"), by("unknown"), by("ok")];
  const counts = [
    warnings.length > 0
      ? plural({ warnings: warnings.length }, { one: "# warning", other: "# warnings" })
      : null,
    t`${{ passed: passed.length }} passed`,
    skipped.length > 0 ? t`${{ skipped: skipped.length }} skipped` : null,
  ];
  return (
    <Part title={t`Before the run: ${{ counts: counts.filter((part) => part !== null).join(", ") }}`}>
      <ul>
        {warnings.map(({ id, text }) => (
          <li key={id}>
            <b>
              <Trans>Warning</Trans>
            </b>
            : {text}
          </li>
        ))}
        {skipped.map(({ id, text, reason }) => (
          <li key={id}>
            <Trans>
              Skipped: {text} ({{ reason: reason ?? "" }})
            </Trans>
          </li>
        ))}
        {passed.map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ul>
    </Part>
  );
}
