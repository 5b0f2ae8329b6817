import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { MeasureRequest, RequestGroup } from "@/api/types";
import { answer, openApp, server, session, signedIn } from "@/test/app";
import { request } from "@/test/request-data";

beforeEach(signedIn);

type Step = RequestGroup["steps"][number];
type StepHost = Step["hosts"][number];
const NONE = { n: null, percentiles: {}, reason: "fio printed no latency bins." };

function member(name: string, state: MeasureRequest["state"] = "done"): RequestGroup["hosts"][number] {
  const of = request({ id: `q-${name}`, host: { id: `h-${name}`, name }, kind: "job", name: "nightly" });
  return { request: { ...of, state, group_id: "g1" }, path: null };
}

function host(name: string, more: Partial<StepHost> = {}): StepHost {
  return {
    host: { id: `h-${name}`, name },
    ready_at: "2026-11-30T08:00:00Z",
    started_after_ms: 0.4,
    clock_ahead_ms: -3.25,
    clock_uncertainty_ms: 0.9,
    run_id: `r-${name}`,
    verdict: "Limited by the 1 Gb/s network.",
    measured_from: "2026-11-30T08:00:01Z",
    measured_to: "2026-11-30T08:00:31Z",
    results: [
      {
        workload: "random read 4 KiB, QD 32, 1 job",
        rates: { direction: "read", iops: 25_000, bw_bytes_per_s: 102_400_000, reason: null },
        latency: { n: 750_000, percentiles: { "50": 100_000, "99": 400_000, "99.9": 900_000 }, reason: null },
      },
    ],
    left_out: null,
    ...more,
  };
}

const STEP: Step = {
  step: 1,
  workload: null,
  repeat: null,
  state: "ended",
  start_at: "2026-11-30T08:00:00Z",
  start_skew_ms: 12.34,
  start_skew_uncertainty_ms: 1.8,
  hosts: [host("jupiter"), host("saturn")],
  total_hosts: 2,
  window_from: "2026-11-30T08:00:01Z",
  window_to: "2026-11-30T08:00:31Z",
  window_reason: null,
  totals: [
    {
      rates: { direction: "read", iops: 50_000, bw_bytes_per_s: 204_800_000, reason: null },
      latency: { n: 1_500_000, percentiles: { "50": 100_000, "99": 500_000, "99.9": null }, reason: null },
      slowest_host_id: "h-saturn",
    },
  ],
};

const GROUP: RequestGroup = {
  id: "g1",
  created_at: "2026-11-30T07:59:00Z",
  state: "ended",
  hosts: [member("jupiter"), member("saturn")],
  steps: [STEP],
  previous_step: null,
  next_step: null,
};

test("the total comes first, with its window and hosts, then the skew and each host", async () => {
  answer("get", "/request-groups/g1", GROUP);
  openApp("/request-groups/g1");
  await screen.findByRole("heading", { level: 1, name: "nightly on 2 hosts" });
  const total = screen.getByRole("region", { name: "Total: Reads" });
  within(total).getByText("205 MB/s");
  within(total).getByText("50.0k");
  within(total).getByText(/^2 hosts, over the 30.0.s during which all were measuring$/);
  within(total).getByText(/1,500,000 I\/Os, from/);
  screen.getByText(/^Start skew 12.3.ms ± 1.8\d*.ms$/);
  const slowest = screen.getByText("slowest").closest("tr");
  expect(slowest?.textContent).toContain("saturn");
  const links = screen.getAllByRole("link", { name: "Limited by the 1 Gb/s network." });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/runs/r-jupiter", "/runs/r-saturn"]);
});

