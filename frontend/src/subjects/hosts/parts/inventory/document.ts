/**
 * Reads the inventory document. It grows with the agent, so it is read field by field, anything unexpected counts as
 * unknown, and what an agent could not read says why (`sources`).
 */
import { t } from "@lingui/core/macro";

export type InventoryDocument = Readonly<Record<string, unknown>>;

export interface SourceProblem {
  name: string;
  status: string;
  detail: string | null;
}

/** Sources that gave no answer. Absent hardware is an answer. */
export function sourceProblems(document: InventoryDocument): SourceProblem[] {
  return Object.entries(recordAt(document, "sources")).flatMap(([name, source]) => {
    const status = textAt(source, "status");
    if (status === null || status === "ok" || status === "absent") return [];
    return [{ name, status, detail: textAt(source, "detail") }];
  });
}

const STATUS: Readonly<Record<string, string>> = {
  absent: t`not available`,
  denied: t`no permission`,
  error: t`not read`,
  timeout: t`timed out`,
  unparsed: t`not understood`,
};

/** So many absent sources with one reason in common say why the others are silent. */
const SHARED_FROM = 3;

/** Why nothing is known: what the first of these sources that failed said of itself. */
export function reasonFor(document: InventoryDocument, names: readonly string[]): string {
  const sources = recordAt(document, "sources");
  for (const name of names) {
    const source = Object.hasOwn(sources, name) ? sources[name] : undefined;
    const status = textAt(source, "status");
    if (status === null || status === "ok") continue;
    const detail = textAt(source, "detail");
    const word = STATUS[status] ?? status;
    // What a source says of itself needs no word before it, unless it was there and was not read.
    return detail === null ? word : status === "absent" ? detail : `${word}: ${detail}`;
  }
  // Of a host that no agent looked at, every source without an answer says the same: so it goes for the rest.
  const details = Object.values(sources).flatMap((source) =>
    textAt(source, "status") === "absent" ? [textAt(source, "detail")] : [],
  );
  const [shared] = details;
  const isOfAll = details.length > SHARED_FROM && details.every((detail) => detail === shared);
  return isOfAll && typeof shared === "string" ? shared : t`not reported by the agent`;
}

/** True where the source was read and its silence therefore means "none". */
export function isAnswered(document: InventoryDocument, name: string): boolean {
  return textAt(recordAt(document, "sources")[name], "status") === "ok";
}

export function at(value: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>(
      (node, key) => (isRecord(node) && Object.hasOwn(node, key) ? node[key] : undefined),
      value,
    );
}

export function textAt(value: unknown, path: string): string | null {
  return asText(at(value, path));
}

export function numberAt(value: unknown, path: string): number | null {
  const leaf = at(value, path);
  return typeof leaf === "number" && Number.isFinite(leaf) ? leaf : null;
}

export function booleanAt(value: unknown, path: string): boolean | null {
  const leaf = at(value, path);
  return typeof leaf === "boolean" ? leaf : null;
}

/** The object at a path; an empty one where there is none. */
export function recordAt(value: unknown, path: string): Record<string, unknown> {
  const leaf = at(value, path);
  return isRecord(leaf) ? leaf : {};
}

/** The list at a path; an empty one where there is none. */
export function listAt(value: unknown, path: string): unknown[] {
  const leaf = at(value, path);
  return Array.isArray(leaf) ? leaf : [];
}

/** Words, numbers, yes and no, lists of words; null for everything else and for blanks. */
export function asText(value: unknown): string | null {
  if (typeof value === "string") return value.trim() === "" ? null : value;
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value === "boolean") return value ? t`yes` : t`no`;
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string"))
    return value.join(" ");
  return null;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
