import { ANSWER_TITLES } from "@/lib/answer-words";

/** Titles of the filters that are neither a factor nor a metric. */
export const FILTER_TITLES: Readonly<Record<string, string>> = {
  started_at: "Started",
  q: "Search",
  tag: "Tag",
  batch: "Batch",
  run: "Run",
  state: "State",
  outcome: "Outcome",
  direction: "Direction",
  workload: "Workload",
  ...ANSWER_TITLES,
};
