import { expect, test } from "vitest";
import { downloads, paths, safeNext } from "@/lib/paths";

test("every address of the product", () => {
  const all = {
    home: paths.home(),
    runs: paths.runs(),
    runsSorted: paths.runs({ sort: { key: "iops", isDescending: true }, filter: { host: ["a b"] } }),
    run: paths.run("0199a1b2/../x"),
    explore: paths.explore({ x: "slot" }),
    compare: paths.compare({ base: "bios.nps=1", news: ["bios.nps=4"] }),
    compareRuns: paths.compareRuns(["a"], ["b", "c"]),
    hosts: paths.hosts(),
    hostThen: paths.host("h", { inventory: "i" }),
    host: paths.host("h 1"),
    fleet: paths.fleet({ problem: "odd", q: "a b" }),
    models: paths.models(),
    model: paths.model("f0", { over: "slot" }),
    difference: paths.difference("a", "b/c"),
    batch: paths.batch("sweep"),
    import: paths.import(),
    shares: paths.shares(),
    settings: paths.settings(),
    tokens: paths.tokens(),
    people: paths.people(),
    audit: paths.audit(),
    account: paths.account(),
    join: paths.join(),
    sso: paths.sso(),
    login: paths.login(),
    loginNext: paths.login({ next: "/runs?sort=iops" }),
    exported: downloads.runs({ format: "csv", host: "a" }),
    fleetFile: downloads.fleet({ problem: "odd" }),
    comparison: downloads.comparison({ base: "slot=2", new: ["slot=3"] }, "csv"),
    raw: downloads.raw("1", "fio output.json"),
  };
  expect(all).toMatchInlineSnapshot(`
    {
      "account": "/settings/account",
      "audit": "/settings/audit",
      "batch": "/batches/sweep",
      "compare": "/compare?base=bios.nps%3D1&new=bios.nps%3D4",
      "compareRuns": "/compare?base=run%3Da&new=run%3Db&new=run%3Dc",
      "comparison": "api/v1/compare?base=slot%3D2&format=csv&new=slot%3D3",
      "difference": "/inventories/a/diff/b%2Fc",
      "explore": "/explore?x=slot",
      "exported": "api/v1/runs/export?format=csv&host=a",
      "fleet": "/fleet?problem=odd&q=a%20b",
      "fleetFile": "api/v1/fleet/export?problem=odd",
      "home": "/",
      "host": "/hosts/h%201",
      "hostThen": "/hosts/h?inventory=i",
      "hosts": "/hosts",
      "import": "/import",
      "join": "/join",
      "login": "/login",
      "loginNext": "/login?next=/runs%3Fsort%3Diops",
      "model": "/models/f0?over=slot",
      "models": "/models",
      "people": "/settings/people",
      "raw": "api/v1/runs/1/raw?name=fio%20output.json",
      "run": "/runs/0199a1b2%2F..%2Fx",
      "runs": "/runs",
      "runsSorted": "/runs?host=a%20b&sort=-iops",
      "settings": "/settings",
      "shares": "/shares",
      "sso": "/sso",
      "tokens": "/settings/tokens",
    }
  `);
  expect(Object.keys(paths).filter((name) => !(name in all))).toEqual([]);
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
