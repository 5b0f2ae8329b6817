import { t } from "@lingui/core/macro";
import { describeChange, word } from "@/lib/change";
import { sentenceCase } from "@/lib/format";
import { formatUtcMinute } from "@/lib/time";

/** `share.first_view` as a person reads it: "Share: first view". */
export function describeAction(action: string): string {
  const [noun = "", ...verb] = action.split(".");
  return [sentenceCase(inWords(noun)), ...verb.map(inWords)].join(": ");
}

/** What an audit event says beside its action, as one line: `role: viewer → editor, name: mara`. */
export function describeDetail(detail: Readonly<Record<string, unknown>>): string {
  const { before, after, ...rest } = detail;
  const changes = isRecord(before) && isRecord(after) ? [describeChange(before, after)] : [];
  const others = Object.entries(rest).flatMap(([key, value]) => describeField(key, value));
  return [...changes, ...others].filter((part) => part !== "").join(", ");
}

/** Flags say themselves or nothing; a list without members is no news; a moment is one to the minute. */
function describeField(key: string, value: unknown): string[] {
  if (Array.isArray(value))
    return value.length === 0 ? [] : [`${inWords(key)}: ${value.map(word).join(", ")}`];
  if (typeof value === "boolean" && key.startsWith("has_"))
    return value ? [t`with ${{ key: inWords(key.slice(4)) }}`] : [];
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value))
    return [`${inWords(key)}: ${formatUtcMinute(value)}`];
  return [`${inWords(key)}: ${word(value)}`];
}

const inWords = (key: string) => key.replaceAll("_", " ");

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
