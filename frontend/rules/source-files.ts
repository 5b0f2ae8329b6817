/** Reads this package's own sources, for the tests that hold them to the rules of the house. */
import { globSync, readFileSync } from "node:fs";

export interface SourceFile {
  path: string;
  text: string;
}

const root = new URL("..", import.meta.url).pathname;

export function sourceFiles(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: root, exclude: (name) => name === "node_modules" })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, "utf8") }));
}
