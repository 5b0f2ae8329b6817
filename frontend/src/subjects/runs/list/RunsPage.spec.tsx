import { readFileSync } from "node:fs";
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import { errorBody, latency, result, runPage, runSummary } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, facets: [] });
});

/** What the service was asked for, newest last. */
function recordQueries(page = runPage([runSummary()])): URLSearchParams[] {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get("*/api/v1/runs", ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return HttpResponse.json(page);
    }),
  );
  return asked;
}

test("the root leads to the run history", async () => {
  recordQueries();
  const { address } = openApp("/");
  expect(await screen.findByRole("heading", { level: 1, name: "Run history" })).toBeDefined();
  expect(address()).toBe("/runs");
});

test("the service is asked for what the address says", async () => {
  const asked = recordQueries();
  openApp("/runs?host=a%20b&sort=-iops&units=binary");
  await screen.findByText("1 run");
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    host: "a b",
    limit: "50",
    sort: "-iops",
    brief: "true",
    distinctions: "true",
  });
});

test("what is asked before the scripts are there is what the page asks", async () => {
  const asked = recordQueries();
  openApp("/runs");
  await screen.findByText("1 run");
  const early = /api\/v1\/runs\?([^"]+)"/.exec(readFileSync("public/first-rows.js", "utf8"))?.[1];
  // The browser hands the early answer out for the very same address only: the order counts.
  expect(asked[0]?.toString()).toBe(early);
});

test("a count that is an estimate says so", async () => {
  recordQueries(runPage([runSummary()], { total: 1_000_000, total_is_exact: false }));
  openApp("/runs");
  expect(await screen.findByText("about 1,000,000 runs")).toBeDefined();
});

test("a row is called what its owner called it, with what tells it apart; without a name, what was measured", async () => {
  const slot = { key: "slot", title: "Slot", type: "text" as const, unit: null, value: "3", is_stated: true };
  const size = {
    ...slot,
    key: "job.size",
    title: "Size of a job",
    type: "bytes" as const,
    value: 512 * 2 ** 20,
  };
  const further = ["a", "b"].map((key) => ({ ...slot, key: `label.${key}`, title: key }));
  const runs = [
    {
      ...runSummary({ id: "run-1", title: "Carrier in slot 3" }),
      distinctions: [slot, { ...size, is_stated: false }, ...further],
      distinctions_left_out: 2,
    },
    { ...runSummary({ id: "run-2" }), distinctions: [], distinctions_left_out: 0 },
  ];
  recordQueries(runPage(runs));
  openApp("/runs");
  const named = await screen.findByRole("link", { name: "Carrier in slot 3" });
  expect(named.getAttribute("href")).toBe("/runs/run-1");
  expect(named.getAttribute("title")).toBe("Carrier in slot 3");
  const row = named.closest("[role=row]") as HTMLElement;
  expect(within(row).getByTitle("Slot 3, stated by a person").textContent).toBe("Slot\u00a03");
  expect(within(row).getByTitle(/^Size of a job .*, as detected$/)).toBeDefined();
  expect(within(row).getByText("+3").closest("[title]")?.getAttribute("title")).toBe(
    "These differ, too: b 3, 2 more",
  );
  expect(screen.getByRole("link", { name: /^Random read 4\sKiB, QD 32.* · md0$/ })).toBeDefined();
});

test("what all rows have in common stands above them once, but not what the filter says", async () => {
  const one = { type: "text" as const, unit: null, is_stated: false };
  const common = [
    { ...one, key: "host", title: "Host", value: "jupiter" },
    { ...one, key: "rw", title: "I/O pattern", value: ["randread"] },
    { ...one, key: "iodepth", title: "Queue depth", type: "number" as const, value: [32] },
  ];
  recordQueries(runPage([runSummary(), runSummary({ id: "run-2" })], { in_common: common }));
  openApp("/runs?host=jupiter");
  const words = await screen.findByText("Common to all runs:");
  expect(words.parentElement?.textContent).toBe("Common to all runs: random read, queue depth 32");
});

test("results sort within one unit only; latency begins with the best", async () => {
  const asked = recordQueries();
  const { user } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "Result" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("-iops"));
  await user.click(await screen.findByRole("button", { name: "p99" }));
  await waitFor(() => expect(asked.at(-1)?.get("sort")).toBe("clat_p99_ns"));
  recordQueries(
    runPage([runSummary(), runSummary({ id: "run-2", results: [result({ bs_bytes: 1 << 20 })] })]),
  );
  await user.click(screen.getByRole("button", { name: "Host" }));
  await waitFor(() => expect(screen.queryByRole("button", { name: "Result" })).toBeNull());
});

test("all rows are selected at once, and none again", { tags: ["nightly"] }, async () => {
  recordQueries(runPage([runSummary(), runSummary({ id: "run-2" })]));
  const { user } = openApp("/runs");
  const all = await screen.findByRole("checkbox", { name: "Select all loaded rows" });
  await user.click(all);
  expect((await screen.findByRole("region", { name: "Selected runs" })).textContent).toContain("2 selected");
  await user.click(await screen.findByRole("checkbox", { name: "Select none" }));
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selected runs" })).toBeNull());
});

test("headings name the order, and only what the service sorts by is a button", async () => {
  recordQueries();
  openApp("/runs?sort=iops");
  const table = await screen.findByRole("table", { name: "Runs" });
  const headings = within(table).getAllByRole("columnheader");
  const buttons = headings.filter((heading) => within(heading).queryByRole("button") !== null);
  expect(buttons.map((heading) => heading.textContent)).toEqual(["Host", "Result", "p99", "Started"]);
  const sorted = headings
    .map((heading) => heading.getAttribute("aria-sort"))
    .filter((order) => order !== null);
  expect(sorted).toEqual(["ascending"]);
});

test("a history without runs says how to send the first", async () => {
  recordQueries(runPage([]));
  answer("post", "/enrolments", {
    code: "abc",
    expires_at: "2026-11-21T15:00:00Z",
    command: "curl -fsSL http://localhost/install.sh | sh -s -- --code abc",
  });
  const { user } = openApp("/runs");
  expect(await screen.findByText(/^fioboard-agent suite quick .*PATH$/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Show the install command" }));
  expect(await screen.findByText(/^curl .*http:\/\/localhost\/install\.sh \| sh .*abc$/)).toBeDefined();
});

test("a filter that matches nothing can be cleared", async () => {
  recordQueries(runPage([]));
  const { user, address } = openApp("/runs?host=mars");
  expect(await screen.findByText("No runs match Host mars.")).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Clear the filter" }));
  expect(address()).toBe("/runs");
});

test("an error has the service's words, what to quote, and another try", async () => {
  answer(
    "get",
    "/runs",
    { ...errorBody("Unavailable", "The database does not answer."), retryable: true },
    503,
  );
  const { user } = openApp("/runs");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("The database does not answer.");
  expect(alert.textContent).toContain("req-4711");
  recordQueries();
  await user.click(within(alert).getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("1 run")).toBeDefined();
});

test("an address that asks for what is not there is no failure to try again, and has a way out", async () => {
  answer("get", "/runs", errorBody("Invalid", "There is no host 'mars'."), 422);
  const { user, address } = openApp("/runs?host=mars");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("There is no host 'mars'.");
  expect(within(alert).queryByRole("button", { name: "Try again" })).toBeNull();
  recordQueries();
  await user.click(within(alert).getByRole("link", { name: "Show all runs" }));
  expect(address()).toBe("/runs");
});

test("an answer that is not the service's is named by its status", async () => {
  server.use(http.get("*/api/v1/runs", () => new HttpResponse("<html>Bad gateway</html>", { status: 400 })));
  openApp("/runs");
  expect((await screen.findByRole("alert")).textContent).toContain("The service answered with status 400.");
});

test("rows that are there already are not drawn again when the next page arrives", async () => {
  const runs = (from: number) => Array.from({ length: 50 }, (_, i) => runSummary({ id: `run-${from + i}` }));
  const next = Promise.withResolvers<void>();
  server.use(
    http.get("*/api/v1/runs", async ({ request }) => {
      if (!new URL(request.url).searchParams.has("cursor")) {
        return HttpResponse.json(runPage(runs(0), { total: 100, next_cursor: "more" }));
      }
      await next.promise;
      return HttpResponse.json(runPage(runs(50), { total: 100 }));
    }),
  );
  openApp("/runs");
  const table = await screen.findByRole("table", { name: "Runs" });
  await waitFor(() => expect(within(table).getAllByRole("row").length).toBeGreaterThan(1));
  // Each drawn row writes its time in full.
  const drawn = vi.spyOn(Date.prototype, "toISOString");
  next.resolve();
  expect(await screen.findByText("End of list")).toBeDefined();
  expect(drawn).not.toHaveBeenCalled();
  drawn.mockRestore();
});

test("a missing session leads to the sign-in page, which knows the way back", async () => {
  answer("get", "/runs", errorBody("NotAuthenticated", "Sign in."), 401);
  const { address } = openApp("/runs?sort=-iops");
  expect(await screen.findByRole("heading", { level: 1, name: "Sign in" })).toBeDefined();
  expect(address()).toBe("/login?next=/runs%3Fsort%3D-iops");
});

test("signing out ends the session on the service and leaves nothing on the screen", async () => {
  recordQueries(runPage([runSummary({ host: { id: "h", name: "secret-host" } })]));
  let isEnded = false;
  server.use(
    http.delete("*/api/v1/session", () => {
      isEnded = true;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "Sign out" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Sign in" })).toBeDefined();
  expect(isEnded).toBe(true);
  await waitFor(() => expect(screen.queryByText("secret-host")).toBeNull());
});

test("results without a figure, with a lower bound and with few digits are shown as such", async () => {
  const results = [
    result({ position: 0, direction: "write", iops: null }),
    result({
      position: 1,
      iops: 9000,
      iops_bounds: [8500, 9500],
      clat_ns: latency({ percentiles: { "99": 17_112_760_320 }, saturated: ["99"] }),
    }),
  ];
  recordQueries(runPage([runSummary({ results })]));
  openApp("/runs");
  const table = await screen.findByRole("table", { name: "Runs" });
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(2));
  const cells = within(table)
    .getAllByRole("cell")
    .map((cell) => cell.textContent?.replaceAll("\u00a0", " "));
  expect(cells[5]).toBe("Rread ≈ 9k IOPSWwrite –the output has no IOPS");
  expect(cells[7]).toBe("≥ 17.1 s128 µs");
});

test("typed filters go into the address and to the service; chips take them out again", async () => {
  const asked = recordQueries();
  const { user, address } = openApp("/runs?host=jupiter");
  await screen.findByText("1 run");
  await user.type(screen.getByPlaceholderText(/^Search runs or filter/), "bs=4k..64k slow disk{Enter}");
  await waitFor(() => expect(address()).toBe("/runs?bs=4k..64k&host=jupiter&q=slow%20disk"));
  await waitFor(() => expect(asked.at(-1)?.get("bs")).toBe("4k..64k"));
  expect(asked.at(-1)?.get("q")).toBe("slow disk");
  await user.click(screen.getByRole("button", { name: "Remove filter bs 4k to 64k" }));
  expect(address()).toBe("/runs?host=jupiter&q=slow%20disk");
  await user.click(screen.getByRole("button", { name: "Clear all" }));
  expect(address()).toBe("/runs");
});

test("a facet's values are chosen and excluded with their counts", async () => {
  recordQueries();
  const values = [
    { value: "2", runs: 7, is_chosen: false },
    { value: "3", runs: 5, is_chosen: false },
  ];
  const slot = {
    ...{ key: "slot", title: "Slot", type: "text", source: "inventory", values, total_values: 2 },
    ...{ unknown: 1, min: null, max: null, histogram: null, of_newest: null },
  };
  answer("get", "/facets", { total: 13, facets: [slot] });
  const { user, address } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "Slot" }));
  const panel = await screen.findByRole("dialog");
  expect(panel.textContent).toContain("27"); // value 2, 7 runs
  await user.click(within(panel).getByRole("checkbox", { name: "2" }));
  expect(address()).toBe("/runs?slot=2");
  await user.click(within(panel).getByRole("button", { name: "Exclude 3" }));
  expect(address()).toBe("/runs?slot=2&slot=!3");
});

test("chosen columns are asked for, drawn, and lead the order", async () => {
  const item = { ...runSummary(), cells: { "raid.width": 4, clat_p50_ns: [66_000] } };
  const asked = recordQueries(runPage([item]));
  answer("get", "/factors", {
    items: [
      {
        key: "raid.width",
        title: "RAID width",
        type: "number",
        unit: null,
        group: "Array",
        source: "",
        description: "",
      },
    ],
  });
  const { user, address } = openApp("/runs?columns=started_at,raid.width,clat_p50_ns");
  const table = await screen.findByRole("table", { name: "Runs" });
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(2));
  expect(asked[0]?.get("columns")).toBe("raid.width,clat_p50_ns");
  const cells = within(table)
    .getAllByRole("cell")
    .map((cell) => cell.textContent?.replaceAll("\u00a0", " "));
  expect(cells.slice(3)).toEqual(["4", "66.0 µs"]);
  await user.click(within(table).getByRole("button", { name: "RAID width" }));
  expect(address()).toContain("sort=raid.width");
});

test("runs are selected in order, by mouse and by keyboard, and compared", async () => {
  recordQueries(runPage([runSummary({ id: "a" }), runSummary({ id: "b" })]));
  const { user, address } = openApp("/runs");
  const table = await screen.findByRole("table", { name: "Runs" });
  await waitFor(() => expect(within(table).getAllByRole("row")).toHaveLength(3));
  await user.click(within(table).getAllByRole("checkbox")[2] as HTMLElement);
  expect(address()).toBe("/runs?select=b");
  const compare = await screen.findByRole("button", { name: "Compare" });
  expect(compare.hasAttribute("disabled")).toBe(true);
  (document.activeElement as HTMLElement | null)?.blur();
  await user.keyboard("jx");
  expect(address()).toBe("/runs?select=b,a");
  await user.click(screen.getByRole("button", { name: "Clear the selection" }));
  expect(address()).toBe("/runs");
});

test("the keyboard stays on a run's link when the factors' titles arrive after the rows", async () => {
  recordQueries();
  const titles = Promise.withResolvers<void>();
  server.use(
    http.get("*/api/v1/factors", async () => {
      await titles.promise;
      return HttpResponse.json({
        items: [
          {
            key: "slot",
            title: "Slot",
            type: "text",
            unit: null,
            group: "PCIe",
            source: "",
            description: "",
          },
        ],
      });
    }),
  );
  openApp("/runs?columns=started_at,slot");
  const table = await screen.findByRole("table", { name: "Runs" });
  const link = within(table).getAllByRole("link")[0];
  link?.focus();
  titles.resolve();
  await within(table).findByRole("columnheader", { name: "Slot" });
  expect(document.activeElement).toBe(link);
});

test("a history without runs shows the first by itself", { tags: ["nightly"] }, async () => {
  answer("get", "/runs", runPage([]));
  openApp("/runs");
  expect(await screen.findByText("No runs yet.")).toBeDefined();
  answer("get", "/runs", runPage([runSummary()]));
  expect(await screen.findByRole("table", { name: "Runs" }, { timeout: 9000 })).toBeDefined();
});

test("a filter that reads every result is said to be slow before it is asked", {
  tags: ["nightly"],
}, async () => {
  const asked = recordQueries();
  const { user } = openApp("/runs");
  const box = await screen.findByRole("combobox", { name: /Search/ });
  const before = asked.length;
  await user.type(box, "clat_p90_ns=..1ms");
  expect(await screen.findByText(/^p90 completion latency: about 4 s per million runs/)).toBeDefined();
  expect(asked).toHaveLength(before);
  await user.clear(box);
  await user.type(box, "rw=randread clat_p99_ns=..1ms");
  expect(
    await screen.findByText(/^p99 completion latency: about 0.3 s per million runs where few/),
  ).toBeDefined();
  expect(screen.queryByText(/about 4 s per million runs/)).toBeNull();
  await user.clear(box);
  await user.type(box, "rw=randread retimer burn 77");
  expect(screen.queryByText(/per million runs/)).toBeNull();
});