test("what cannot be added up says why, and a host that failed is named", { tags: ["nightly"] }, async () => {
  const reason = "Only jupiter measured to its end: there is nothing to add up.";
  const unknown = { direction: "read", iops: null, bw_bytes_per_s: null, reason };
  const failed = host("saturn", { results: [], run_id: null, left_out: "It failed: fio failed." });
  const totals = [{ rates: unknown, latency: { ...NONE, reason }, slowest_host_id: null }];
  const step = { ...STEP, total_hosts: 1, hosts: [host("jupiter"), failed], totals };
  answer("get", "/request-groups/g1", { ...GROUP, steps: [step] });
  const { unmount } = openApp("/request-groups/g1");
  await screen.findByText(reason, { selector: ":not(.visually-hidden)" });
  screen.getByText("1 of 2 hosts");
  screen.getByText("Not in the total. It failed: fio failed.");
  expect(screen.queryByText("slowest")).toBeNull();
  unmount();
  // A reason of the whole request stands once, where a narrow screen shows it.
  const { request: of, path } = member("saturn", "failed");
  const hosts = [member("jupiter"), { request: { ...of, reason: "fio failed." }, path }];
  answer("get", "/request-groups/g1", { ...GROUP, hosts, steps: [step] });
  openApp("/request-groups/g1");
  await screen.findByText("saturn: Failed. fio failed.");
  screen.getByText("Not in the total");
  expect(screen.queryByText(/It failed/)).toBeNull();
});

test("it says whom it waits for, and those who may write cancel all at once", {
  tags: ["nightly"],
}, async () => {
  const none = { started_after_ms: null, clock_ahead_ms: null, results: [], run_id: null };
  const step = {
    ...{
      ...STEP,
      state: "waiting" as const,
      start_at: null,
      start_skew_ms: null,
      totals: [],
      total_hosts: 0,
    },
    hosts: [host("jupiter", none), host("saturn", { ...none, ready_at: null })],
  };
  const hosts = [member("jupiter", "running"), member("saturn", "queued")];
  const group = { ...GROUP, state: "waiting" as const, hosts, steps: [step] };
  answer("get", "/request-groups/g1", group);
  let cancelled = 0;
  server.use(
    http.delete("*/api/v1/request-groups/g1", () => {
      cancelled += 1;
      return HttpResponse.json(group);
    }),
  );
  const { unmount } = openApp("/request-groups/g1");
  await screen.findByText(/^Waiting for saturn; all start together, or none does$/);
  screen.getByText("Ready");
  fireEvent.click(screen.getByRole("button", { name: "Cancel all" }));
  await expect.poll(() => cancelled).toBe(1);
  unmount();
  answer("get", "/session", session({ role: "viewer", rights: ["read", "session"] }));
  openApp("/request-groups/g1");
  await screen.findByText("Ready");
  expect(screen.queryByRole("button", { name: "Cancel all" })).toBeNull();
});

test("while it runs each host says how long it takes, or since when it is silent; nothing else is claimed", async () => {
  const none = { results: [], run_id: null, measured_from: null, measured_to: null };
  const unknown = { direction: "read", iops: null, bw_bytes_per_s: null, reason: null };
  const progress = { step: 1, steps: 1, workload: null, elapsed_s: 3, left_s: 9 };
  const names = ["jupiter", "mars", "neptune", "saturn"];
  const [jupiter, mars, neptune, saturn] = names.map((name) => member(name, "running"));
  if (!(jupiter && mars && neptune && saturn)) throw new Error("no hosts");
  Object.assign(jupiter.request, { progress });
  Object.assign(mars.request, { progress, is_host_away: true });
  Object.assign(neptune.request, { state: "queued", is_host_away: true, host_seen_at: null });
  const step = {
    ...{ ...STEP, state: "running" as const, totals: [], total_hosts: 0 },
    hosts: [
      host("jupiter", none),
      host("mars", none),
      host("neptune", { ...none, ready_at: null, started_after_ms: null }),
      host("saturn", { ...none, started_after_ms: null }),
      host("titan", {
        results: [{ workload: "random read", rates: unknown, latency: NONE }],
        verdict: "Slow.",
      }),
    ],
  };
  const hosts = [jupiter, mars, neptune, saturn, member("titan")];
  answer("get", "/request-groups/g1", { ...GROUP, state: "running", hosts, steps: [step] });
  openApp("/request-groups/g1");
  const left = await screen.findByRole("link", { name: /^9\.00.s left$/ });
  expect(left.getAttribute("href")).toBe("/requests/q-jupiter");
  const rows = within(screen.getByRole("table", { name: "Hosts that start together" })).getAllByRole("row");
  const cells = rows
    .slice(1)
    .map((row) =>
      [...row.querySelectorAll("td")].map(
        (cell) => cell.querySelector(".missing")?.getAttribute("title") ?? cell.textContent,
      ),
    );
  const clock = expect.stringMatching(/^−3.25.ms ± 900.µs$/);
  const measuring = Array(3).fill("still measuring");
  const waiting = Array(3).fill("not started yet");
  const delay = expect.stringMatching(/^400.µs$/);
  expect(cells).toEqual([
    ["Running", ...measuring, "nightly", delay, clock, left.textContent],
    ["Running", ...measuring, "nightly", delay, clock, expect.stringMatching(/^No contact since 29 Nov/)],
    ["Queued", ...waiting, "nightly", "not started yet", clock, "the host has not polled yet"],
    ["Ready", ...waiting, "nightly", "not started yet", clock, "Watch live"],
    [
      ...["Done", "other hosts are still measuring", "other hosts are still measuring", NONE.reason],
      ...["random read", delay, clock, "Slow."],
    ],
  ]);
});

