/** Every key of the pages, declared once: what listens takes its names from here, and the help lists them all. */

export const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"] as const;

/** `g` and a letter, or one key as `KeyboardEvent.key` has it; keys with the same words stand in one line. */
export const KEYS = [
  { names: ["/"], words: "Search runs" },
  { names: ["g t"], words: "Today" },
  { names: ["g r"], words: "Run history" },
  { names: ["g e"], words: "Explore" },
  { names: ["g c"], words: "Compare" },
  { names: ["g h"], words: "Hosts" },
  { names: ["g d"], words: "Drive models" },
  { names: ["j", "k"], words: "Next and previous row of the history, or of a comparison" },
  { names: ["o"], words: "Open the row, as Enter does" },
  { names: ["x"], words: "Select the row" },
  { names: ["c"], words: "Compare: the selected runs, the first is the base; or the run of the page" },
  { names: ["s"], words: "Share the run, the chart or the comparison" },
  { names: ["[", "]"], words: "Previous and next run in the list it was opened from, or of its host" },
  { names: DIGITS, words: "Tab of a run’s page, by its number" },
  { names: ["Escape"], words: "Close dialog / clear the time range" },
  { names: ["?"], words: "This list" },
] as const;

export type KeyName = (typeof KEYS)[number]["names"][number];

/** What works while letters are switched off, too. */
export const ALWAYS = [{ names: ["Ctrl K"], words: "Go anywhere" }] as const;
