/** Links to every page, and to files of the service. Pages and links build theirs here and nowhere else. */
import {
  type Address,
  addresses,
  addressesOutside,
  type CompareParams,
  type ExploreParams,
  type HostParams,
  type RunParams,
  type RunsParams,
} from "@/lib/address";
import { type SearchRecord, stringifySearch } from "@/lib/search-params";

const part = encodeURIComponent;

/** The path with its ids in their order, and what differs from the usual view. */
function link<P>(address: Address<P>, params: Partial<P> = {}, ...ids: readonly string[]): string {
  const rest = [...ids];
  const path = address.path.replaceAll(/\$[a-z]+/g, () => part(rest.shift() ?? ""));
  return path + stringifySearch(address.write(params));
}

/** Pages, relative to the base path of the service. */
export const paths = {
  home: () => link(addresses.home),
  runs: (params?: Partial<RunsParams>) => link(addresses.runs, params),
  run: (id: string, params?: Partial<RunParams>) => link(addresses.run, params, id),
  explore: (params?: Partial<ExploreParams>) => link(addresses.explore, params),
  compare: (params?: Partial<CompareParams>) => link(addresses.compare, params),
  /** A comparison of runs chosen one by one; each of the others is a column of its own. */
  compareRuns: (base: readonly string[], others: readonly string[]) =>
    paths.compare({ base: runsFilter(base), news: others.map((id) => runsFilter([id])) }),
  hosts: () => link(addresses.hosts),
  host: (id: string, params?: Partial<HostParams>) => link(addresses.host, params, id),
  difference: (base: string, other: string) => link(addresses.difference, {}, base, other),
  batch: (id: string) => link(addresses.batch, {}, id),
  import: () => link(addresses.import),
  shares: () => link(addresses.shares),
  settings: () => link(addresses.settings),
  tokens: () => link(addresses.tokens),
  people: () => link(addresses.people),
  audit: () => link(addresses.audit),
  account: () => link(addresses.account),
  join: () => link(addressesOutside.join),
  sso: () => link(addressesOutside.sso),
  login: (next?: string) =>
    link(addressesOutside.login, next === undefined || next === paths.home() ? {} : { next }),
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

const AFTER_LOGIN = Object.values(addresses).map(
  ({ path }) => new RegExp(`^${path.replaceAll(/\$[a-z]+/g, "[^/?#\\\\]+")}$`),
);

/** Where to go after signing in: only our own pages, so that no link can send a reader elsewhere. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.home();
  const [path = "", ...rest] = next.split("?");
  const isKnown = AFTER_LOGIN.some((pattern) => pattern.test(path));
  return isKnown && rest.length <= 1 && !next.includes("#") ? next : paths.home();
}
