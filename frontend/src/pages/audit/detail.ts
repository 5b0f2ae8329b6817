/** What an audit event says beside its action, as one line: `role: viewer → editor, name: mara`. */
export function describeDetail(detail: Readonly<Record<string, unknown>>): string {
  const { before, after, ...rest } = detail;
  const changes =
    isRecord(before) && isRecord(after)
      ? Object.keys(after)
          .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
          .map((key) => `${key}: ${word(before[key])} → ${word(after[key])}`)
      : [];
  return [...changes, ...Object.entries(rest).map(([key, value]) => `${key}: ${word(value)}`)].join(", ");
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function word(value: unknown): string {
  if (value === null || value === undefined) return "none";
  return typeof value === "string" ? value : JSON.stringify(value);
}
