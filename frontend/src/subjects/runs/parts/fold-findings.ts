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

/** Labels of a share, kernel names of drives, addresses of PCIe functions. */
const NAME =
  /\bdrive [A-Z]{1,2}\b|\b[\da-f]{4}:[\da-f]{2}:[\da-f]{2}\.[0-7]\b|\bnvme\d+(?:c\d+)?n\d+\b|\bsd[a-z]{1,2}\b|\b(?:ada|da|nda|nvd)\d+\b/g;

export function foldFindings(findings: readonly MachineFinding[]): FoldedFinding[] {
  const groups = Map.groupBy(findings, ({ id, kind, severity, confidence, text }, i) => {
    const names = namesIn(text);
    // Without one name it is no remark about a drive: it stands alone.
    if (names.length !== 1) return String(i);
    return JSON.stringify([id, kind, severity, confidence, withoutFigures(text)]);
  });
  return [...groups.values()].flatMap(([finding, ...rest]) =>
    finding === undefined
      ? []
      : {
          finding,
          alike: rest.map((one) => ({ name: namesIn(one.text)[0] ?? "", finding: one })),
          isOwnFigures: rest.some(({ text }) => withoutNames(text) !== withoutNames(finding.text)),
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

function namesIn(text: string): string[] {
  return [...new Set(text.match(NAME))];
}

function withoutNames(text: string): string {
  return text.replace(NAME, "·");
}

function withoutFigures(text: string): string {
  return withoutNames(text).replace(/\d+(?:[.,]\d+)*/g, "#");
}
