import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LiveOutlook, LiveSample, MeasureRequest } from "@/api/types";
import { ENDED_EVERY_MS } from "@/subjects/measuring/queries/ended-request";
import { batchOf, result, runDetail, runSummary } from "@/test/api-data";
import { answer, openApp, server, session, signedIn } from "@/test/app";
import { request } from "@/test/request-data";

beforeEach(signedIn);
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(globalThis, "EventSource");
});

const REQUEST = request({
  state: "running",
  started_at: "2026-11-29T08:00:01Z",
  progress: {
    ...{ step: 2, steps: 4, workload: "randread 4k QD 32", elapsed_s: 30, left_s: 90 },
    checks: [
      { id: "swap", status: "ok", text: "The host is not swapping.", reason: null },
      {
        id: "other_io",
        status: "warning",
        text: "Background I/O on the drives: 4.9 MB/s on vda.",
        reason: null,
      },
    ],
  },
});
const SAMPLE: LiveSample = {
  at: "2026-11-29T08:00:30Z",
  step: 2,
  read_iops: 87_200,
  write_iops: null,
  read_bw: 357_171_200,
  write_bw: null,
  read_lat_mean_ns: 366_000,
  write_lat_mean_ns: null,
  temperature_c: null,
  cpu_percent: null,
};

const AT_LINK: LiveOutlook = {
  kind: "at_link",
  text: "97.8 % of 1 × Gen4 x4 (7.88 GB/s, link of the last run here) for 20 s: a longer run cannot read faster.",
  share: 0.978,
  half_width_share: null,
  seconds: 20,
};

function live(given: MeasureRequest, samples: LiveSample[] = [], outlook: LiveOutlook[] = []) {
  answer("get", "/requests/q1", given);
  answer("get", "/requests/q1/samples", { request: given, samples, outlook });
}

test("a running request shows its step, the time left and the newest second", async () => {
  live(REQUEST, [SAMPLE]);
  openApp("/requests/q1");
  await screen.findByRole("heading", { level: 1, name: "quick on /srv/bench" });
  const status = screen.getByText("Running").closest("p");
  expect(status?.textContent).toBe("Running Step 2 of 4: randread 4k QD 32");
  screen.getByText(/^30.0.s elapsed, 90.0.s left$/);
  await screen.findByText("87.2k");
  screen.getByText("Background I/O on the drives: 4.9 MB/s on vda.");
  screen.getByText("1 warning, 1 passed");
  // What is not known is not shown as 0.
  expect(screen.queryByText("Write IOPS")).toBeNull();
});

test("what is certain already is said, beside the button that ends it", async () => {
  live(REQUEST, [SAMPLE], [AT_LINK]);
  openApp("/requests/q1");
  expect((await screen.findByText(AT_LINK.text)).getAttribute("role")).toBe("note");
  screen.getByRole("button", { name: "Cancel" });
});

test("it follows the request to its results", async () => {
  live(REQUEST, [SAMPLE]);
  openApp("/requests/q1");
  await screen.findByText("Running");
  const runs = [runSummary({ results: [result({ id: "result-1", iops: 42_700 })] })];
  answer(
    "get",
    "/batches/b1",
    batchOf({ runs, result_names: { "result-1": "random read 4 KiB, QD 32, 1 job" } }),
  );
  const ended_at = "2026-11-29T08:02:01Z";
  live({ ...REQUEST, state: "done", progress: null, batch_id: "b1", run_ids: ["run-1"], ended_at });
  const link = await screen.findByRole("link", { name: "Open results" }, { timeout: 5000 });
  expect(link.getAttribute("href")).toBe("/batches/b1");
  screen.getByText("Done");
  expect(screen.getByText(/^Started/).textContent).toMatch(/^Started 29 Nov.*, took 2.min$/);
  // The stored figures take the place of the live ones.
  const row = (await screen.findByRole("link", { name: "Random read 4 KiB, QD 32, 1 job" })).closest("tr");
  expect(row?.textContent).toContain("42.7k");
  expect(screen.queryByText("87.2k")).toBeNull();
});

