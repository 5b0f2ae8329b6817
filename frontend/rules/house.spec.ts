/** Size, names and provenance of files. */
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

const GENERATED = ["src/api/schema.gen.ts", "src/api/vocabulary.gen.ts"];
const own = sourceFiles("{src,rules,scripts,e2e,public,tools}/**/*.{ts,tsx,mjs,js,css}").filter(
  ({ path }) => !GENERATED.includes(path) && !path.includes("node_modules"),
);

test("no file outgrows one subject: 400 lines, tests 600", () => {
  const tooLong = own
    .map(({ path, text }) => ({
      path,
      lines: text.split("\n").length,
      limit: path.includes(".spec.") ? 600 : 400,
    }))
    .filter(({ lines, limit }) => lines > limit);
  expect(tooLong).toEqual([]);
});

test("no file is called utils, helpers, common or misc", () => {
  expect(
    own.map(({ path }) => path).filter((path) => /(^|\/)(utils?|helpers?|common|misc)[./]/i.test(path)),
  ).toEqual([]);
});

test("the lock file names no registry", () => {
  const [lock] = sourceFiles("package-lock.json");
  // A workspace is the one entry with an address: its own folder.
  const resolved = [...(lock?.text ?? "").matchAll(/"resolved": "([^"]*)"/g)].map((match) => match[1]);
  expect(resolved).toEqual(["tools/codegen"]);
});

test("all packages of the component kit have the same version", () => {
  const [manifest] = sourceFiles("package.json");
  const versions = [...(manifest?.text ?? "").matchAll(/"@mantine\/[a-z]+": "([^"]+)"/g)].map(
    (match) => match[1],
  );
  expect(versions.length).toBeGreaterThan(1);
  expect(new Set(versions).size).toBe(1);
});

test("only lib/units.ts rounds numbers for display", () => {
  const rounding = own.filter(
    ({ path, text }) =>
      path.startsWith("src/") && !path.includes("lib/units") && /\.to(Fixed|LocaleString)\(/.test(text),
  );
  expect(rounding.map(({ path }) => path)).toEqual([]);
});
