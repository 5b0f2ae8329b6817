/** Finding a filter among many, and how much of the history a phone shows at first. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { runPage, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

const facetOf = (key: string, title: string) => ({
  ...{ key, title, type: "text", source: "job options", total_values: 2, unknown: 0, of_newest: null },
  values: ["a", "b"].map((value) => ({ value, runs: 1, is_chosen: false })),
  ...{ min: null, max: null, histogram: null },
});

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
});

test("a filter is found by its name or its key, and Enter opens the first one", async () => {
  answer("get", "/runs", runPage([runSummary({ id: "run-1" })]));
  const facets = [facetOf("slot", "Slot"), facetOf("pcie.link", "Drive link")];
  answer("get", "/facets", { total: 1, is_exact: true, facets });
  const { user } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "All filters" }));
  const menu = await screen.findByRole("dialog");
  await user.type(within(menu).getByRole("textbox", { name: "Search filters" }), "nothing");
  expect(within(menu).getByText("No filter matches “nothing”.")).toBeDefined();
  await user.clear(within(menu).getByRole("textbox"));
  await user.type(within(menu).getByRole("textbox"), "pcie");
  expect(within(menu).queryByRole("button", { name: /Slot/ })).toBeNull();
  expect(within(menu).getByRole("button", { name: /Drive link.*2 values/ })).toBeDefined();
  await user.keyboard("{Enter}");
  expect(await within(menu).findByRole("button", { name: "All filters" })).toBeDefined();
  expect(within(menu).getByRole("checkbox", { name: "a" })).toBeDefined();
});

test("a phone shows twenty rows first, and all of them once they were asked for", {
  tags: ["nightly"],
}, async () => {
  const known = globalThis.matchMedia;
  vi.spyOn(globalThis, "matchMedia").mockImplementation((query) =>
    Object.assign(known(query), { matches: query.includes("max-width") }),
  );
  const runs = Array.from({ length: 21 }, (_, i) => runSummary({ id: `run-${i}` }));
  answer("get", "/runs", runPage(runs, { total: 21 }));
  answer("get", "/facets", { total: 21, is_exact: true, facets: [] });
  const { user } = openApp("/runs");
  const more = await screen.findByRole("button", { name: "Show more runs" });
  expect(screen.queryByText("End of list")).toBeNull();
  await user.click(more);
  expect(await screen.findByText("End of list")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Show more runs" })).toBeNull();
});

test("a bandwidth is listed and typed in one unit, and asked for in bytes/s", async () => {
  answer("get", "/factors", {
    items: [{ key: "chain.limit", title: "Link limit", type: "number", unit: "bytes/s", group: "PCIe" }],
  });
  answer("get", "/runs", runPage([runSummary({ id: "run-1" })]));
  const limits = [7_201_758_242, 14_403_516_484, 28_807_032_967];
  const facet = {
    ...{ ...facetOf("chain.limit", "Link limit"), type: "number", total_values: 3 },
    values: limits.map((value) => ({ value, runs: 1, is_chosen: false })),
    ...{ min: limits[0], max: limits[2] },
  };
  answer("get", "/facets", { total: 1, is_exact: true, facets: [facet] });
  const { user } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "All filters" }));
  const menu = await screen.findByRole("dialog");
  await user.click(await within(menu).findByRole("button", { name: /Link limit/ }));
  expect(await within(menu).findByRole("checkbox", { name: /^7\.20\sGB\/s$/ })).toBeDefined();
  const from = within(menu).getByRole("textbox", { name: "From (GB/s)" });
  expect(from.getAttribute("placeholder")).toBe("7.2");
  await user.type(from, "7.5{Enter}");
  expect(await screen.findByText("from 7.50 GB/s")).toBeDefined();
});
