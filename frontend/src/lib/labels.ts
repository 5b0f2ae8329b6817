/** Labels as lines of text, for editing: `key=value`. */

export function formatLabels(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join("\n");
}

/** The labels, or the sentence that says which line is none. */
export function parseLabels(
  text: string,
): { labels: Record<string, string>; problem: null } | { labels: null; problem: string } {
  const labels = new Map<string, string>();
  for (const line of text.split("\n").map((raw) => raw.trim())) {
    if (line === "") continue;
    const split = line.indexOf("=");
    const key = line.slice(0, split).trim();
    // The service's own rule (docs/upload.md), told before the round trip.
    if (split < 1 || !/^[a-z0-9_.-]{1,64}$/.test(key)) {
      return { labels: null, problem: `"${line}" is not key=value with a key of a-z 0-9 _ . -` };
    }
    if (labels.has(key)) return { labels: null, problem: `${key} is there twice` };
    labels.set(key, line.slice(split + 1).trim());
  }
  return { labels: Object.fromEntries(labels), problem: null };
}
