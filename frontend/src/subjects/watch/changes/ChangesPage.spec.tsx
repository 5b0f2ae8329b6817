import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Change, ChangeList } from "@/api/types";
import { STATE_WORDS } from "@/subjects/watch/parts/change-words";
import { errorBody } from "@/test/api-data";
import { answer, openApp, server, session, signedIn } from "@/test/app";

beforeEach(signedIn);

function change(more: Partial<Change> = {}): Change {
  return {
    id: "c1",
    sentence: "IOPS fell by 14 % (95 % CI −15 to −13 %) for randread on saturn on 1 Nov 2026.",
    series_id: "s1",
    host: { id: "h1", name: "saturn" },
    workload_id: "w1",
    workload: "randread bs=4k",
    workload_words: "random read 4 KiB",
    direction: "read",
    metric: "iops",
    metric_title: "IOPS",
    unit: "IOPS",
    before: 410_000,
    after: 352_000,
    ratio: 0.86,
    ratio_low: 0.85,
    ratio_high: 0.87,
    n_before: 33,
    n_after: 23,
    is_worse: true,
    before_run: { id: "r1", started_at: "2026-10-31T02:00:00Z" },
    after_run: { id: "r2", started_at: "2026-11-01T02:00:00Z" },
    suspects: [
      {
        key: "kernel",
        title: "Kernel",
        unit: null,
        before: "6.1.0",
        after: "6.8.0",
        is_likely: true,
        elsewhere: 0,
        runs_off: 0,
        follows_from: null,
      },
    ],
    unknown: [],
    detected_at: "2026-11-02T02:00:00Z",
    gone_at: null,
    state: "new",
    cause: null,
    note: null,
    assignee: null,
    state_at: null,
    state_by: null,
    ...more,
  };
}

function list(items: Change[], more: Partial<ChangeList> = {}): ChangeList {
  const states =
    items.length === 0
      ? []
      : [{ state: "new" as const, changes: items.length, tests: items.length, is_exact: true }];
  return { items, next_cursor: null, states, waiting: 0, ...more };
}

const LATENCY = change({
  id: "c2",
  metric: "clat_p99_ns",
  metric_title: "Completion latency, 99th percentile",
  unit: "ns",
  before: 116_000,
  after: 135_000,
  ratio: 1.16,
  ratio_low: null,
  ratio_high: null,
});
const ELSEWHERE = change({
  id: "c3",
  host: { id: "h2", name: "venus" },
  after_run: { id: "r9", started_at: "2026-11-01T03:00:00Z" },
  ratio: 1.12,
  is_worse: false,
  suspects: [],
  unknown: ["BIOS"],
});

test("says what waits, and tells rate and latency of one step together, with what changed then", async () => {
  answer("get", "/changes", list([change(), LATENCY, ELSEWHERE]));
  openApp("/changes");
  await screen.findByText("3 open changes.");
  const [, first, second, ...more] = screen.getAllByRole("row");
  expect(more).toEqual([]);
  expect(first?.textContent).toContain("−14");
  expect(first?.textContent).toContain("Completion latency, 99th percentile");
  expect(first?.textContent).toContain("Kernel 6.1.0 → 6.8.0");
  expect(second?.textContent).toContain("no recorded change (1 settings unknown)");
});

test("many are accepted with their cause at once", { tags: ["nightly"] }, async () => {
  answer("get", "/changes", list([change(), LATENCY, ELSEWHERE]));
  let sent: unknown = null;
  server.use(
    http.patch("*/api/v1/changes", async ({ request }) => {
      sent = await request.json();
      return HttpResponse.json({ changes: 3 });
    }),
  );
  const { user } = openApp("/changes");
  await user.click((await screen.findAllByRole("checkbox", { name: /on saturn on/ }))[0] as HTMLElement);
  const bar = screen.getByRole("region", { name: "Selected changes" });
  await user.click(within(bar).getByRole("button", { name: "Select all 3 shown" }));
  await user.selectOptions(within(bar).getByRole("combobox", { name: "State" }), "expected");
  const button = within(bar).getByRole("button", { name: "Save for 3 changes" });
  expect((button as HTMLButtonElement).disabled).toBe(true);
  await user.type(within(bar).getByRole("textbox", { name: "Cause" }), "kernel 6.8");
  await user.click(button);
  expect(sent).toEqual({ ids: ["c1", "c2", "c3"], state: "expected", cause: "kernel 6.8" });
});

test("what is refused is said, and the selection stays", async () => {
  answer("get", "/changes", list([change()]));
  answer("patch", "/changes", errorBody("StorageFull", "The disk is nearly full."), 507);
  const { user } = openApp("/changes");
  await user.click(await screen.findByRole("checkbox"));
  await user.click(screen.getByRole("button", { name: "Save for 1 change" }));
  await screen.findByText("Not saved: The disk is nearly full.");
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
});

test("a state and a way are filters of the address", async () => {
  answer("get", "/changes", list([change()]));
  const { user, address } = openApp("/changes");
  await user.click(await screen.findByRole("link", { name: "new 1" }));
  expect(address()).toBe("/changes?state=new");
  await user.selectOptions(screen.getByRole("combobox", { name: "Direction of change" }), "worse");
  expect(address()).toBe("/changes?state=new&way=worse");
});

test("what could not be counted is no 0", async () => {
  answer("get", "/changes", errorBody("DatabaseDown", "The database does not answer."), 503);
  openApp("/changes");
  await screen.findByText("The changes could not be loaded.");
  expect(screen.getByRole("link", { name: "new –" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "new 0" })).toBeNull();
});

test("who may only read selects nothing", async () => {
  answer("get", "/session", session({ role: "viewer", rights: ["account", "read"] }));
  answer("get", "/changes", list([change()]));
  openApp("/changes");
  await screen.findByText("1 open change.");
  expect(screen.queryByRole("checkbox")).toBeNull();
});

test("no change, none in a state, none of a filter, and an error are said as such", async () => {
  answer("get", "/changes", list([], { waiting: 2 }));
  openApp("/changes");
  await screen.findByText("No changes.");
  await screen.findByText(/2 configurations still being analysed/);
});

test("a filter without a match leads back", { tags: ["nightly"] }, async () => {
  answer(
    "get",
    "/changes",
    list([], { states: [{ state: "fixed", changes: 1000, tests: 1000, is_exact: false }] }),
  );
  openApp("/changes?host=mars");
  await screen.findByText("No changes match.");
  // The sentence counts what the filters leave, in every state.
  expect(screen.getByText("Within these filters: 0 open changes of 1,000 changes.")).toBeTruthy();
  expect(screen.getByRole("link", { name: `${STATE_WORDS.fixed.short} 1,000+` })).toBeTruthy();
  expect(screen.getByRole("link", { name: "Show all open changes" }).getAttribute("href")).toBe("/changes");
});

test("an error offers another try", async () => {
  answer("get", "/changes", errorBody("Unavailable", "The database is away."), 503);
  openApp("/changes");
  await screen.findByText("The changes could not be loaded.");
});
