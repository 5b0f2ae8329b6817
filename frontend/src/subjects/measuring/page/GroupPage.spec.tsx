import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { RequestGroup } from "@/api/types";
import { answer, openApp, server, session, signedIn } from "@/test/app";
import { request } from "@/test/request-data";

beforeEach(signedIn);

type Host = RequestGroup["hosts"][number];
const NONE = { n: null, percentiles: {}, reason: "fio printed no latency bins." };

function host(name: string, more: Partial<Host> = {}): Host {
  const of = request({ id: `q-${name}`, host: { id: `h-${name}`, name }, kind: "job", name: "nightly" });
  return {
    request: { ...of, state: "done", group_id: "g1" },
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
    path: null,
    left_out: null,
    ...more,
  };
}

const GROUP: RequestGroup = {
  id: "g1",
  created_at: "2026-11-30T07:59:00Z",
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

test("what cannot be added up says why, and a host that failed is named", async () => {
  const reason = "Only jupiter measured to its end: there is nothing to add up.";
  const unknown = { direction: "read", iops: null, bw_bytes_per_s: null, reason };
  const failed = host("saturn", { results: [], run_id: null, left_out: "It failed: fio failed." });
  answer("get", "/request-groups/g1", {
    ...GROUP,
    total_hosts: 1,
    hosts: [host("jupiter"), failed],
    totals: [{ rates: unknown, latency: { ...NONE, reason }, slowest_host_id: null }],
  });
  openApp("/request-groups/g1");
  await screen.findByText(reason);
  screen.getByText("1 of 2 hosts");
  screen.getByText("Not in the total. It failed: fio failed.");
  expect(screen.queryByText("slowest")).toBeNull();
});

test("it says whom it waits for, and those who may write cancel all at once", async () => {
  const waiting = { start_at: null, start_skew_ms: null, start_skew_uncertainty_ms: null, totals: [] };
  const queued = (name: string, readyAt: string | null) =>
    host(name, {
      request: { ...host(name).request, state: readyAt === null ? "queued" : "running" },
      ready_at: readyAt,
      started_after_ms: null,
      clock_ahead_ms: null,
      results: [],
      run_id: null,
    });
  const hosts = [queued("jupiter", "2026-11-30T08:00:00Z"), queued("saturn", null)];
  const group = { ...GROUP, ...waiting, state: "waiting" as const, hosts, total_hosts: 0 };
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

test("what ended is asked of the same hosts again, each on its own target", async () => {
  answer("get", "/request-groups/g1", GROUP);
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/v1/requests", async ({ request: sent }) => {
      asked.push(await sent.json());
      return HttpResponse.json({ ...GROUP.hosts[0]?.request, group_id: "g2" }, { status: 201 });
    }),
  );
  answer("get", "/request-groups/g2", { ...GROUP, id: "g2", state: "waiting", start_at: null, totals: [] });
  openApp("/request-groups/g1");
  fireEvent.click(await screen.findByRole("button", { name: "Run again" }));
  await screen.findByRole("button", { name: "Cancel all" });
  const of = GROUP.hosts.map(({ request: { host: one, target } }) => ({ host_id: one.id, target }));
  const { kind, name, run_id, target, parameters, priority } = request({ kind: "job", name: "nightly" });
  expect(asked).toEqual([{ kind, name, run_id, target, parameters, priority, hosts: of }]);
});
