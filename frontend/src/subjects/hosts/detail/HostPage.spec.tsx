import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Fleet, HostDetail, HostRatings, Inventory } from "@/api/types";
import { errorBody } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";
import { epyc, hiddenMachine } from "@/test/machine-data";
import { ETCD, ETCD_WAL } from "@/test/purpose-data";
import { ratedFigure } from "@/test/rated-figure";
import { request, schedule } from "@/test/request-data";

beforeEach(signedIn);

const FLEET: Fleet = {
  items: [],
  next_cursor: null,
  drives: 0,
  hosts: 0,
  with_problems: 0,
  open_regressions: 0,
  problems: [],
  last_seen_at: null,
  odd_at: "2026-11-20T00:00:00Z",
  rated: { drives: 0, judged: 0, as_rated: 0 },
  not_judged: 0,
};
const NONE: HostRatings = { items: [], is_whole: true };

const entry = (
  id: string,
  more: Partial<HostDetail["timeline"][number]> = {},
): HostDetail["timeline"][number] => ({
  inventory_id: id,
  previous_inventory_id: null,
  first_seen_at: "2026-11-10T09:00:00Z",
  last_seen_at: "2026-11-10T09:00:00Z",
  run_count: 1,
  headlines: [],
  change_count: 0,
  follow_count: 0,
  unknown_count: 0,
  facets_changed: [],
  units: null,
  ...more,
});

function host(more: Partial<HostDetail> = {}): HostDetail {
  return {
    id: "host-1",
    name: "jupiter",
    run_count: 4,
    last_run_at: "2026-11-12T09:00:00Z",
    first_run_at: "2026-11-10T09:00:00Z",
    agent_program: "fioboard-agent",
    inventory_id: "new",
    refused_uploads: 0,
    hardware: ["EXAMPLE BOARD", "BIOS M11"],
    answer: {
      kind: "empty",
      sentence: "No runs on this host yet.",
      sure: "",
      text: [],
      series: null,
      next: { title: "No known issues", text: "", command: null },
    },
    series: [],
    runs_looked_at: 4,
    drives: { drives: 0, missing: 0, links: 0, degraded: 0, is_virtual: false },
    pictured_run_id: null,
    same_name: [],
    alike: [],
    machines: [],
    moves: [],
    refusals: [],
    agent: null,
    stated_hardware: [],
    bare_runs: 0,
    timeline_left_out: 0,
    timeline: [
      entry("new", {
        previous_inventory_id: "old",
        headlines: [
          {
            key: "bios.version",
            title: "BIOS version",
            base: "M10",
            new: "M11",
            unit: null,
            is_change: true,
            follow_count: 2,
          },
        ],
        change_count: 3,
        facets_changed: ["fw"],
      }),
      entry("old"),
    ],
    ...more,
  };
}

function inventory(id: string, more: Partial<Inventory> = {}): Inventory {
  return {
    id,
    created_at: "2026-11-10T09:00:00Z",
    hw_fingerprint: null,
    fw_fingerprint: null,
    os_fingerprint: null,
    document: { cpu: { model: `CPU of ${id}` } },
    left_out: [],
    firmware: [],
    findings: [],
    run_count: 1,
    ...more,
  };
}

function openHost(search = "", { detail = host(), shown = inventory("new"), ratings = NONE } = {}) {
  answer("get", "/hosts/:id", detail);
  answer("get", "/hosts/:id/ratings", ratings);
  answer("get", "/fleet", FLEET);
  answer("get", `/inventories/${shown.id}`, shown);
  answer("get", `/inventories/${shown.id}/machine`, { ...epyc(), run: null });
  return openApp(`/hosts/host-1${search}`);
}

test.each(["", "#purposes", "#changes", "#hardware", "#setup", "#support"])(
  "no two regions of %s have one name",
  async (tab) => {
    answer("get", "/changes", { items: [], next_cursor: null, states: [] });
    answer("get", "/watched-series", { items: [], next_cursor: null });
    openHost(tab);
    await screen.findByRole("region", { name: "Answer" });
    const names = screen.getAllByRole("region").map((one) => {
      const heading = document.getElementById(one.getAttribute("aria-labelledby") ?? "");
      return one.getAttribute("aria-label") ?? heading?.textContent ?? "";
    });
    expect(names.filter((name, i) => name === "" || names.indexOf(name) !== i)).toEqual([]);
  },
);