test("while it runs the sum of all hosts is live, and says where it lacks one; afterwards the stored one stands", async () => {
  const rates = { step: 1, write_iops: null, write_bw: null };
  const second = (at: string, count: number) => ({
    ...{ ...rates, at: `2026-11-30T08:00:0${at}Z`, host_count: count },
    ...{ read_iops: 12_000 * count, read_bw: 50_000_000 * count },
  });
  const samples = [second("1", 1), second("2", 2), second("3", 2), second("4", 2)];
  let frame = { checked_at: "2026-11-30T08:00:05Z", host_count: 2, samples };
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/v1/request-groups/g1/samples", ({ request: { url } }) => {
      asked.push(new URL(url).searchParams.get("after"));
      return HttpResponse.json(frame);
    }),
  );
  const running = { ...GROUP, state: "running" as const, steps: [{ ...STEP, totals: [] }] };
  answer("get", "/request-groups/g1", running);
  openApp("/request-groups/g1");
  const live = await screen.findByRole("region", { name: "Live total" });
  within(live).getByText("Sum of 2 hosts, in the same second");
  within(live).getByText("24.0k");
  within(live).getByText("100 MB/s");
  expect(screen.queryByRole("region", { name: "Total: Reads" })).toBeNull();
  const chart = await screen.findByRole("figure", { name: /^Live/ });
  within(chart).getByText("Sum of 2 hosts: only the seconds in which all of them measured");
  // One host is gone for longer than what is shown as now.
  frame = { ...frame, checked_at: "2026-11-30T08:00:10Z", samples: [second("9", 1)] };
  await within(live).findByText("1 of 2 hosts", {}, { timeout: 10_000 });
  within(live).getByText("12.0k");
  frame = { ...frame, checked_at: "2026-11-30T08:00:30Z", samples: [] };
  await within(live).findByText("No host has reported for 15 s", {}, { timeout: 10_000 });
  expect(within(live).queryByText("Read IOPS")).toBeNull();
  expect(asked[0]).toBeNull();
  answer("get", "/request-groups/g1", GROUP);
  await screen.findByRole("region", { name: "Total: Reads" }, { timeout: 10_000 });
  expect(screen.queryByRole("region", { name: "Live total" })).toBeNull();
});

