import { t } from "@lingui/core/macro";
import type { DestinationKind, NotificationRule, ToldKind } from "@/api/types";
import { EVENT_WORDS } from "@/api/vocabulary.gen";
import { metricOf } from "@/lib/metrics";
import { formatPercent } from "@/lib/units";

/** What a destination's address looks like, by kind. */
export const KINDS: Readonly<Record<DestinationKind, { label: string; address: string; example: string }>> = {
  mail: {
    label: t`E-mail`,
    address: t`Mail server, sender and recipient`,
    example: "smtps://USER:PASSWORD@mail.example.org/?from=fioboard@example.org&to=you@example.org",
  },
  webhook: { label: t`Webhook`, address: t`Address`, example: "https://example.org/hook" },
  chat: {
    label: t`Chat (Slack, Teams, Telegram, Discord, ntfy, Matrix, Gotify, Mattermost)`,
    address: t`Apprise address`,
    example: "ntfys://ntfy.sh/my-topic",
  },
};

/** What a rule can tell: changes of figures, then events of hosts, the gravest first. */
export const TOLD_WORDS: Readonly<Record<ToldKind, string>> = { change: t`changes`, ...EVENT_WORDS };
export const TOLD_KINDS = Object.keys(TOLD_WORDS) as ToldKind[];

export const hour = (at: number) => `${String(at).padStart(2, "0")}:00`;

/** What a rule tells: `changes for the worse by 5 % or more, and of hot, on saturn`. */
export function tells(rule: NotificationRule, titleOf: (factor: string) => string): string {
  const events = rule.kinds.filter((kind) => kind !== "change").map((kind) => TOLD_WORDS[kind]);
  const isAll = events.length === Object.keys(EVENT_WORDS).length;
  const about = [
    ...(rule.kinds.includes("change") ? [changes(rule, titleOf)] : []),
    ...(events.length === 0 ? [] : [isAll ? t`all events` : t`events: ${{ events: events.join(", ") }}`]),
  ];
  return [
    about.join(t`; and of `),
    ...(rule.host === null ? [] : [t`on ${{ host: rule.host }}`]),
    ...(rule.filter === null ? [] : [t`of runs with ${{ filter: filterWords(rule.filter) }}`]),
  ].join("; ");
}

/** `host=jupiter, slot=3`: as it is typed, not as an address has it. */
function filterWords(filter: string): string {
  return [...new URLSearchParams(filter)].map(([key, value]) => `${key}=${value}`).join(", ");
}

function changes(rule: NotificationRule, titleOf: (factor: string) => string): string {
  const way = rule.is_worse === null ? t`changes` : rule.is_worse ? t`regressions` : t`improvements`;
  const least = rule.least > 0 ? t` of ${{ count: formatPercent(100 * rule.least) }} or more` : "";
  return [
    `${way}${least}`,
    ...(rule.metric === null ? [] : [t`of ${{ title: metricOf(rule.metric)?.title ?? rule.metric }}`]),
    ...(rule.suspect === null ? [] : [t`also changed: ${{ suspect: titleOf(rule.suspect) }}`]),
  ].join(", ");
}

/** When it tells: `once a day at 07:00, held from 22:00 to 06:00 (Europe/Berlin)`. */
export function when({ digest_hour, quiet_from, quiet_to, zone }: NotificationRule): string {
  const moment =
    digest_hour === null ? t`immediately` : t`once a day at ${{ digest_hour: hour(digest_hour) }}`;
  const isQuiet = quiet_from !== null && quiet_to !== null;
  const quiet = isQuiet
    ? t`, held from ${{ quiet_from: hour(quiet_from) }} to ${{ quiet_to: hour(quiet_to) }}`
    : "";
  return `${moment}${quiet}${digest_hour === null && !isQuiet ? "" : ` (${zone})`}`;
}