test("the newest inventory is shown, an older one says that it is one", async () => {
  openHost("#hardware");
  expect(await screen.findByText("CPU of new")).toBeDefined();
  expect(screen.queryByText(/not the newest/)).toBeNull();
});

test("the address chooses an older inventory", { tags: ["nightly"] }, async () => {
  const { user, address } = openHost("?inventory=old", { shown: inventory("old") });
  expect(await screen.findByText("CPU of old")).toBeDefined();
  answer("get", "/inventories/new", inventory("new"));
  answer("get", "/inventories/new/machine", hiddenMachine());
  await user.click(screen.getByRole("button", { name: "Show the newest" }));
  expect(await screen.findByText("CPU of new")).toBeDefined();
  expect(address()).toBe("/hosts/host-1#hardware");
});

test("a change names what changed and how much more there is", async () => {
  openHost("#hardware");
  const changes = await screen.findByRole("region", { name: "What changed" });
  const headlines = within(changes).getAllByRole("listitem");
  expect(headlines.map((item) => item.textContent)).toContain("BIOS version: M10 → M11, with 2 consequences");
  expect(within(changes).getByText("and 2 more fields")).toBeDefined();
});

test("a host without an inventory says how its hardware is added, and what its runs tell", async () => {
  openHost("#hardware", { detail: host({ inventory_id: null, timeline: [] }) });
  expect(await screen.findByRole("heading", { name: "Add hardware inventory" })).toBeDefined();
  expect(screen.getByText("Known only from its runs: EXAMPLE BOARD · BIOS M11")).toBeDefined();
});

test("a pasted inventory is sent as it is, and what is none is not", async () => {
  const every = {
    runs: 14,
    first_at: "2024-03-02T09:00:00Z",
    last_at: "2026-11-20T09:00:00Z",
    undated: 0,
  };
  const none = { runs: 0, first_at: null, last_at: null, undated: 0 };
  const three = { runs: 3, first_at: "2026-11-02T09:00:00Z", last_at: "2026-11-20T09:00:00Z", undated: 1 };
  server.use(
    http.get("*/api/v1/hosts/host-1/hardware", ({ request }) => {
      const asked = new URL(request.url).searchParams.get("since");
      return HttpResponse.json({
        since: asked ?? "2026-11-19T09:00:00Z",
        max_age_days: 30,
        every,
        chosen: asked === null ? none : three,
      });
    }),
  );
  const { user } = openHost("#hardware", { detail: host({ inventory_id: null, timeline: [] }) });
  const field = await screen.findByRole("textbox", { name: "Inventory, JSON" });
  const add = screen.getByRole("button", { name: /^Add hardware/ });
  for (const text of ["junk", "[1]", "7", "null"]) {
    await user.clear(field);
    await user.click(field);
    await user.paste(text);
    expect(screen.getByText("Not a valid JSON object.")).toBeDefined();
    expect(add).toHaveProperty("disabled", true);
  }
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/v1/hosts/host-1/hardware", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({ id: "stated", inventory_id: "new", runs: 3, uploads: 2 });
    }),
  );
  await user.clear(field);
  await user.click(field);
  // Two blanks: not a byte of it is made anew.
  const pasted = '{"schema":  1, "cpu": {"model": "x"}}';
  await user.paste(pasted);
  expect(await screen.findByText(/^No run is affected: all 14 without hardware are older/)).toBeDefined();
  expect(add).toHaveProperty("disabled", true);
  fireEvent.change(screen.getByLabelText("For runs since"), { target: { value: "2026-11-01T00:00" } });
  expect(await screen.findByText(/3 of 14 runs/)).toBeDefined();
  const told = screen.getByRole("form", { name: "Paste the inventory" }).textContent;
  expect(told).toMatch(/11\sruns older than .* stay unchanged/);
  expect(told).toMatch(/For 1 run without a start time/);
  await user.click(screen.getByRole("button", { name: "Add hardware to 3 runs" }));
  expect(await screen.findByText(/^3 runs on this host now have this hardware/)).toBeDefined();
  expect(sent).toEqual([{ document: pasted, since: new Date("2026-11-01T00:00").toISOString() }]);
});

