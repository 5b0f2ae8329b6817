import type { RunAnswer } from "@/api/types";
import { RULE_TITLES } from "@/api/vocabulary.gen";
import { countOf } from "@/lib/format";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/sections/answer/Checks.module.css";
import { FindingsCard } from "@/sections/FindingsCard";
import { Card } from "@/ui/Card";

const TITLES: Readonly<Record<string, string>> = RULE_TITLES;

/** What was checked: found, fine, could not be checked. The three add up to all rules that apply to the run. */
export function Checks({ answer, units }: { answer: RunAnswer; units: BandwidthUnits }) {
  const { fine, unknown, not_visible: notVisible } = answer.checks;
  const findings = answer.checks.found.length;
  const total = findings + fine.length + unknown.length;
  if (total === 0 && notVisible.length === 0) return null;
  return (
    <>
      <FindingsCard title="What was found" findings={answer.findings} units={units} />
      <Card
        title={countOf(total, "check")}
        subtitle={`${countOf(findings, "finding")} · ${fine.length} passed · ${unknown.length} not possible`}
      >
        {fine.length > 0 && (
          <details className={styles.part}>
            <summary>{fine.length} passed</summary>
            <p>{fine.map((id) => TITLES[id] ?? id).join(" · ")}</p>
          </details>
        )}
        {unknown.length > 0 && (
          <details className={styles.part}>
            <summary>{countOf(unknown.length, "check")} lacked data</summary>
            <ul>
              {unknown.map(({ id, missing, command }) => (
                <li key={id}>
                  <b>{TITLES[id] ?? id}</b>: unknown: {missing}
                  <Command text={command} />
                </li>
              ))}
            </ul>
          </details>
        )}
        {notVisible.length > 0 && (
          <details className={styles.part}>
            <summary>{notVisible.length} not visible from this file</summary>
            <ul>
              {notVisible.map(({ id, missing, command }) => (
                <li key={id}>
                  {missing}
                  <Command text={command} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </Card>
    </>
  );
}

function Command({ text }: { text: string | null }) {
  if (text === null) return null;
  return (
    <>
      {" · "}
      <code>{text}</code>
    </>
  );
}
