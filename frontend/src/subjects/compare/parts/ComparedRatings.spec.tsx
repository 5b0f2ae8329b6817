/** Both sides of a comparison beside their datasheets: alike runs of one verdict together, and never others. */
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RatedFigure, Rating } from "@/api/types";
import { sideStyle } from "@/charts/side-style";
import { ComparedRatings } from "@/subjects/compare/parts/ComparedRatings";
import { comparedMetric, comparedWorkload, comparison, sideFigures } from "@/test/compare-data";
import { ratedFigure } from "@/test/rated-figure";

const sides = ["Base", "New"].map((label, i) => ({ key: String(i), label, style: sideStyle(i) }));
const good = (share: number): RatedFigure =>
  ratedFigure({ verdict: "comparable", may_judge: true, share, measured: share * 450_000, differs: [] });
const rated = (...figures: RatedFigure[]): Rating => ({ figures, models: [], missing: null, sentence: null });
const unrated: Rating = {
  figures: [],
  models: ["X"],
  missing: "no_card",
  sentence: "No datasheet for X.",
};

/** Two workloads, `base` and `newer` by run id, each run of the workload that its id begins with. */
function draw(base: Record<string, Rating>, newer: Record<string, Rating>) {
  const values = (runs: Record<string, Rating>, of: string) =>
    Object.keys(runs)
      .filter((id) => id.startsWith(of))
      .map((run_id) => ({ run_id, value: 1 }));
  const side = (filter: string, runs: Record<string, Rating>) => ({
    filter,
    run_ids: Object.keys(runs),
    runs: [],
    left_out: [],
    batch: null,
  });
  const answer = comparison({
    base: side("a", base),
    new: side("b", newer),
    workloads: ["deep", "flat"].map((name) =>
      comparedWorkload(name, {
        iops: comparedMetric({
          base: sideFigures([], { values: values(base, name) }),
          new: sideFigures([], { values: values(newer, name) }),
        }),
      }),
    ),
  });
  render(
    <ComparedRatings
      answer={answer}
      sides={sides}
      ratings={new Map(Object.entries({ ...base, ...newer }))}
      units="decimal"
      link={(id, text) => <a href={`#${id}`}>{text}</a>}
    />,
  );
  return screen
    .queryAllByRole("row")
    .slice(1)
    .map((row) => row.textContent ?? "");
}

test("alike runs of one verdict are one row with the run in the middle; base stands before new", () => {
  const rows = draw(
    { "deep-1": rated(good(0.9)), "deep-2": rated(good(0.8)), "deep-3": rated(good(0.95)) },
    { "deep-4": rated(good(0.5)) },
  );
  expect(rows).toHaveLength(2);
  expect(rows[0]).toMatch(/Base90\s%80\s% to 95\s%Comparable3/);
  expect(rows[1]).toMatch(/New50\s%Comparable1/);
  expect(screen.getAllByRole("link", { name: /IOPS|405/ })[0]?.getAttribute("href")).toBe("#deep-1");
});

test("another verdict, another reason and another test are rows of their own", () => {
  const rows = draw(
    {
      "deep-1": rated(good(0.9)),
      "deep-2": rated(ratedFigure({ verdict: "at_least", share: 0.4 })),
      "deep-3": rated(ratedFigure({ verdict: "conditions_unknown", share: 0.3 })),
      "flat-4": rated(good(0.7)),
    },
    {},
  );
  expect(rows).toHaveLength(4);
  expect(rows.join("|")).toMatch(/≥ 40\s%.*30\s% \?/);
  expect(rows.every((row) => !row.includes(" to "))).toBe(true);
});

test("a measured number among the reasons splits no row, a word does", () => {
  const differing = (name: string, run: string) =>
    rated(ratedFigure({ differs: [{ name, rated: "x", run, effect: "differs" }] }));
  expect(
    draw(
      { "deep-1": differing("outstanding", "31.9"), "deep-2": differing("outstanding", "31.7") },
      { "deep-3": differing("link", "Gen3 x4"), "deep-4": differing("link", "Gen4 x4") },
    ),
  ).toHaveLength(3);
});

test("runs beside no rating are counted with the reason, and of another test nothing is a share of a rating", () => {
  const rows = draw({ "deep-1": rated(ratedFigure()), "deep-2": unrated }, { "deep-3": unrated });
  expect(rows[0]).toMatch(/–Not comparable/);
  expect(rows[0]).not.toMatch(/17\s%/);
  expect(screen.getByText(/Base: 1 of 2 runs without a rating. No datasheet for X\./)).toBeTruthy();
  expect(screen.getByText(/New: 1 of 1 run without a rating/)).toBeTruthy();
});

test("nothing where no run has a rated figure", () => {
  expect(draw({ "deep-1": unrated }, { "deep-2": unrated })).toEqual([]);
});