test("an inventory that cannot be loaded keeps the timeline", async () => {
  answer("get", "/hosts/:id", host());
  answer("get", "/inventories/new", errorBody("Broken", "The document cannot be read."), 422);
  openApp("/hosts/host-1#hardware");
  expect(await screen.findByText("The document cannot be read.")).toBeDefined();
  expect(screen.getByRole("region", { name: "What changed" })).toBeDefined();
});

test("a picture that cannot be loaded says so, the inventory is there all the same", async () => {
  openHost("#hardware");
  answer("get", "/inventories/new/machine", errorBody("Broken", "No tree grows here."), 422);
  expect(await screen.findByText("No tree grows here.")).toBeDefined();
  expect(screen.getByText("CPU of new")).toBeDefined();
});

test("names the sections of an inventory that are too long, with a way to all of it", async () => {
  openHost("#hardware", {
    shown: inventory("new", { left_out: [{ section: "tunables", bytes: 2_100_000 }] }),
  });
  expect(await screen.findByText(/Too long to be shown: tunables/)).toBeDefined();
  const whole = screen.getByRole("link", { name: "all of it as JSON" });
  expect(whole.getAttribute("href")).toBe("/api/v1/inventories/new?whole=true");
});

test("a machine that hides its ports says that it is virtual", async () => {
  openHost("#hardware", { shown: inventory("new", { document: { virtualized: "kvm" } }) });
  answer("get", "/inventories/new/machine", hiddenMachine());
  expect(await screen.findByText("No PCIe ports visible.")).toBeDefined();
  expect(screen.getByText(/^Virtual machine \(kvm\)/)).toBeDefined();
});

test("a setting that the running system contradicts is marked", async () => {
  const setting = {
    key: "numa.nodes_per_socket",
    title: "Nodes per socket",
    value: 4,
    source: "redfish" as const,
    attribute: "NumaNodesPerSocket",
    inferred: 1,
    is_conflict: true,
  };
  openHost("#hardware", { shown: inventory("new", { firmware: [setting] }) });
  const table = await screen.findByRole("table", { name: "BIOS settings" });
  expect(within(table).getByText("Conflict: the BIOS setting and the running system differ")).toBeDefined();
  expect(within(table).getByText("Redfish")).toBeDefined();
});

test("findings come warnings first, each with its evidence", async () => {
  const evidence = [{ name: "trained", value: 2, unit: "lanes", source: "inventory" }];
  const judged = { confidence: "certain", experiment: null } as const;
  const findings: Inventory["findings"] = [
    {
      id: "port-limited",
      kind: "limit",
      severity: "info",
      text: "The port is older.",
      evidence: [],
      ...judged,
    },
    {
      id: "link-downgraded-width",
      kind: "cause",
      severity: "warning",
      text: "Trained at x2. Reseat the drive.",
      evidence,
      ...judged,
    },
  ];
  openHost("#hardware", { shown: inventory("new", { findings }) });
  const items = within(
    await screen.findByRole("region", { name: "Findings about this machine" }),
  ).getAllByRole("listitem");
  expect(items.map((item) => item.textContent)).toEqual([
    "Warning: Trained at x2. Reseat the drive. Evidencetrainedx2 (inventory)",
    "Note: The port is older.  ",
  ]);
});

test("hosts of one name are told apart, and what was refused is said in its sender's words", async () => {
  const detail = "agent on jupiter belongs to the host 'jupiter' and cannot send for 'saturn'.";
  openHost("", {
    detail: host({
      same_name: [{ id: "host-2", name: "jupiter (2)" }],
      refused_uploads: 1,
      refusals: [{ refused_at: "2026-11-12T09:00:00Z", error: "WrongHost", detail }],
    }),
  });
  expect(await screen.findByText(/Another host reports the same name/)).toBeDefined();
  expect(screen.getByRole("link", { name: "jupiter (2)" }).getAttribute("href")).toBe("/hosts/host-2");
  expect(
    within(screen.getByRole("region", { name: "Rejected uploads" })).getByText(/cannot send for/),
  ).toBeDefined();
});

