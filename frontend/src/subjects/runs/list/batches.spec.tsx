/** The run history with batches: one row each, opened in place, named and never counted twice. */
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { batchFold, runPage, runSummary } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";

const fold = batchFold();
// One workload of it changed, as one of the other nights of its name.
const change = {
  ...{ id: "change-1", sentence: "IOPS fell.", metric_title: "rand read 4k IOPS", ratio: 0.906 },
  ...{ is_worse: true, changes: 1 },
};
const newest = { ...runSummary({ id: "run-4" }), fold, change, needs_start: true };
const alone = runSummary({ id: "run-0", started_at: "2026-11-18T10:00:00Z" });

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, facets: [] });
  answer("get", "/batches", { items: [fold], has_more: false });
});

/** Answers with the batch as one row, or with its runs where they are asked for; what was asked, newest last. */
function history(): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  const steps = [4, 3, 2, 1].map((n) => runSummary({ id: `run-${n}` }));
  server.use(
    http.get("*/api/v1/runs", ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      if (query.has("batch")) return HttpResponse.json(runPage(steps, { total: 4 }));
      const isFolded = query.get("fold") === "batch";
      const items = isFolded ? [newest, alone] : [...steps, alone];
      return HttpResponse.json(runPage(items, { total: 5, ...(isFolded ? { row_count: 2 } : {}) }));
    }),
  );
  return asked;
}

const plain = (text: string | null) => text?.replaceAll("\u00a0", " ");

test("a batch is one row that says how many steps, what was swept and from where to where", async () => {
  history();
  openApp("/runs");
  const table = await screen.findByRole("table", { name: "Runs" });
  const [row, other] = (await within(table).findAllByRole("row")).slice(1);
  const cells = within(row as HTMLElement)
    .getAllByRole("cell")
    .map((cell) => plain(cell.textContent));
  expect(cells.slice(2)).toEqual([
    "sweep▼ −9.4 % rand read 4k IOPS4 of 10 steps",
    "jupiter",
    "rand read 4k; QD 1, 8",
    " 4.40k IOPS rand 4k",
    "–no limit found",
    "1.40–1.56 ms",
    expect.stringContaining("19 Nov"),
  ]);
  expect(
    within(row as HTMLElement)
      .getByRole("link", { name: /^Batch sweep, 19 Nov/ })
      .getAttribute("href"),
  ).toContain(`/batches/${fold.id}`);
  expect(
    within(row as HTMLElement).getByRole("checkbox", { name: /^Select the batch sweep, 19 Nov/ }),
  ).toBeDefined();
  expect(within(other as HTMLElement).getByRole("checkbox")).toBeDefined();
  expect(screen.getByText("5 runs in 2 rows")).toBeDefined();
});

test("it opens in place to its runs, which the address remembers, and closes again", async () => {
  const asked = history();
  const { user, address } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "Runs of batch sweep", expanded: false }));
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(7));
  expect(address()).toBe(`/runs?open=${fold.id}`);
  expect(Object.fromEntries(asked.at(-1) ?? [])).toEqual({
    batch: fold.id,
    brief: "true",
    distinctions: "true",
    limit: "200",
    sort: "-started_at",
  });
  await user.click(screen.getByRole("button", { name: "Runs of batch sweep", expanded: true }));
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(3));
  expect(address()).toBe("/runs");
});

test("batches unfold to their runs by a switch, and in any order but that of time by themselves", {
  tags: ["nightly"],
}, async () => {
  const asked = history();
  const { user, address } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "Expand batches" }));
  await waitFor(() => expect(screen.getAllByRole("checkbox")).toHaveLength(6));
  expect(address()).toBe("/runs?fold=off");
  expect(asked.at(-1)?.has("fold")).toBe(false);
});

test("sorted by a figure, runs stand apart and the switch says why it is off", {
  tags: ["nightly"],
}, async () => {
  const asked = history();
  openApp("/runs?sort=-iops");
  const fixed = await screen.findByRole("button", { name: "Collapse batches" });
  expect(fixed.hasAttribute("disabled")).toBe(true);
  expect(fixed.getAttribute("title")).toContain("sorted by time");
  expect(asked.every((query) => !query.has("fold"))).toBe(true);
});

test("a batch that is filtered for is called by its name", { tags: ["nightly"] }, async () => {
  history();
  openApp(`/runs?batch=${fold.id}`);
  expect(await screen.findByRole("button", { name: /^Remove filter Batch sweep, 19 Nov/ })).toBeDefined();
});

test("runs that did not end well are said on the batch's row", async () => {
  const failed = { ...newest, fold: batchFold({ unfinished: 2 }) };
  answer("get", "/runs", runPage([failed], { total: 4 }));
  openApp("/runs");
  expect(await screen.findByText("2 not done")).toBeDefined();
});

test("a batch is selected as one side of a comparison", async () => {
  history();
  const { user, address } = openApp("/runs");
  await user.click(await screen.findByRole("checkbox", { name: /^Select the batch sweep/ }));
  expect(address()).toBe(`/runs?select=batch:${fold.id}`);
  await user.click(screen.getByRole("checkbox", { name: /^Select Random read 4\sKiB, QD 32/ }));
  const bar = await screen.findByRole("region", { name: "Selected runs" });
  expect(within(bar).getByRole("status").textContent).toContain("2 selected");
  expect(within(bar).getByRole("button", { name: "Chart" }).hasAttribute("disabled")).toBe(true);
  await user.click(within(bar).getByRole("button", { name: "Compare" }));
  expect(address()).toBe(`/compare?base=batch%3D${fold.id}&new=run%3Drun-0`);
});
