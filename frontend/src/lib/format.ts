/** Text for people that is neither a quantity nor a time. */
import { plural } from "@lingui/core/macro";

/** A command line that a shell reads back as the same arguments. */
export function formatArgv(argv: readonly string[]): string {
  return argv
    .map((argument) =>
      /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`,
    )
    .join(" ");
}

/** "1 run", "1,240 runs"; "about 1,240 runs" when the count is an estimate. */
export function countRuns(count: number, isExact: boolean): string {
  return isExact
    ? plural(count, { one: "# run", other: "# runs" })
    : plural(count, { one: "about # run", other: "about # runs" });
}

/** Both ends of a long path tell more than either: "/var/tmp/fio…6241.dat". */
export function shortenMiddle(text: string, most: number): string {
  const characters = Array.from(text);
  if (characters.length <= most) return text;
  const end = Math.floor((most - 1) / 2);
  return `${characters.slice(0, most - 1 - end).join("")}…${characters.slice(-end).join("")}`;
}

/** A title within a sentence: "queue depth", while "RAID width" and "I/O pattern" stay as they are. */
export function withinSentence(title: string): string {
  return /^.[a-z]/.test(title) ? title.charAt(0).toLowerCase() + title.slice(1) : title;
}

/** First letter large. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const NUMBER_AND_UNIT = /(\d[\d.,]*(?:[kMG]? IOPS| (?:%|[kKMGT]?i?B(?:\/s)?\b|[mnµ]?s\b)))/;

/** A sentence cut so that every second piece is a number with its unit, which stay on one line (ui/Sentence). */
export function cutAtNumbers(sentence: string): string[] {
  return sentence.split(NUMBER_AND_UNIT);
}
