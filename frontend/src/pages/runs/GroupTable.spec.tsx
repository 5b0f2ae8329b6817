import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { runPage, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

const NEWEST = "Figures are of the newest 20,000 of 1,000,000 runs; a narrower filter is read whole.";

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

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, is_exact: true, facets: [] });
  answer("get", "/runs", runPage([runSummary()]));
});

function grouped(reason: string | null): void {
  answer("get", "/runs/groups", {
    by: "host",
    metric: "iops",
    unit: "IOPS",
    groups: [GROUP],
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
  expect(screen.getByText(/of runs that are not alike/)).toBeDefined();
});

test("figures of all runs need no such sentence", async () => {
  grouped(null);
  openApp("/runs?group=host");
  expect(await screen.findByText(/mix figures that cannot be compared/)).toBeDefined();
  expect(screen.queryByText(/newest/)).toBeNull();
});
