/** No class without a use, no use without a class: the compiler knows neither those of modules nor the looks of src/ui. */
import { posix } from "node:path";
import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

/** A look that only one place has is its own. */
const LEAST_USES = 2;

const code = sourceFiles("src/**/*.{ts,tsx}").filter(({ path }) => !path.includes(".spec."));
const modules = sourceFiles("src/**/*.module.css");
const textOf = (path: string) =>
  sourceFiles(path)
    .map(({ text }) => text)
    .join();
const looks = classesOf(textOf("src/ui/{patterns,looks}.css"));
const shared = looks.union(classesOf(textOf("src/ui/base.css")));

/** The classes that selectors name, but for those of the kit. */
function classesOf(css: string): Set<string> {
  const selectors = css
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/:global\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)/g, "")
    .replace(/"[^"]*"/g, "")
    .replace(/\{[^{}]*\}/g, "{}");
  return new Set([...selectors.matchAll(/\.([a-z][\w-]*)/gi)].flatMap(([, name]) => name ?? []));
}

/** What a module takes over: `composes: a b from "…"`, from global, or of its own. */
function composed({ path, text }: { path: string; text: string }) {
  return [...text.matchAll(/composes: ([\w -]+?)(?: from (?:"([^"]+)"|(global)))?;/g)].map(
    ([, names = "", file, isGlobal]) => ({
      names: names.split(" "),
      from: isGlobal ?? (file === undefined ? path : posix.join(posix.dirname(path), file)),
    }),
  );
}

const taken = modules.flatMap(composed);
const imported = code.flatMap(({ text }) =>
  [...text.matchAll(/import (\w+) from "@\/([^"]+\.module\.css)"/g)].map(([, alias = "", file = ""]) => ({
    from: `src/${file}`,
    names: [...text.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, "g"))].flatMap(([, name]) => name ?? []),
    // A class whose name is a value of the data: `styles[verdict]`.
    isLookedUp: new RegExp(`\\b${alias}\\[`).test(text),
  })),
);

test("every class of a module is named, and every class that is named is one of the module", () => {
  const faults = modules.flatMap((module) => {
    const own = classesOf(module.text);
    const uses = imported.filter(({ from }) => from === module.path);
    const named = new Set(
      [...uses, ...taken.filter(({ from }) => from === module.path)].flatMap(({ names }) => names),
    );
    const dead = uses.some(({ isLookedUp }) => isLookedUp) ? [] : [...own.difference(named)];
    return [
      ...dead.map((name) => `${module.path}: .${name} is not used`),
      ...[...named.difference(own)].map((name) => `${module.path}: .${name} is missing`),
    ];
  });
  expect(faults).toEqual([]);
});

test("every class that an element or a module takes from src/ui is declared there", () => {
  const faults = code.flatMap(({ path, text }) =>
    [...text.matchAll(/className=(?:"([^"]*)"|\{`([^`]*)`\})/g)]
      .flatMap(([, plain, pattern]) => (plain ?? pattern ?? "").replace(/\$\{[^}]*\}/g, " ").split(/\s+/))
      .filter((name) => name !== "" && !shared.has(name))
      .map((name) => `${path}: ${name}`),
  );
  const unknown = taken
    .filter(({ from }) => from === "global")
    .flatMap(({ names }) => names.filter((name) => !shared.has(name)));
  expect([...faults, ...unknown]).toEqual([]);
});

test("every look has more than one use", () => {
  const counts = new Map<string, number>();
  const count = (names: readonly string[]) => {
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  };
  for (const { names, from } of taken) if (from === "global") count(names);
  for (const { text } of code)
    for (const [, words = ""] of text.matchAll(/["`]([\w ${}.?-]+)["`]/g)) count(words.split(" "));
  expect([...looks].filter((name) => (counts.get(name) ?? 0) < LEAST_USES)).toEqual([]);
});
