/** What is said of one drive after the other, said once: a stranger reads a list of four lines as four things. */
import { t } from "@lingui/core/macro";
import type { MachineFinding } from "@/api/types";

export interface FoldedFinding {
  finding: MachineFinding;
  /** Those that say the same of other drives or links, in their order. */
  alike: readonly { name: string; finding: MachineFinding }[];
  /** Whether they differ in their figures as well. */
  isOwnFigures: boolean;
}

export function foldFindings(findings: readonly MachineFinding[]): FoldedFinding[] {
  const groups = Map.groupBy(findings, (finding, i) => {
    const { id, kind, severity, confidence, names = [] } = finding;
    // Without one name it is no remark about a drive: it stands alone.
    if (names.length !== 1) return String(i);
    return JSON.stringify([id, kind, severity, confidence, withoutFigures(finding)]);
  });
  return [...groups.values()].flatMap(([finding, ...rest]) =>
    finding === undefined
      ? []
      : {
          finding,
          alike: rest.map((one) => ({ name: one.names?.[0] ?? "", finding: one })),
          isOwnFigures: rest.some((one) => withoutNames(one) !== withoutNames(finding)),
        },
  );
}

/** "The same of drive B, drive C and drive D."; null where it is said of one alone. */
export function alikeInWords({ alike, isOwnFigures }: FoldedFinding): string | null {
  if (alike.length === 0) return null;
  const names = [...new Set(alike.map(({ name }) => name))];
  const last = names.pop() ?? "";
  const list = names.length === 0 ? last : t`${{ names: names.join(", ") }} and ${last}`;
  return `${isOwnFigures ? t`Similar, with different figures, for` : t`The same for`} ${list}.`;
}

function withoutNames({ text, names = [] }: MachineFinding): string {
  return names.reduce((left, name) => left.replaceAll(name, "·"), text);
}

function withoutFigures(finding: MachineFinding): string {
  return withoutNames(finding).replace(/\d+(?:[.,]\d+)*/g, "#");
}
