import { t } from "@lingui/core/macro";
import { describeChange, word } from "@/lib/change";
import { sentenceCase } from "@/lib/format";
import { formatUtcMinute } from "@/lib/time";

const VERBS: Readonly<Record<string, string>> = {
  accept: t`accepted`,
  add: t`added`,
  add_hardware: t`hardware added`,
  cancel: t`cancelled`,
  change: t`changed`,
  change_password: t`changed the password`,
  connect: t`connected`,
  create: t`created`,
  delete: t`deleted`,
  download: t`downloaded`,
  edit: t`changed`,
  end: t`ended`,
  end_all: t`ended everywhere`,
  exchange: t`used`,
  extend: t`extended`,
  first_view: t`first opened`,
  link: t`login link created`,
  load: t`loaded`,
  merge: t`merged`,
  pause: t`paused`,
  pin: t`set`,
  receive: t`received`,
  refuse: t`refused`,
  reject: t`rejected`,
  relabel: t`renamed`,
  remove: t`removed`,
  restore: t`restored`,
  resume: t`resumed`,
  revoke: t`revoked`,
  split: t`split`,
  take_back: t`removed`,
  test: t`tested`,
  triage: t`reviewed`,
};

/** `share.first_view` as a person reads it: "Shared link first opened". */
export function describeAction(action: string): string {
  const [noun = "", verb = ""] = action.split(".");
  return `${sentenceCase(inWords(noun))} ${VERBS[verb] ?? inWords(verb)}`.trim();
}

/** What an audit event says beside its action, as one line: `role: viewer → editor, name: mara`. */
export function describeDetail(detail: Readonly<Record<string, unknown>>): string {
  const { before, after, ...rest } = detail;
  const changes = isRecord(before) && isRecord(after) ? [describeChange(before, after)] : [];
  const others = Object.entries(rest).flatMap(([key, value]) => describeField(key, value));
  return [...changes, ...others].filter((part) => part !== "").join(", ");
}

/** Fields whose name is none of the words that people use for them; null: of no use to a reader. */
const FIELDS: Readonly<Record<string, string | null>> = {
  cron: t`schedule`,
  edit_id: null,
  expires_at: t`expires`,
  fields: t`changed`,
  inventory_id: null,
  sessions_ended: t`sessions ended`,
  share: t`shared link`,
};

/** Fields whose value says more than their name. */
const VALUES: Readonly<Record<string, (value: unknown) => string>> = {
  by: (value) => (value === "link" ? t`by login link` : t`by ${{ way: word(value).replaceAll("_", " ") }}`),
  host_pattern: (value) => (value === null ? t`any host name` : t`host names: ${{ names: word(value) }}`),
  is_new: (value) => (value === true ? t`new host` : t`known host`),
  kind: (value) => (value === "compare" ? t`comparison` : word(value)),
};

/** Flags say themselves or nothing; a list without members is no news; a moment is one to the minute. */
function describeField(key: string, value: unknown): string[] {
  if (FIELDS[key] === null) return [];
  const own = VALUES[key];
  if (own !== undefined) return [own(value)];
  if (Array.isArray(value))
    return value.length === 0 ? [] : [`${inWords(key)}: ${value.map(word).join(", ")}`];
  if (typeof value === "boolean" && key.startsWith("has_"))
    return value ? [t`with ${{ key: inWords(key.slice(4)) }}`] : [];
  if (typeof value === "string" && /^\d{4}-\d\d-\d\dT/.test(value))
    return [`${inWords(key)}: ${formatUtcMinute(value)}`];
  return [`${inWords(key)}: ${word(value)}`];
}

const inWords = (key: string) => FIELDS[key] ?? key.replaceAll("_", " ");

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
