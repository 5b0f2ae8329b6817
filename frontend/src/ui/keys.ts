/** Every key of the pages, declared once: what listens takes its names from here, and the help lists them all. */
import { t } from "@lingui/core/macro";

export const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** `g` and a letter, or one key as `KeyboardEvent.key` has it; keys with the same words stand in one line. */
export const KEYS = [
  { names: ["/"], words: t`Search runs` },
  { names: ["g t"], words: t`Today` },
  { names: ["g r"], words: t`Run history` },
  { names: ["g e"], words: t`Explore` },
  { names: ["g c"], words: t`Compare` },
  { names: ["g h"], words: t`Hosts` },
  { names: ["g d"], words: t`Drive models` },
  { names: ["j", "k"], words: t`Next or previous row in the history or a comparison` },
  { names: ["o"], words: t`Open the row (same as Enter)` },
  { names: ["x"], words: t`Select the row` },
  { names: ["c"], words: t`Compare the selected runs (the first is the base), or this page's run` },
  { names: ["s"], words: t`Share this run, chart or comparison` },
  { names: ["[", "]"], words: t`Previous or next run in the list it was opened from, or on its host` },
  { names: DIGITS, words: t`Tab of a run’s page, by its number` },
  { names: ["Escape"], words: t`Close dialog / clear the time range` },
  { names: ["?"], words: t`This list` },
] as const;

export type KeyName = (typeof KEYS)[number]["names"][number];

/** What works while letters are switched off, too. */
export const ALWAYS = [{ names: [t`Ctrl K`], words: t`Go anywhere` }] as const;
