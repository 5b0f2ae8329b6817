import { describeChange, word } from "@/lib/change";

/** What an audit event says beside its action, as one line: `role: viewer → editor, name: mara`. */
export function describeDetail(detail: Readonly<Record<string, unknown>>): string {
  const { before, after, ...rest } = detail;
  const changes = isRecord(before) && isRecord(after) ? [describeChange(before, after)] : [];
  const others = Object.entries(rest).map(([key, value]) => `${key}: ${word(value)}`);
  return [...changes, ...others].filter((part) => part !== "").join(", ");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
