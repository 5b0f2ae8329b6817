/** What a sender has chosen so far. */
import { t } from "@lingui/core/macro";

export interface Draft {
  label: string;
  note: string;
  expectation: string;
  passphrase: string;
  days: number;
  /** Recipients may each send a run of the same job. */
  takes_replies: boolean;
  /** Keys of the questions that stand first. */
  questions: string[];
  /** Ids of the reference sets that a run is shown beside. */
  reference_sets: string[];
  reveal: string[];
  hide: string[];
}

export const EMPTY_DRAFT: Draft = {
  label: "",
  note: "",
  expectation: "",
  passphrase: "",
  days: 30,
  takes_replies: false,
  questions: [],
  reference_sets: [],
  reveal: [],
  hide: [],
};

export const LIFETIMES = [
  { value: "7", label: t`7 days` },
  { value: "30", label: t`30 days` },
  { value: "90", label: t`90 days` },
  { value: "365", label: t`1 year` },
];

const DAY_MS = 86_400_000;

export function expiryOf(days: number, now: Date): string {
  return new Date(now.getTime() + days * DAY_MS).toISOString();
}

/** The list with the name added, or without it if it was there. */
export function toggled(names: readonly string[], name: string): string[] {
  return names.includes(name) ? names.filter((one) => one !== name) : [...names, name];
}
