/** Reads this package's own sources, for the tests that hold them to the rules of the house. */
import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export interface SourceFile {
  path: string;
  text: string;
}

const root = fileURLToPath(new URL("..", import.meta.url));

export function sourceFiles(pattern: string): SourceFile[] {
  return globSync(pattern, { cwd: root, exclude: (name) => name === "node_modules" })
    .toSorted()
    .map((path) => ({ path, text: readFileSync(`${root}/${path}`, "utf8") }));
}
