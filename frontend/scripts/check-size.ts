/** Fails when the built pages outgrow their budgets (gzip): first load, style, charts, fonts. */
import { globSync, readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  dynamicImports?: string[];
  name?: string;
  css?: string[];
}

const dist = fileURLToPath(new URL("../dist/", import.meta.url));
// Vite writes this file; its shape is documented as stable.
const manifest = JSON.parse(readFileSync(`${dist}.vite/manifest.json`, "utf8")) as Record<string, Chunk>;
const gzip = (file: string) => statSync(`${dist}${file}.gz`).size;

/** A chunk and everything it imports before it can run. */
function closure(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    closure(manifest[key]?.imports ?? [], seen);
  }
  return seen;
}

/** Recharts alone is larger: with less nothing was measured. */
const CHARTS_LEAST = 100_000;

const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
const [APP, SHARE] = ["index.html", "share.html"];
/** What a reader of the run history waits for: the shell and, in the same files, the list page. */
const firstLoad = closure([APP]);
/** What a vendor waits for before the first words of a shared report. */
const sharedPage = closure([SHARE]);
/** What the files of src/charts are called: a chunk of one is named after it, also where pages have it in common. */
const drawings = new Set(
  globSync("*.{ts,tsx}", { cwd: fileURLToPath(new URL("../src/charts/", import.meta.url)) }).map((file) =>
    file.replace(/\.tsx?$/, ""),
  ),
);
const isDrawing = (key: string) => [...closure([key])].some((one) => drawings.has(manifest[one]?.name ?? ""));
const laterOf = (keys: Iterable<string>) => [...keys].flatMap((key) => manifest[key]?.dynamicImports ?? []);
/**
 * All that the browser fetches for a page and its charts after the first load, the lazy ones too. What the report's
 * chunk loads later it loads on a shared page.
 */
function withCharts(page: string): Set<string> {
  const own = closure([page]).difference(firstLoad);
  const later = laterOf([...own].filter((key) => manifest[key]?.name !== "report"));
  return own.union(closure(later.filter(isDrawing))).difference(firstLoad);
}
/** What drawing charts adds to a page that has them. */
const charts = closure(
  Object.keys(manifest).filter((key) => drawings.has(manifest[key]?.name ?? "")),
).difference(closure([APP, "src/subjects/runs/detail/RunPage.tsx"]));
const pages = [...new Set(laterOf(firstLoad))].filter((key) => key.endsWith("Page.tsx"));

const sum = (files: string[]) => files.reduce((total, file) => total + gzip(file), 0);
const scripts = (keys: Set<string>) =>
  [...keys].map((key) => manifest[key]?.file ?? "").filter((f) => f.endsWith(".js"));
const styles = (keys: Set<string>) => [...new Set([...keys].flatMap((key) => manifest[key]?.css ?? []))];

const [heaviest = { page: "no page", bytes: Number.NaN }] = pages
  .filter((page) => [...withCharts(page)].some(isDrawing))
  .map((page) => ({ page: page.replace(/^.*\//, ""), bytes: sum(scripts(withCharts(page))) }))
  .toSorted((a, b) => b.bytes - a.bytes);

const fonts = globSync("assets/*.woff2", { cwd: dist });
const budgets: [name: string, actual: number, limit: number][] = [
  ["script of the first load, bytes gzip", sum(scripts(firstLoad)), 200_000],
  ["style of the first load, bytes gzip", sum(styles(firstLoad)), 30_000],
  // 105,000 are Recharts itself, which charts of lines draw with: 125,000 held only while its chunks were not counted.
  ["all charts beyond the page of a run, bytes gzip", sum(scripts(charts)), 131_000],
  // A run's tabs come with its page, each chart with its tab; 1,200 more than 275,000 since its hardware has GPUs, 500 more since a change has its button, too. The hashes in the names of chunks alone move it by 25: 100 of them are for that.
  [`script of ${heaviest.page} with its charts, bytes gzip`, heaviest.bytes, 278_600],
  ["script of the shared page, bytes gzip", sum(scripts(sharedPage)), 135_000],
  ["style of the shared page, bytes gzip", sum(styles(sharedPage)), 20_000],
  ["font files", fonts.length, 2],
];

let isOver = false;
for (const [name, actual, limit] of budgets) {
  const over = actual > limit;
  isOver ||= over;
  console.log(`${over ? "OVER" : "ok  "}  ${name}: ${actual} of ${limit}`);
}
/** All that the shared page ever loads: nothing of it may be the app's own (vite.config.ts). */
const evenLater = new Set<string>([SHARE]);
for (const key of evenLater) {
  for (const next of [...(manifest[key]?.imports ?? []), ...(manifest[key]?.dynamicImports ?? [])])
    evenLater.add(next);
}
const named = (name: string) => Object.keys(manifest).find((key) => manifest[key]?.name === name) ?? "";
if (evenLater.has(named("app")) || !firstLoad.has(named("app")) || !sharedPage.has(named("shared"))) {
  console.log("OVER  the shared page loads files of the app, or the two have none in common");
  isOver = true;
}
const isAsExpected = entries.toSorted().join() === [APP, SHARE].join() && sum(scripts(charts)) > CHARTS_LEAST;
if (!isAsExpected || styles(firstLoad).length === 0 || styles(sharedPage).length === 0) {
  console.log("OVER  the manifest does not have the expected shape: nothing was measured");
  isOver = true;
}
process.exit(isOver ? 1 : 0);
