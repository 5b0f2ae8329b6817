/** Links to every page. Pages and links build theirs here and nowhere else; those to files, in lib/downloads. */
import { type Address, addresses, addressesOutside } from "@/lib/address";
import { stringifySearch } from "@/lib/search-params";

const part = encodeURIComponent;
const ID = /\$[a-z]+/g;
const pages = { ...addresses, ...addressesOutside };

/** One text per id in the path. */
type Ids<Path extends string> = Path extends `${string}$${infer Rest}` ? [id: string, ...Ids<Rest>] : [];
type Link<A> =
  A extends Address<infer P, infer Path> ? (...args: [...Ids<Path>, params?: Partial<P>]) => string : never;
type Links = { [Name in keyof typeof pages]: Link<(typeof pages)[Name]> };

/** The path with its ids in their order, and what differs from the usual view. */
function link<P>({ path, write }: Address<P>, args: readonly unknown[]): string {
  const rest = [...args];
  const filled = path.replaceAll(ID, () => part(String(rest.shift())));
  // What is left after the ids; Links says so to whoever calls.
  const params = (rest[0] ?? {}) as Partial<P>;
  return filled + stringifySearch(write(params));
}

/** Pages, relative to the base path of the service: each by the name of its address. */
export const paths = {
  ...(Object.fromEntries(
    Object.entries(pages).map(([name, page]) => [
      name,
      // The pages' parameters differ; Links holds each link to those of its own page.
      (...args: readonly unknown[]) => link(page as Address<object>, args),
    ]),
  ) as Links),
  /** A saved view of a page. What of it is no longer honoured, the page itself says. */
  view: (page: "runs" | "series" | "compare", query: string): string =>
    `${{ runs: paths.runs(), series: paths.explore(), compare: paths.compare() }[page]}?${query}`,
  /** A comparison of runs chosen one by one; each of the others is a column of its own. */
  compareRuns: (base: readonly string[], others: readonly string[]): string =>
    paths.compare({ base: runsFilter(base), news: others.map((id) => runsFilter([id])) }),
};

/** The filter text that means these runs. */
export function runsFilter(ids: readonly string[]): string {
  return ids.map((id) => `run=${part(id)}`).join("&");
}

const AFTER_LOGIN = Object.values(addresses).map(
  ({ path }) => new RegExp(`^${path.replaceAll(ID, "[^/?#\\\\]+")}$`),
);

/** Where to go after signing in: only our own pages, so that no link can send a reader elsewhere. */
export function safeNext(next: string | null): string {
  if (next === null) return paths.home();
  const [path = "", ...rest] = next.split("?");
  const isKnown = AFTER_LOGIN.some((pattern) => pattern.test(path));
  return isKnown && rest.length <= 1 && !next.includes("#") ? next : paths.home();
}