test("a host that looks alike is offered for merging, and a merge can be undone", async () => {
  const asked: string[] = [];
  server.use(
    http.post("*/api/v1/hosts/:id/merge", async ({ request, params }) => {
      asked.push(`merge ${JSON.stringify(await request.json())} into ${String(params["id"])}`);
      return HttpResponse.json({}, { status: 201 });
    }),
    http.post("*/api/v1/host-moves/:id/undo", ({ params }) => {
      asked.push(`undo ${String(params["id"])}`);
      return HttpResponse.json({});
    }),
  );
  openHost("", {
    detail: host({
      alike: [{ id: "host-2", name: "vm (2)" }],
      moves: [
        {
          id: "move-1",
          kind: "merge",
          source: { id: "host-3", name: "vm (3)" },
          target: { id: "host-1", name: "jupiter" },
          runs: 2,
          moved_at: "2026-11-12T09:00:00Z",
          moved_by: "admin",
          undone_at: null,
        },
      ],
    }),
  });
  const card = within(await screen.findByRole("region", { name: "Same machine?" }));
  expect(card.getByText(/vm \(3\) was merged into this host/)).toBeDefined();
  fireEvent.click(card.getByRole("button", { name: "Merge vm (2) into jupiter" }));
  await waitFor(() => expect(asked).toEqual(['merge {"host_id":"host-2"} into host-1']));
  fireEvent.click(card.getByRole("button", { name: "Undo" }));
  await waitFor(() => expect(asked).toContain("undo move-1"));
});

test("two machines that alternate in one history can be split", async () => {
  const machine = {
    first_seen_at: "2026-11-10T09:00:00Z",
    last_seen_at: "2026-11-12T09:00:00Z",
    run_count: 2,
  };
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/v1/hosts/:id/split", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json({}, { status: 201 });
    }),
  );
  openHost("", {
    detail: host({
      machines: [
        { ...machine, name: "Bench 1, 1", inventory_ids: ["a"] },
        { ...machine, name: "Bench 2, 2", inventory_ids: ["b"] },
      ],
    }),
  });
  fireEvent.click(await screen.findByRole("button", { name: "Move the runs of Bench 2, 2 to a new host" }));
  await waitFor(() => expect(asked).toEqual([{ inventory_ids: ["b"] }]));
});

test("what the host runs now and what is due next stands above its results; nothing where nothing is", async () => {
  const { unmount } = openHost();
  await screen.findByRole("heading", { level: 1, name: "jupiter" });
  expect(screen.queryByRole("region", { name: "Running now and next" })).toBeNull();
  unmount();
  const progress = { step: 2, steps: 4, workload: null, elapsed_s: 30, left_s: 90, checks: [] };
  const running = request({ id: "q1", state: "running", progress });
  const group = { group_id: "g1", together: { host_count: 7, host_names: ["io", "juno"] } };
  const items = [
    request({ id: "q3", ...group }),
    request({ id: "q4", state: "offered", ...group }),
    request({ id: "q2", name: "db" }),
    request({ id: "q5", name: "lost", state: "running", progress, is_host_away: true }),
    running,
  ];
  answer("get", "/requests", { items, next: null });
  const hosts = ["titan", "rhea"].map((name) => ({ host: { id: name, name }, target: "/srv" }));
  answer("get", "/schedules", {
    items: [schedule({ paused_at: "2026-11-29T08:00:00Z" }), schedule({ hosts })],
  });
  openHost();
  const region = await screen.findByRole("region", { name: "Running now and next" });
  const lines = within(region).getAllByRole("listitem");
  await expect
    .poll(() => lines.map((one) => one.textContent?.replace(/\s/g, " ")))
    .toEqual([
      "Startingquick on io, juno and 5 more",
      "Runninglost on /srv/bench, no contact",
      "Runningquick on /srv/bench, step 2 of 4, 90.0 s left",
      "Queueddb on /srv/bench",
      expect.stringMatching(/^Nextquick on rhea, titan, 30 Nov/),
    ]);
  expect(within(region).getAllByRole("link")[0]?.getAttribute("href")).toBe("/request-groups/g1");
});

