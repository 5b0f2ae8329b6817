/** Fails when the built pages outgrow their budgets (gzip): first load, style, charts, fonts. */
import { globSync, readFileSync, statSync } from "node:fs";

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}

const dist = new URL("../dist/", import.meta.url).pathname;
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

const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
/** What a reader of the run history waits for: the shell and the list page. */
const firstLoad = closure([...entry, "src/pages/runs/RunsPage.tsx"]);
/** What drawing charts adds to the page that has them. */
const charts = closure(Object.keys(manifest).filter((key) => key.startsWith("src/charts/"))).difference(
  closure([...entry, "src/pages/run/RunPage.tsx"]),
);

const sum = (files: string[]) => files.reduce((total, file) => total + gzip(file), 0);
const scripts = (keys: Set<string>) =>
  [...keys].map((key) => manifest[key]?.file ?? "").filter((f) => f.endsWith(".js"));
const styles = [...new Set([...firstLoad].flatMap((key) => manifest[key]?.css ?? []))];

const fonts = globSync("assets/*.woff2", { cwd: dist });
const budgets: [name: string, actual: number, limit: number][] = [
  ["script of the first load, bytes gzip", sum(scripts(firstLoad)), 200_000],
  ["style of the first load, bytes gzip", sum(styles), 30_000],
  ["charts, bytes gzip", sum(scripts(charts)), 125_000],
  ["font files", fonts.length, 2],
];

let isOver = false;
for (const [name, actual, limit] of budgets) {
  const over = actual > limit;
  isOver ||= over;
  console.log(`${over ? "OVER" : "ok  "}  ${name}: ${actual} of ${limit}`);
}
if (entry.length !== 1 || scripts(charts).length === 0 || styles.length === 0) {
  console.log("OVER  the manifest does not have the expected shape: nothing was measured");
  isOver = true;
}
process.exit(isOver ? 1 : 0);
