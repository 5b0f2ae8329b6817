import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { runPage, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
});

test("runs are counted by verdict, a click filters by it, and each row shows its own", async () => {
  const verdict = {
    kind: "limit" as const,
    id: "at-link-limit",
    sentence: "The x16 link is full: 28.4 of 28.8 GB/s, 98.6 %.",
    share: 0.986,
    compared_with: "limit" as const,
  };
  answer("get", "/runs", runPage([runSummary({ id: "run-1", verdict })]));
  answer("get", "/facets", {
    total: 3,
    is_exact: true,
    facets: [
      {
        key: "verdict",
        title: "Verdict",
        type: "text",
        source: "answer",
        values: [
          { value: "limit", runs: 2, is_chosen: false },
          { value: "unexplained", runs: 1, is_chosen: false },
          { value: "none", runs: 1, is_chosen: false },
        ],
        total_values: 3,
        unknown: 1,
        of_newest: null,
        min: null,
        max: null,
        histogram: null,
      },
    ],
  });
  const { user, address } = openApp("/runs");
  expect(await screen.findByRole("img", { name: verdict.sentence })).toBeDefined();
  expect(screen.getByText("of link limit").parentElement?.textContent).toMatch(/^99\s% of link limit$/);
  const buttons = await screen.findByRole("group", { name: "Runs by verdict" });
  expect(within(buttons).getByRole("button", { name: /^no verdict yet 1$/ })).toBeDefined();
  const meaning = (name: RegExp) => within(buttons).getByRole("button", { name }).getAttribute("title");
  expect(meaning(/^unexplained 1$/)).toMatch(/no limit explains/);
  expect(meaning(/^no limit found 1$/)).toMatch(/no warning/);
  await user.click(within(buttons).getByRole("button", { name: /^at a limit 2$/ }));
  await vi.waitFor(() => expect(address()).toBe("/runs?verdict=limit"));
});
