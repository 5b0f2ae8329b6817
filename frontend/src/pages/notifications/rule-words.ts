import type { DestinationKind, NotificationRule } from "@/api/types";
import { formatPercent } from "@/lib/units";

/** What a destination's address looks like, by kind. */
export const KINDS: Readonly<Record<DestinationKind, { label: string; address: string; example: string }>> = {
  mail: {
    label: "mail",
    address: "Mail server",
    example: "smtps://USER:PASSWORD@mail.example.org/?from=fioboard@example.org&to=you@example.org",
  },
  webhook: { label: "webhook", address: "Address", example: "https://example.org/hook" },
  chat: {
    label: "chat: Slack, Teams, Telegram, Discord, ntfy, Matrix, Gotify, Mattermost",
    address: "Address, as Apprise writes it",
    example: "ntfys://ntfy.sh/my-topic",
  },
};

export const hour = (at: number) => `${String(at).padStart(2, "0")}:00 UTC`;

/** Which changes a rule tells of: `for the worse by 5 % or more, on saturn`. */
export function tells(rule: NotificationRule): string {
  const way = rule.is_worse === null ? "better or worse" : rule.is_worse ? "for the worse" : "for the better";
  const least = rule.least > 0 ? ` by ${formatPercent(100 * rule.least)} or more` : "";
  return [
    `${way}${least}`,
    ...(rule.host === null ? [] : [`on ${rule.host}`]),
    ...(rule.metric === null ? [] : [`of ${rule.metric}`]),
    ...(rule.suspect === null ? [] : [`where ${rule.suspect} changed, too`]),
  ].join(", ");
}

/** When it tells: `once a day at 07:00 UTC, never from 22:00 UTC to 06:00 UTC`. */
export function when(rule: NotificationRule): string {
  const moment = rule.digest_hour === null ? "at once" : `once a day at ${hour(rule.digest_hour)}`;
  if (rule.quiet_from === null || rule.quiet_to === null) return moment;
  return `${moment}, never from ${hour(rule.quiet_from)} to ${hour(rule.quiet_to)}`;
}
