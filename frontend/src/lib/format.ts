/** Text for people that is neither a quantity nor a time. */
import { formatCount } from "@/lib/units";

/** A command line that a shell reads back as the same arguments. */
export function formatArgv(argv: readonly string[]): string {
  return argv
    .map((argument) =>
      /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`,
    )
    .join(" ");
}

/** "1 run", "1,240 runs"; "about 1,240 runs" when the count is an estimate. */
export function countOf(count: number, noun: string, isExact = true): string {
  return `${isExact ? "" : "about "}${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

/** First letter large. */
export function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