test("a request whose host returns goes on without a reload, to results that arrive late", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const silent = {
    ...REQUEST,
    state: "failed",
    progress: null,
    reason: "Nothing heard for 10 minutes.",
  } as const;
  live(silent);
  openApp("/requests/q1");
  await screen.findByText(silent.reason);
  live(REQUEST, [SAMPLE]);
  await vi.advanceTimersByTimeAsync(ENDED_EVERY_MS);
  await screen.findByText("87.2k");
  screen.getByText("Running");
  // Its agent says that it is done before the result has arrived.
  const done = { ...REQUEST, state: "done", progress: null } as const;
  live(done);
  await screen.findByText("Done");
  expect(screen.queryByRole("link", { name: "Open results" })).toBeNull();
  answer("get", "/runs/r1", runDetail({ id: "r1" }));
  live({ ...done, run_ids: ["r1"] });
  await vi.advanceTimersByTimeAsync(ENDED_EVERY_MS);
  expect((await screen.findByRole("link", { name: "Open results" })).getAttribute("href")).toBe("/runs/r1");
  await screen.findByText("clat p99.9");
});

/** A stream of events, as the browser follows it. */
class Stream extends EventTarget {
  static readonly CLOSED = 2;
  static opened: Stream[] = [];
  readyState = 1;
  constructor() {
    super();
    Stream.opened.push(this);
  }
  close() {
    this.readyState = Stream.CLOSED;
  }
}

test("a stream that says nothing, at first or later, is given up for polling", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  Object.assign(globalThis, { EventSource: Stream });
  live(REQUEST, [SAMPLE]);
  const { unmount } = openApp("/requests/q1");
  await expect.poll(() => Stream.opened.length).toBe(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(Stream.opened.map(({ readyState }) => readyState)).toEqual([Stream.CLOSED]);
  await screen.findByText("87.2k");
  unmount();

  live(REQUEST, [{ ...SAMPLE, read_iops: 91_000 }]);
  openApp("/requests/q1");
  await expect.poll(() => Stream.opened.length).toBe(2);
  const data = JSON.stringify({ request: REQUEST, samples: [SAMPLE], outlook: [] });
  Stream.opened[1]?.dispatchEvent(new MessageEvent("live", { data }));
  await screen.findByText("87.2k");
  // As long as events come it is not given up.
  await vi.advanceTimersByTimeAsync(20_000);
  Stream.opened[1]?.dispatchEvent(new MessageEvent("live", { data }));
  await vi.advanceTimersByTimeAsync(20_000);
  expect(Stream.opened[1]?.readyState).toBe(1);
  live(REQUEST, [{ ...SAMPLE, at: "2026-11-29T08:01:30Z", read_iops: 91_000 }]);
  await vi.advanceTimersByTimeAsync(6_000);
  await screen.findByText("91.0k");
  expect(Stream.opened[1]?.readyState).toBe(Stream.CLOSED);
});

test("a request that ended is made again, unless it is one of a group", async () => {
  const done: MeasureRequest = { ...REQUEST, state: "done", progress: null };
  live({ ...done, group_id: "g1" });
  const { unmount } = openApp("/requests/q1");
  await screen.findByText("Done");
  expect(screen.queryByRole("button", { name: "Run again" })).toBeNull();
  unmount();
  live(done);
  server.use(
    http.post("*/api/v1/requests", () =>
      HttpResponse.json({ error: "Conflict", detail: "100 requests wait for this host." }, { status: 409 }),
    ),
  );
  openApp("/requests/q1");
  fireEvent.click(await screen.findByRole("button", { name: "Run again" }));
  expect((await screen.findByRole("alert")).textContent).toContain("100 requests wait for this host.");
});

test("a refused request says why", async () => {
  live({ ...REQUEST, state: "refused", progress: null, reason: "serve.toml lists no suite `quick`." });
  openApp("/requests/q1");
  await screen.findByText(/serve.toml lists no suite/);
  expect(screen.queryByRole("button", { name: "Cancel" })).toBeNull();
});

test("it is cancelled by those who may write, and by nobody else", async () => {
  live(REQUEST);
  let cancelled = 0;
  server.use(
    http.delete("*/api/v1/requests/q1", () => {
      cancelled += 1;
      return HttpResponse.json(REQUEST);
    }),
  );
  const { unmount } = openApp("/requests/q1");
  fireEvent.click(await screen.findByRole("button", { name: "Cancel" }));
  await expect.poll(() => cancelled).toBe(1);
  unmount();
  answer("get", "/session", session({ role: "viewer", rights: ["read", "session"] }));
  openApp("/requests/q1");
  await screen.findByText("Running");
  expect(within(document.body).queryByRole("button", { name: "Cancel" })).toBeNull();
});
