/** The comparisons that this browser showed last. Kept per person, as the theme is; nothing of them is sent anywhere. */

export interface RecentComparison {
  title: string;
  /** The page's own query. */
  query: string;
}

const KEY = "fioboard-recent-comparisons";
const MAX_RECENT = 6;

/** The newest first; what somebody else wrote there is ignored. */
export function listRecent(): RecentComparison[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter(isRecent).slice(0, MAX_RECENT) : [];
  } catch {
    return [];
  }
}

/** Puts a comparison first; one of the same title takes the place of the former. */
export function rememberComparison(shown: RecentComparison) {
  const others = listRecent().filter(({ title, query }) => title !== shown.title && query !== shown.query);
  localStorage.setItem(KEY, JSON.stringify([shown, ...others].slice(0, MAX_RECENT)));
}

function isRecent(value: unknown): value is RecentComparison {
  if (typeof value !== "object" || value === null) return false;
  return (
    "title" in value && typeof value.title === "string" && "query" in value && typeof value.query === "string"
  );
}