test("a host that was merged into another leads to that one", async () => {
  const { address } = openHost("", { detail: host({ id: "host-9" }) });
  await waitFor(() => expect(address()).toContain("/hosts/host-9"));
});

test("a host that is not there is said as such", async () => {
  answer("get", "/hosts/:id", errorBody("HostNotFound", "There is no such host."), 404);
  openApp("/hosts/gone");
  expect(await screen.findByText("There is no such host.")).toBeDefined();
});

test("the latest and the best run beside the datasheet, each with its run; another test has no best one", async () => {
  const figure = ratedFigure({ verdict: "comparable", may_judge: true, share: 0.95, differs: [] });
  const run = (run_id: string, share: number) => ({
    run_id,
    at: "2026-11-12T09:00:00Z",
    figure: { ...figure, share },
  });
  const models = ["INTEL SSDPEDMD020T4"];
  openHost("", {
    ratings: {
      is_whole: false,
      items: [
        { models, runs: 3, latest: run("run-new", 0.44), best: run("run-best", 0.95) },
        { models, runs: 1, latest: { ...run("run-other", 0.17), figure: ratedFigure() }, best: null },
      ],
    },
  });
  const table = within(await screen.findByRole("table", { name: "Compared with the drives' ratings" }));
  const rows = table.getAllByRole("row").map((row) => row.textContent ?? "");
  expect(rows).toHaveLength(4);
  expect(rows[1]).toMatch(/INTEL SSDPEDMD020T4.*Latest.*44/);
  expect(rows[2]).toMatch(/Highest share.*95/);
  expect(rows[3]).toMatch(/Latest.*–Not comparable/);
  expect(table.getAllByRole("link", { name: /IOPS|75/ }).map((link) => link.getAttribute("href"))).toEqual([
    expect.stringContaining("run-new"),
    expect.stringContaining("run-best"),
    expect.stringContaining("run-other"),
  ]);
  expect(screen.getByText(/Only the newest are shown/)).toBeDefined();
});

test("a host whose runs stand beside no datasheet says nothing of one", async () => {
  openHost("#results");
  const parts = await screen.findByRole("navigation", { name: "Parts of this host" });
  expect(within(parts).getByRole("link", { name: "Results" }).hasAttribute("aria-current")).toBe(true);
  expect(await screen.findByText("No runs on this host yet.")).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Compared with the drives' ratings" })).toBeNull();
});

test("hardware that a person stated says so, and the runs that still have none can get theirs", async () => {
  openHost("#hardware", {
    detail: host({
      stated_hardware: [
        {
          id: "stated",
          inventory_id: "new",
          since: "2026-11-01T00:00:00Z",
          stated_at: "2026-11-21T09:00:00Z",
          stated_by: "ada",
          runs: 3,
        },
      ],
      bare_runs: 11,
    }),
  });
  const card = await screen.findByRole("region", { name: "Manually added hardware" });
  expect(card.textContent).toMatch(/11 runs of this host have no hardware/);
  expect(card.textContent).toMatch(/3 runs since .*: stated by ada/);
  expect(within(card).getByRole("link", { name: "As it was pasted" }).getAttribute("href")).toBe(
    "api/v1/hosts/host-1/hardware/stated/raw",
  );
});

test("says for which programs each target is fast enough, with the run that tells; else how to measure one", async () => {
  const target = { run_id: "run-9", at: null, sentence: "Fast enough for etcd." };
  answer("get", "/hosts/:id/purposes", {
    items: [
      {
        ...target,
        target: "/mnt/fast",
        items: [{ ...ETCD, requirements: [{ ...ETCD_WAL, run_id: "run-9" }] }],
      },
    ],
  });
  openHost("#purposes");
  const card = await screen.findByRole("region", { name: "/mnt/fast" });
  expect(within(card).getByText("Fast enough for etcd.")).toBeDefined();
  const run = within(within(card).getByRole("row", { name: /etcd/ })).getByRole("link", { name: /7\.83/ });
  expect(run.getAttribute("href")).toBe("/runs/run-9");
  cleanup();
  answer("get", "/hosts/:id/purposes", { items: [] });
  openHost("#purposes");
  await screen.findByText(/^fioboard-agent suite purpose etcd .*PATH$/);
});
