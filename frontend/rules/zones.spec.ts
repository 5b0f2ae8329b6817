/**
 * Imports point down: app → subjects → ui/page → ui, charts, api → lib. Within a subject: pages → what they share, controls
 * → parts, queries. Another subject is entered by its parts, controls and queries alone, and only where USES says so.
 */
import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files";

/** What a room may import besides itself, and the packages that only it may import. The deeper folder wins. */
const ROOMS: Record<string, { below: string[]; packages?: RegExp }> = {
  // node:fs: a spec reads cases that the service is held to, too.
  lib: { below: [], packages: /^(@lingui\/core\/macro|fast-check|vitest|node:fs)$/ },
  api: {
    below: ["lib"],
    packages: /^(@lingui\/core\/macro|openapi-fetch|@tanstack\/react-query|vitest|msw|fast-check)(\/|$)/,
  },
  ui: { below: ["lib"] },
  charts: { below: ["lib"] },
  // Parts of every page that need the router, or know the errors of an answer.
  "ui/page": { below: ["ui", "api", "lib"] },
  subjects: { below: ["ui/page", "ui", "charts", "api", "lib"] },
  "subjects/hosts/parts/machine": { below: ["api", "charts", "ui", "lib"] },
  app: { below: ["subjects", "ui/page", "ui", "charts", "api", "lib"] },
};

/** The other subjects that one may enter. */
const USES: Record<string, string[]> = {
  accounts: ["hosts"],
  compare: ["datasheets", "hosts", "reference-sets", "runs", "sharing", "watch"],
  datasheets: ["accounts", "hosts", "reference-sets", "runs"],
  hosts: ["accounts", "datasheets", "measuring", "purposes", "runs", "sharing", "watch"],
  measuring: ["accounts", "runs"],
  notifications: ["accounts", "hosts", "runs"],
  purposes: ["runs"],
  "reference-sets": ["accounts", "datasheets", "runs", "watch"],
  runs: [
    "accounts",
    "compare",
    "datasheets",
    "hosts",
    "measuring",
    "notifications",
    "purposes",
    "reference-sets",
    "sharing",
    "watch",
  ],
  sharing: ["accounts", "compare", "datasheets", "hosts", "purposes", "reference-sets", "runs"],
  system: ["accounts", "runs"],
  watch: ["accounts", "hosts", "measuring", "runs"],
};

/** What others may enter of a subject. All else is its own, and a page's folder is that page's alone. */
const DOORS = ["parts", "controls", "queries"];

/** What each kind of folder may import of its own subject; a page whatever is no page. */
const WITHIN: Record<string, string[]> = {
  queries: ["queries"],
  // They show an answer and ask for nothing; the page that a share link opens is made of them.
  parts: ["parts"],
  controls: ["parts", "controls", "queries", "root"],
  root: ["parts", "controls", "queries", "root"],
};

/** Two dialogs show what a recipient sees: of the link that one makes, and of the run that came back. */
const PREVIEWS = [
  { from: "src/subjects/sharing/controls", to: "src/subjects/sharing/report/Report" },
  { from: "src/subjects/sharing/links/RepliesDialog", to: "src/subjects/sharing/report/ExternalRun" },
];

/** Packages that belong to one room. */
const KEEPERS: [packageName: RegExp, folder: string][] = [
  [/^recharts(\/|$)/, "src/charts/"],
  [/^openapi-fetch(\/|$)/, "src/api/"],
  [/^d3-hierarchy(\/|$)/, "src/subjects/hosts/parts/machine/"],
];

