import { t } from "@lingui/core/macro";
import { ANSWER_TITLES } from "@/lib/answer-words";

/** Titles of the filters that are neither a factor nor a metric. */
export const FILTER_TITLES: Readonly<Record<string, string>> = {
  started_at: t`Started`,
  q: t`Search`,
  tag: t`Tag`,
  batch: t`Batch`,
  run: t`Run`,
  state: t`State`,
  outcome: t`Outcome`,
  direction: t`Direction`,
  workload: t`Workload`,
  ...ANSWER_TITLES,
};
