import { t } from "@lingui/core/macro";
import type {
  DestinationKind,
  NotificationRule,
  NotificationRuleIn,
  NotificationRulePatch,
  ToldKind,
} from "@/api/types";
import { TOLD_KINDS } from "@/subjects/notifications/page/rule-words";

const OWN_ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** A rule as its form has it: everything is text but what it tells. */
export interface Draft {
  name: string;
  kind: DestinationKind;
  address: string;
  signing: string;
  kinds: readonly ToldKind[];
  way: string;
  least: string;
  metric: string;
  suspect: string;
  host: string;
  filter: string;
  digest: string;
  from: string;
  to: string;
  zone: string;
}

export const EMPTY: Draft = {
  name: "",
  kind: "mail",
  address: "",
  signing: "",
  kinds: TOLD_KINDS,
  way: "worse",
  least: "3",
  metric: "",
  suspect: "",
  host: "",
  filter: "",
  digest: "",
  from: "",
  to: "",
  zone: OWN_ZONE,
};

/** A rule to be edited. Its address is known to nobody: an empty one leaves it as it is. */
export function draftOf(rule: NotificationRule): Draft {
  return {
    name: rule.name,
    kind: rule.kind,
    address: "",
    signing: "",
    kinds: rule.kinds,
    way: rule.is_worse === null ? "any" : rule.is_worse ? "worse" : "better",
    least: String(Math.round(rule.least * 1000) / 10),
    metric: rule.metric ?? "",
    suspect: rule.suspect ?? "",
    host: rule.host ?? "",
    filter: rule.filter ?? "",
    digest: textOf(rule.digest_hour),
    from: textOf(rule.quiet_from),
    to: textOf(rule.quiet_to),
    zone: rule.zone,
  };
}

/** A new rule, as the service takes it. */
export const ruleOf = (draft: Draft): NotificationRuleIn => ({
  ...told(draft),
  destination: destinationOf(draft),
});

/** What becomes of a rule that was edited. */
export const patchOf = (draft: Draft): NotificationRulePatch => ({
  ...told(draft),
  ...(draft.address.trim() === "" ? {} : { destination: destinationOf(draft) }),
});

/** Why it cannot be sent yet; null: it can. */
export function lacks(draft: Draft): string | null {
  if ((draft.from === "") !== (draft.to === "")) return t`Quiet hours need a start and an end.`;
  return draft.kinds.length === 0 ? t`Choose at least one kind of notification.` : null;
}

function told(draft: Draft) {
  return {
    name: draft.name.trim(),
    kinds: [...draft.kinds],
    is_worse: draft.way === "any" ? null : draft.way === "worse",
    least: Number(draft.least) / 100,
    metric: orNull(draft.metric),
    suspect: orNull(draft.suspect),
    host: orNull(draft.host),
    filter: orNull(draft.filter.trim()),
    digest_hour: hourOf(draft.digest),
    quiet_from: hourOf(draft.from),
    quiet_to: hourOf(draft.to),
    zone: draft.zone.trim(),
  };
}

const destinationOf = ({ kind, address, signing }: Draft) => ({
  kind,
  address: address.trim(),
  signing_secret: kind === "webhook" ? signing : null,
});
const orNull = (text: string) => (text === "" ? null : text);
const hourOf = (text: string) => (text === "" ? null : Number(text));
const textOf = (hour: number | null) => (hour === null ? "" : String(hour));
