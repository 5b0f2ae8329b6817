/** The pages that src/lib/address.ts declares: read as text, since its sentences are macros that only the build reads. */
import { readFileSync } from "node:fs";

const source = readFileSync(new URL("../src/lib/address.ts", import.meta.url), "utf8");
const [signedIn = ""] = source.split("export const addressesOutside");

/** Paths of those who are signed in, as the router takes them: `/runs/$id`. */
const PATHS: readonly string[] = [...signedIn.matchAll(/\baddress\(\s*"([^"]+)"/g)].flatMap(
  ([, path]) => path ?? [],
);
/** They lead elsewhere. */
const REDIRECTS = ["/", "/settings"];

/**
 * The addresses of all pages that `listed` does not have. An id is known by the first word of its path: `ids.hosts` fills
 * `/hosts/$id` and whatever lies below it. Pages whose id is not known are `unknown`.
 */
export function findOtherPages(listed: readonly string[], ids: Record<string, string>) {
  const seen = listed.map((address) => new URL(address, "http://here").pathname);
  const others = PATHS.filter((path) => !REDIRECTS.includes(path)).filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/\$[a-z]+/g, "[^/]+")}$`);
    return !seen.some((address) => pattern.test(address));
  });
  const idOf = (path: string) => ids[path.split("/")[1] ?? ""];
  return {
    addresses: others
      .filter((path) => !path.includes("$") || idOf(path) !== undefined)
      .map((path) => path.replaceAll(/\$[a-z]+/g, () => idOf(path) ?? "")),
    unknown: others.filter((path) => path.includes("$") && idOf(path) === undefined),
  };
}
