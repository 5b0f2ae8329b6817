import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { runPage, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

const NEWEST = "Figures are of the newest 20,000 of 1,000,000 runs; narrow the filter to cover all.";

const GROUP = {
  value: "jupiter",
  batch: null,
  runs: 900_000,
  results: 18_000,
  workloads: 2,
  kinds: 3,
  median: 1500,
  min: 1000,
  max: 2000,
};

/** Runs of a tool that tells no such figure. */
const UNMEASURED = { results: 0, workloads: 0, kinds: 0, median: null, min: null, max: null };

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, is_exact: true, facets: [] });
  answer("get", "/runs", runPage([runSummary()]));
});

function grouped(reason: string | null, group: Partial<typeof GROUP> | typeof UNMEASURED = {}): void {
  answer("get", "/runs/groups", {
    by: "host",
    metric: "iops",
    unit: "IOPS",
    groups: [{ ...GROUP, ...group }],
    total_groups: 1,
    runs_of_newest: null,
    figures_of_newest: reason === null ? null : 20_000,
    reason,
  });
}

test("figures of the newest runs alone say so, beside what else is to be known", async () => {
  grouped(NEWEST);
  openApp("/runs?group=host");
  expect(await screen.findByText(NEWEST)).toBeDefined();
  expect(screen.getByText(/mix figures that cannot be compared/)).toBeDefined();
  expect(screen.getByText(/Median over different configurations/)).toBeDefined();
});

test("figures of all runs need no such sentence", async () => {
  grouped(null);
  openApp("/runs?group=host");
  expect(await screen.findByText(/mix figures that cannot be compared/)).toBeDefined();
  expect(screen.queryByText(/newest/)).toBeNull();
});

test("runs without a figure of the metric have an unknown number of workloads, not 0", async () => {
  grouped(null, UNMEASURED);
  openApp("/runs?group=host");
  await screen.findByRole("row", { name: /jupiter/ });
  expect(screen.getByText("IOPS not measured")).toBeDefined();
  expect(screen.queryByRole("cell", { name: "0" })).toBeNull();
});
