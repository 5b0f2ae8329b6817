/** Imports point down: pages → components → share → sections → machine → ui, charts, api → lib. A room never imports a neighbour's page. */
import { posix } from "node:path";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files";

/** What a room may import besides itself, and the packages that only it may import. */
const ROOMS: Record<string, { below: string[]; packages?: RegExp }> = {
  // node:fs: a spec reads cases that the service is held to, too.
  lib: { below: [], packages: /^(@lingui\/core\/macro|fast-check|vitest|node:fs)$/ },
  api: {
    below: ["lib"],
    packages: /^(@lingui\/core\/macro|openapi-fetch|@tanstack\/react-query|vitest|msw|fast-check)(\/|$)/,
  },
  ui: { below: ["lib"] },
  charts: { below: ["lib"] },
  machine: { below: ["charts", "ui", "lib"] },
  sections: { below: ["api", "machine", "ui", "charts", "lib"] },
  share: { below: ["sections", "api", "machine", "ui", "charts", "lib"] },
  components: { below: ["share", "sections", "api", "machine", "ui", "charts", "lib"] },
  pages: { below: ["components", "sections", "api", "machine", "ui", "charts", "lib"] },
};

/** Packages that belong to one room. */
const KEEPERS: [packageName: RegExp, room: string][] = [
  [/^recharts(\/|$)/, "charts"],
  [/^openapi-fetch(\/|$)/, "api"],
  [/^d3-hierarchy(\/|$)/, "machine"],
];

/** Packages that the rooms without knowledge of the product must not see. */
const FORBIDDEN: [room: string, packageName: RegExp][] = [
  ["ui", /^@tanstack\/react-(router|query)/],
  ["charts", /^@tanstack\/react-(router|query)/],
  ["machine", /^@tanstack\/react-(router|query)/],
  ["sections", /^@tanstack\/react-(router|query)/],
  // The vendor's page has no session, no router and one request; it must stay so small.
  ["share", /^@tanstack\/|^@mantine\/notifications/],
];

/** Rooms that know the shapes of answers and ask for none. */
const SHAPES_ONLY = ["sections", "share"];

const VOCABULARY = "src/api/vocabulary.gen";

interface Import {
  from: string;
  to: string;
}

function importsOf(file: SourceFile): Import[] {
  const pattern = /(?:\bfrom\s+|\bimport\s*\(\s*|\bimport\s+)["']([^"']+)["']/g;
  return [...file.text.matchAll(pattern)].map((match) => ({
    from: file.path,
    to: resolve(file.path, match[1] ?? ""),
  }));
}

function resolve(from: string, to: string): string {
  if (to.startsWith("@/")) return `src/${to.slice(2)}`;
  return to.startsWith(".") ? posix.normalize(posix.join(posix.dirname(from), to)) : to;
}

function roomOf(path: string): string | null {
  return /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** The page a path belongs to: pages/runs/x and pages/run/y are two pages. */
function pageOf(path: string): string | null {
  return /^src\/pages\/([^/]+)\//.exec(path)?.[1] ?? null;
}

/** Why an import breaks the rules, or null. */
function fault({ from, to }: Import): string | null {
  const room = roomOf(from);
  const isTest = /\.spec\.tsx?$/.test(from);
  if (room === null || room === "test") return null;
  const rules = ROOMS[room];
  if (rules === undefined) return `${from}: src/${room}/ is not a room`;
  // What the service declares once; as pure as lib, and every room that knows the product speaks it.
  if (to === VOCABULARY && room !== "ui") return null;
  if (to.startsWith("src/")) {
    const target = roomOf(to);
    if (target === "test") return isTest ? null : `${from} is product code and imports ${to}`;
    if (target === null) return `${from} imports ${to}, which stands above all rooms`;
    if (target === room) {
      return pageOf(from) === pageOf(to) ? null : `${from} imports a neighbouring page: ${to}`;
    }
    if (target === "api" && SHAPES_ONLY.includes(room) && to !== "src/api/types")
      return `${from} imports ${to}: ${room} may only know the shapes of answers`;
    return rules.below.includes(target) ? null : `${from} imports ${to}: ${room} may not use ${target}`;
  }
  const keeper = KEEPERS.find(([name]) => name.test(to));
  if (keeper !== undefined && keeper[1] !== room) return `${from} imports ${to}, which only ${keeper[1]} may`;
  if (FORBIDDEN.some(([where, name]) => where === room && name.test(to))) return `${from} imports ${to}`;
  // A test may read what it shares with the service's tests.
  if (isTest && to.startsWith("node:")) return null;
  if (rules.packages !== undefined && !rules.packages.test(to))
    return `${from} imports ${to}: ${room} may not`;
  return null;
}

test("imports point down", () => {
  const files = sourceFiles("src/**/*.{ts,tsx}");
  expect(files.length).toBeGreaterThan(10);
  const faults = files.flatMap(importsOf).map(fault);
  expect(faults.filter((reason) => reason !== null)).toEqual([]);
});

test.each([
  ["src/lib/a.ts", "react"],
  ["src/lib/a.ts", "src/api/client"],
  ["src/ui/A.tsx", "src/api/vocabulary.gen"],
  ["src/api/a.ts", "src/ui/Button"],
  ["src/ui/A.tsx", "src/api/client"],
  ["src/ui/A.tsx", "@tanstack/react-router"],
  ["src/charts/A.tsx", "src/components/Shell"],
  ["src/components/A.tsx", "src/pages/runs/RunsPage"],
  ["src/components/A.tsx", "recharts"],
  ["src/pages/runs/A.tsx", "src/pages/hosts/HostsPage"],
  ["src/pages/runs/A.tsx", "src/routes"],
  ["src/pages/runs/A.tsx", "src/test/data"],
  ["src/charts/A.tsx", "src/machine/fold"],
  ["src/machine/A.tsx", "src/api/client"],
  ["src/pages/host/A.tsx", "d3-hierarchy"],
  ["src/sections/A.tsx", "src/api/client"],
  ["src/sections/A.tsx", "src/components/QueryError"],
  ["src/sections/A.tsx", "@tanstack/react-query"],
  ["src/share/A.tsx", "src/api/queries/runs"],
  ["src/share/A.tsx", "@tanstack/react-router"],
  ["src/helpers/a.ts", "src/lib/units"],
])("an import of the wrong kind is found: %s → %s", (from, to) => {
  expect(fault({ from, to })).not.toBeNull();
});

test("dynamic and side-effect imports are seen", () => {
  const file = {
    path: "src/pages/runs/A.tsx",
    text: `import "../hosts/x.css"; const a = import("@/pages/hosts/B");`,
  };
  expect(importsOf(file).map((i) => i.to)).toEqual(["src/pages/hosts/x.css", "src/pages/hosts/B"]);
});
