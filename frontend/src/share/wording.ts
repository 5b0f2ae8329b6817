/** Words of the shared report that the document does not bring along. */
import type { Comparison, SharedDocument, SupportQuestion } from "@/api/types";
import { type FactorShape, factorOf, formatFactor } from "@/lib/factor";
import { countOf } from "@/lib/format";
import { partsOf } from "@/sections/comparison-rows";
import type { Tone } from "@/ui/Badge";

export const ANSWER: Record<SupportQuestion["answer"], { word: string; tone: Tone }> = {
  yes: { word: "Yes", tone: "ok" },
  no: { word: "No", tone: "warn" },
  value: { word: "Known", tone: "plain" },
  unknown: { word: "Unknown", tone: "plain" },
};

/** "11 of 12 questions answered by the host's own data; 1 unknown, with the command that would tell". */
export function answeredInWords(questions: readonly SupportQuestion[]): string {
  const unknown = questions.filter(({ answer }) => answer === "unknown");
  const answered = `${questions.length - unknown.length} of ${countOf(questions.length, "question")} answered by the host's own data`;
  if (unknown.length === 0) return answered;
  const isHelped = unknown.every(({ command }) => command !== null);
  return `${answered}; ${unknown.length} unknown${isHelped ? ", with the command that would tell" : ""}`;
}

const TEXT: FactorShape = { key: "", title: "", type: "text", unit: null };

/** What tells the sides apart, base first: the one factor that changed, where there is one. Filters are not shared. */
export function sidesInWords(compare: Comparison, factors: SharedDocument["factors"]): string[] {
  const parts = partsOf(compare);
  const several = parts.length > 1;
  const changes = parts.map(({ attribution, factors_changed }) => {
    const [key, ...others] = attribution.keys;
    const change = factors_changed.find((one) => one.key === key);
    return change === undefined || others.length > 0 || attribution.kind !== "only" ? null : change;
  });
  const spelled = (key: string, title: string, value: unknown) =>
    `${title} ${formatFactor(factorOf(factors, key) ?? TEXT, value)}`;
  const [first] = changes;
  const isOneKey = first !== null && first !== undefined && changes.every((one) => one?.key === first.key);
  return [
    isOneKey ? spelled(first.key, first.title, first.base) : "base",
    ...changes.map((change, i) =>
      change === null ? (several ? `new ${i + 1}` : "new") : spelled(change.key, change.title, change.new),
    ),
  ];
}
