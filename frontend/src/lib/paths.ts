/** Every address of the product. Pages and links build theirs here and nowhere else. */
import { type SearchRecord, stringifySearch } from "@/lib/search-params";

const part = encodeURIComponent;

/** Pages, relative to the base path of the service. */
export const paths = {
  home: () => "/",
  runs: (search: SearchRecord = {}) => `/runs${stringifySearch(search)}`,
  run: (id: string) => `/runs/${part(id)}`,
  explore: (search: SearchRecord = {}) => `/explore${stringifySearch(search)}`,
  compare: (search: SearchRecord = {}) => `/compare${stringifySearch(search)}`,
  /** A comparison of runs chosen one by one; each of the others is a column of its own. */
  compareRuns: (base: readonly string[], others: readonly string[]) =>
    paths.compare({ base: runsFilter(base), new: others.map((id) => runsFilter([id])) }),
  hosts: () => "/hosts",
  host: (id: string) => `/hosts/${part(id)}`,
  difference: (base: string, other: string) => `/inventories/${part(base)}/diff/${part(other)}`,
  batch: (id: string) => `/batches/${part(id)}`,
  import: () => "/import",
  shares: () => "/shares",
  settings: () => "/settings",
  tokens: () => "/settings/tokens",
  people: () => "/settings/people",
  audit: () => "/settings/audit",
  account: () => "/settings/account",
  join: () => "/join",
  sso: () => "/sso",
  login: (next?: string) =>
    `/login${stringifySearch(next === undefined || next === paths.home() ? {} : { next })}`,
};

function runsFilter(ids: readonly string[]): string {
  return ids.map((id) => `run=${part(id)}`).join("&");
}

/** Files of the service, relative to `<base href>`: for plain links that the router must not take. */
export const downloads = {
  runs: (search: SearchRecord) => `api/v1/runs/export${stringifySearch(search)}`,
  comparison: (search: SearchRecord, format: "csv" | "markdown") =>
    `api/v1/compare${stringifySearch({ ...search, format })}`,
  raw: (runId: string, name: string) => `api/v1/runs/${part(runId)}/raw${stringifySearch({ name })}`,
};

const AFTER_LOGIN = [
  /^\/$/,
  /^\/(runs|hosts)(\/[^/?#\\]+)?$/,
  /^\/batches\/[^/?#\\]+$/,
  /^\/inventories\/[^/?#\\]+\/diff\/[^/?#\\]+$/,
  /^\/(explore|compare|import|shares)$/,
  /^\/settings\/[a-z]+$/,
];

/** Where to go after signing in: only our own pages, so that no link can send a reader elsewhere. */
export function safeNext(next: string | undefined): string {
  if (next === undefined) return paths.home();
  const [path = "", ...rest] = next.split("?");
  const known = AFTER_LOGIN.some((pattern) => pattern.test(path));
  return known && rest.length <= 1 && !next.includes("#") ? next : paths.home();
}