test("a suite shows the total of each step, and the hosts of the chosen one", {
  tags: ["nightly"],
}, async () => {
  const suite = (name: string, state: MeasureRequest["state"]) => {
    const { request: of, path } = member(name, state);
    const reason = state === "failed" ? "No drive." : null;
    return { request: { ...of, kind: "suite" as const, name: "quick", reason }, path };
  };
  const steps: Step[] = [
    { ...STEP, workload: "seq-read-1m", repeat: 1 },
    {
      ...{
        ...STEP,
        step: 2,
        workload: "rand-read-4k",
        repeat: 2,
        state: "running",
        totals: [],
        total_hosts: 0,
      },
      hosts: [
        host("jupiter"),
        host("saturn", { results: [], run_id: null, ready_at: null, left_out: "It failed: no drive." }),
      ],
    },
  ];
  const group = {
    ...GROUP,
    state: "running" as const,
    hosts: [suite("jupiter", "running"), suite("saturn", "failed")],
    steps,
    next_step: 3,
  };
  answer("get", "/request-groups/g1", group);
  openApp("/request-groups/g1");
  await screen.findByRole("heading", { level: 1, name: "quick on 2 hosts" });
  const rows = within(screen.getByRole("table", { name: "Steps" })).getAllByRole("row");
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    "StepBandwidthIOPSp99 latencySlowest hostStart skewHosts",
    expect.stringMatching(/^1\. seq-read-1m205.MB\/s50\.0k500.µssaturn12\.3.ms2 of 2$/),
    expect.stringMatching(/^2\. rand-read-4k, repeat 2/),
  ]);
  screen.getByRole("region", { name: "Total: Reads, 1. seq-read-1m" });
  screen.getByText("saturn: Failed. No drive.");
  // It measured this step.
  expect(screen.getAllByText("Done")).toHaveLength(2);
  fireEvent.click(screen.getByRole("button", { name: "2. rand-read-4k, repeat 2" }));
  await screen.findByRole("region", { name: "Hosts: 2. rand-read-4k, repeat 2" });
  screen.getByText("Not in the total. It failed: no drive.");
  expect(screen.queryByRole("region", { name: /^Total/ })).toBeNull();
  // Of many hosts a few steps at a time, forwards and back.
  const asked: (string | null)[] = [];
  const at = (step: number, name: string) => [{ ...STEP, step, workload: name }];
  const pages: Record<string, Partial<RequestGroup>> = {
    "3": { steps: at(3, "third"), previous_step: 1, next_step: 5 },
    "5": { steps: at(5, "last"), previous_step: 3, next_step: null },
  };
  server.use(
    http.get("*/api/v1/request-groups/g1", ({ request: of }) => {
      const from = new URL(of.url).searchParams.get("from_step");
      asked.push(from);
      return HttpResponse.json({ ...group, ...pages[from ?? ""] });
    }),
  );
  for (const [button, shown] of [
    ["Next steps", "3. third"],
    ["Next steps", "5. last"],
    ["Previous steps", "3. third"],
    ["Previous steps", "2. rand-read-4k, repeat 2"],
  ] as const) {
    fireEvent.click(await screen.findByRole("button", { name: button }));
    await screen.findByRole("region", { name: `Hosts: ${shown}` });
  }
  expect(asked.slice(0, 2)).toEqual(["3", "5"]);
  expect(screen.queryByRole("button", { name: "Previous steps" })).toBeNull();
});

test("what ended is asked of the same hosts again, each on its own target", {
  tags: ["nightly"],
}, async () => {
  answer("get", "/request-groups/g1", GROUP);
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/v1/requests", async ({ request: sent }) => {
      asked.push(await sent.json());
      return HttpResponse.json({ ...GROUP.hosts[0]?.request, group_id: "g2" }, { status: 201 });
    }),
  );
  answer("get", "/request-groups/g2", { ...GROUP, id: "g2", state: "waiting", steps: [] });
  openApp("/request-groups/g1");
  fireEvent.click(await screen.findByRole("button", { name: "Run again" }));
  await screen.findByRole("button", { name: "Cancel all" });
  const of = GROUP.hosts.map(({ request: { host: one, target } }) => ({ host_id: one.id, target }));
  const { kind, name, run_id, target, parameters, priority } = request({ kind: "job", name: "nightly" });
  expect(asked).toEqual([{ kind, name, run_id, target, parameters, priority, hosts: of }]);
});