/** Packages that the rooms without knowledge of the product, and what only shows answers, must not see. */
const FORBIDDEN: [where: RegExp, packageName: RegExp][] = [
  [/^src\/ui\/(?!page\/)/, /^@tanstack\/react-(router|query)/],
  [/^src\/charts\//, /^@tanstack\/react-(router|query)/],
  [/^src\/subjects\/[^/]+\/parts\//, /^@tanstack\/react-(router|query)/],
  // The vendor's page has no session, no router and one request; it must stay so small.
  [/^src\/subjects\/sharing\/report\//, /^@tanstack\/|^@mantine\/notifications/],
];

/** What knows the shapes of answers and asks for none. */
const SHAPES_ONLY = /^src\/subjects\/([^/]+\/parts|sharing\/report)\//;

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

/** The deepest room that a path lies in; its first folder where none is declared. */
function roomOf(path: string): string | null {
  const room = Object.keys(ROOMS)
    .filter((name) => path.startsWith(`src/${name}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return room ?? /^src\/([^/]+)\//.exec(path)?.[1] ?? null;
}

interface Place {
  subject: string;
  /** Its folder in the subject: a kind of WITHIN, or a page. `root` are the files that its pages share. */
  folder: string;
}

function placeOf(path: string): Place | null {
  const [, subject, inside] = /^src\/subjects\/([^/]+)\/(.+)$/.exec(path) ?? [];
  if (subject === undefined || inside === undefined) return null;
  if (/^queries(\.ts)?$/.test(inside)) return { subject, folder: "queries" };
  return { subject, folder: inside.includes("/") ? (inside.split("/")[0] ?? "") : "root" };
}

/** Why one place of the subjects may not import another, or null. */
function faultBetween({ from, to }: Import, own: Place, other: Place): string | null {
  if (PREVIEWS.some((preview) => from.startsWith(preview.from) && to === preview.to)) return null;
  if (own.subject !== other.subject) {
    if (!DOORS.includes(other.folder)) return `${from} imports ${to}, which is ${other.subject}'s own`;
    if (USES[own.subject]?.includes(other.subject) !== true)
      return `${from} imports ${to}: ${own.subject} does not use ${other.subject}`;
  } else if (own.folder === other.folder) return null;
  const isPage = WITHIN[own.folder] === undefined;
  if (own.subject === other.subject && isPage && WITHIN[other.folder] === undefined)
    return `${from} imports a neighbouring page: ${to}`;
  if (SHAPES_ONLY.test(from) && other.folder !== "parts")
    return `${from} imports ${to}: it may only show answers`;
  const allowed = WITHIN[own.folder];
  if (allowed !== undefined && !allowed.includes(other.folder))
    return `${from} imports ${to}: ${own.folder} may not use ${other.folder}`;
  return null;
}

/** Why an import breaks the rules, or null. */
function fault(one: Import): string | null {
  const { from, to } = one;
  const room = roomOf(from);
  const isTest = /\.spec\.tsx?$/.test(from);
  if (room === null) return `${from} lies in no room`;
  if (room === "test") return null;
  const rules = ROOMS[room];
  if (rules === undefined) return `${from}: src/${room}/ is not a room`;
  // What the service declares once; as pure as lib, and every room that knows the product speaks it.
  if (to === VOCABULARY && !room.startsWith("ui")) return null;
  if (to.startsWith("src/")) {
    const target = roomOf(to);
    if (target === "test") return isTest ? null : `${from} is product code and imports ${to}`;
    if (target === null) return `${from} imports ${to}, which stands above all rooms`;
    if (target === "api" && SHAPES_ONLY.test(from) && to !== "src/api/types")
      return `${from} imports ${to}: it may only know the shapes of answers`;
    if (target === "ui/page" && SHAPES_ONLY.test(from))
      return `${from} imports ${to}: it may only show answers`;
    const [own, other] = [placeOf(from), placeOf(to)];
    if (own !== null && other !== null) {
      const isOut = room !== "subjects" && target !== room;
      return isOut ? `${from} imports ${to}: ${room} may not` : faultBetween(one, own, other);
    }
    return target === room || rules.below.includes(target)
      ? null
      : `${from} imports ${to}: ${room} may not use ${target}`;
  }
  const keeper = KEEPERS.find(([name]) => name.test(to));
  if (keeper !== undefined && !from.startsWith(keeper[1]))
    return `${from} imports ${to}, which only ${keeper[1]} may`;
  if (FORBIDDEN.some(([where, name]) => where.test(from) && name.test(to))) return `${from} imports ${to}`;
  // A test may read what it shares with the service's tests.
  if (isTest && to.startsWith("node:")) return null;
  if (rules.packages !== undefined && !rules.packages.test(to))
    return `${from} imports ${to}: ${room} may not`;
  return null;
}

const files = sourceFiles("src/**/*.{ts,tsx}");

test("imports point down", () => {
  expect(files.length).toBeGreaterThan(10);
  const faults = files.flatMap(importsOf).map(fault);
  expect(faults.filter((reason) => reason !== null)).toEqual([]);
});

test("each subject says which others it uses, and no more", () => {
  const used: Record<string, string[]> = {};
  const folders = readdirSync(fileURLToPath(new URL("../src/subjects", import.meta.url)));
  for (const subject of folders) used[subject] = [];
  for (const { from, to } of files.flatMap(importsOf)) {
    const [own, other] = [placeOf(from), placeOf(to)];
    if (own === null || other === null || own.subject === other.subject) continue;
    used[own.subject] = [...new Set([...(used[own.subject] ?? []), other.subject])].toSorted();
  }
  expect(used).toEqual(USES);
});

test("the page of a share link reaches neither queries nor the router", () => {
  const entry = "src/subjects/sharing/report/main.tsx";
  const known = new Map(files.map((file) => [file.path.replace(/\.tsx?$/, ""), file]));
  const reached = new Set([entry.replace(/\.tsx$/, "")]);
  // A set is walked to its end, with what was added on the way.
  for (const path of reached) {
    const file = known.get(path);
    if (file !== undefined) for (const { to } of importsOf(file)) reached.add(to);
  }
  expect(reached.size).toBeGreaterThan(100);
  const refused = [...reached].filter(
    (path) => /^@tanstack\/|^@mantine\/notifications/.test(path) || placeOf(path)?.folder === "queries",
  );
  expect(refused).toEqual([]);
});

test.each([
  ["src/lib/a.ts", "react"],
  ["src/lib/a.ts", "src/api/client"],
  ["src/ui/A.tsx", "src/api/vocabulary.gen"],
  ["src/api/a.ts", "src/ui/Button"],
  ["src/ui/A.tsx", "src/api/client"],
  ["src/ui/A.tsx", "src/ui/page/QueryError"],
  ["src/ui/A.tsx", "@tanstack/react-router"],
  ["src/ui/page/A.tsx", "src/subjects/accounts/queries/session"],
  ["src/charts/A.tsx", "src/app/Shell"],
  ["src/charts/A.tsx", "src/subjects/hosts/parts/machine/fold"],
  ["src/subjects/runs/controls/A.tsx", "src/subjects/runs/list/RunsPage"],
  ["src/subjects/runs/EditRuns.tsx", "src/subjects/runs/list/RunsPage"],
  ["src/subjects/runs/controls/A.tsx", "recharts"],
  ["src/subjects/runs/list/A.tsx", "src/subjects/runs/detail/RunPage"],
  ["src/subjects/runs/list/A.tsx", "src/subjects/hosts/list/HostsPage"],
  ["src/subjects/runs/list/A.tsx", "src/subjects/watch/TriageBar"],
  ["src/subjects/runs/list/A.tsx", "src/subjects/system/queries/disk"],
  ["src/subjects/runs/list/A.tsx", "src/app/routes"],
  ["src/subjects/runs/list/A.tsx", "src/test/data"],
  ["src/subjects/runs/queries/a.ts", "src/subjects/runs/parts/tool"],
  ["src/subjects/hosts/parts/machine/A.tsx", "src/api/client"],
  ["src/subjects/hosts/parts/machine/A.tsx", "src/subjects/hosts/parts/facets"],
  ["src/subjects/hosts/detail/A.tsx", "d3-hierarchy"],
  ["src/subjects/runs/parts/A.tsx", "src/api/client"],
  ["src/subjects/runs/parts/A.tsx", "src/subjects/runs/run-title"],
  ["src/subjects/runs/parts/A.tsx", "src/subjects/runs/queries/runs"],
  ["src/subjects/runs/parts/A.tsx", "src/ui/page/QueryError"],
  ["src/subjects/runs/parts/A.tsx", "@tanstack/react-query"],
  ["src/subjects/sharing/report/A.tsx", "src/subjects/runs/queries/runs"],
  ["src/subjects/sharing/report/A.tsx", "src/subjects/sharing/controls/draft"],
  ["src/subjects/sharing/report/A.tsx", "@tanstack/react-router"],
  ["src/subjects/sharing/links/A.tsx", "src/subjects/sharing/report/Report"],
  ["src/helpers/a.ts", "src/lib/units"],
])("an import of the wrong kind is found: %s → %s", (from, to) => {
  expect(fault({ from, to })).not.toBeNull();
});

test("dynamic and side-effect imports are seen", () => {
  const file = {
    path: "src/subjects/runs/list/A.tsx",
    text: `import "../detail/x.css"; const a = import("@/subjects/hosts/list/B");`,
  };
  expect(importsOf(file).map((i) => i.to)).toEqual([
    "src/subjects/runs/detail/x.css",
    "src/subjects/hosts/list/B",
  ]);
});
