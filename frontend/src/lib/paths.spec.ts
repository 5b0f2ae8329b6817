import { expect, test } from "vitest";
import { addresses, addressesOutside } from "@/lib/address";
import { downloads } from "@/lib/downloads";
import { paths, safeNext } from "@/lib/paths";

test.each(Object.entries({ ...addresses, ...addressesOutside }))(
  "the link to %s is its address",
  (name, { path }) => {
    const ids = [...path.matchAll(/\$[a-z]+/g)].map((_, i) => `id ${i}`);
    // The links differ in their ids; each takes as many as its path has.
    const link = paths[name as keyof typeof addresses] as (...given: string[]) => string;
    expect(decodeURIComponent(link(...ids))).toBe(
      ids.reduce((text, id) => text.replace(/\$[a-z]+/, id), path),
    );
  },
);

test("an address has its ids escaped and what differs from the usual view", () => {
  const all = {
    runsSorted: paths.runs({ sort: { key: "iops", isDescending: true }, filter: { host: ["a b"] } }),
    run: paths.run("0199a1b2/../x"),
    explore: paths.explore({ x: "slot" }),
    compare: paths.compare({ base: "bios.nps=1", news: ["bios.nps=4"] }),
    compareRuns: paths.compareRuns(["a"], ["b", "c"]),
    hostThen: paths.host("h", { inventory: "i" }),
    host: paths.host("h 1"),
    fleet: paths.fleet({ problem: "odd", q: "a b" }),
    changes: paths.changes({ state: "expected", suspect: "kernel" }),
    change: paths.change("c0"),
    request: paths.request("q0"),
    requestGroup: paths.requestGroup("g0"),
    series: paths.series("s0"),
    events: paths.events({ kind: "link", days: "1", isWithGone: true }),
    model: paths.model("f0", { over: "slot" }),
    sheets: paths.sheets({ q: "p3700" }),
    sheet: paths.sheet("intel-p3700"),
    sheetFile: downloads.sheet("intel-p3700"),
    difference: paths.difference("a", "b/c"),
    batch: paths.batch("sweep"),
    view: paths.view("runs", "host=a"),
    loginNext: paths.login({ next: "/runs?sort=iops" }),
    exported: downloads.runs({ format: "csv", host: "a" }),
    fleetFile: downloads.fleet({ problem: "odd" }),
    comparison: downloads.comparison({ base: "slot=2", new: ["slot=3"] }, "csv"),
    raw: downloads.raw("1", "fio output.json"),
    reply: downloads.reply("s", "r"),
  };
  expect(all).toMatchInlineSnapshot(`
    {
      "batch": "/batches/sweep",
      "change": "/changes/c0",
      "changes": "/changes?state=expected&suspect=kernel",
      "compare": "/compare?base=bios.nps%3D1&new=bios.nps%3D4",
      "compareRuns": "/compare?base=run%3Da&new=run%3Db&new=run%3Dc",
      "comparison": "api/v1/compare?base=slot%3D2&format=csv&new=slot%3D3",
      "difference": "/inventories/a/diff/b%2Fc",
      "events": "/events?days=1&gone=shown&kind=link",
      "explore": "/explore?x=slot",
      "exported": "api/v1/runs/export?format=csv&host=a",
      "fleet": "/fleet?problem=odd&q=a%20b",
      "fleetFile": "api/v1/fleet/export?problem=odd",
      "host": "/hosts/h%201",
      "hostThen": "/hosts/h?inventory=i",
      "loginNext": "/login?next=/runs%3Fsort%3Diops",
      "model": "/models/f0?over=slot",
      "raw": "api/v1/runs/1/raw?name=fio%20output.json",
      "reply": "api/v1/shares/s/replies/r/raw",
      "request": "/requests/q0",
      "requestGroup": "/request-groups/g0",
      "run": "/runs/0199a1b2%2F..%2Fx",
      "runsSorted": "/runs?host=a%20b&sort=-iops",
      "series": "/series/s0",
      "sheet": "/datasheets/intel-p3700",
      "sheetFile": "api/v1/specs/intel-p3700/file",
      "sheets": "/datasheets?q=p3700",
      "view": "/runs?host=a",
    }
  `);
});

test.each([
  "/runs",
  "/runs/42",
  "/runs?sort=-iops&host=a",
  "/hosts",
  "/hosts/7?inventory=9",
  "/inventories/1/diff/2",
  "/batches/3",
  "/import",
  "/settings/tokens",
  "/",
])("after signing in a reader may go to %s", (next) => expect(safeNext(next)).toBe(next));

test.each([
  "//evil.example",
  "https://evil.example",
  "/\\evil.example",
  "/runs/../../x",
  "/hosts/../../x",
  "/inventories/1/diff/2/../x",
  // oxlint-disable-next-line no-script-url -- what is refused here
  "javascript:alert(1)",
  "",
  "/nope",
  "/runs#x",
])("after signing in a reader is never sent to %j", (next) => expect(safeNext(next)).toBe("/"));
