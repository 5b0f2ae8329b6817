/** The suite of a first test in words, by the agent's own estimate. */
import { t } from "@lingui/core/macro";
import { QUICK_SUITE } from "@/api/suites.gen";
import { formatBytes, formatCount } from "@/lib/units";

export const QUICK_COMMAND = "fioboard-agent suite quick --target PATH";

/** How long it takes, what it writes and what PATH is. */
export function describeQuickSuite(): string {
  // An estimate: no tenths of a second.
  const seconds = (ms: number) => `${formatCount(Math.round(ms / 1000))}\u00a0s`;
  const time = seconds(QUICK_SUITE.measuringMs);
  const writing = seconds(QUICK_SUITE.writingMs);
  const size = formatBytes(QUICK_SUITE.testFileBytes, "binary");
  return t`It takes about ${time} after writing a ${size} test file, and writes at full speed for ${writing} of that. PATH is any directory on the drive to measure; the test file is deleted afterwards.`;
}
