import { t } from "@lingui/core/macro";

/** A change as one line: `role: viewer → editor, tags: none → ["nightly"]`. */
type Fields = Readonly<Record<string, unknown>>;

export function describeChange(before: Fields, after: Fields): string {
  return Object.keys(after)
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map(
      (key) => `${key.replace(/^is_/, "").replaceAll("_", " ")}: ${word(before[key])} → ${word(after[key])}`,
    )
    .join(", ");
}

/** One value; nothing is "none". */
export function word(value: unknown): string {
  if (value === null || value === undefined || value === "") return t`none`;
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  return typeof value === "string" ? value : JSON.stringify(value);
}
