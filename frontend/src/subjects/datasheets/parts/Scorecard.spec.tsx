import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Rating } from "@/api/types";
import { Scorecard } from "@/subjects/datasheets/parts/Scorecard";
import { toneOf } from "@/subjects/datasheets/parts/scorecard-words";
import { ratedFigure } from "@/test/rated-figure";

const figure = ratedFigure();
const rating: Rating = { figures: [figure], models: ["INTEL SSDPEDMD020T4"], missing: null, sentence: null };

function draw(shown: Rating) {
  render(<Scorecard rating={shown} units="decimal" adding={<p>Add one</p>} />);
}

test("a figure stands with its rating, what keeps them apart, and the source", () => {
  draw(rating);
  const card = within(screen.getByRole("region", { name: "Datasheet" }));
  expect(card.getByText("Not comparable")).toBeDefined();
  const kept = within(card.getByRole("list", { name: "Why not comparable" }));
  expect(kept.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "pattern: sequential read in the run, random read in the rating",
    "I/Os in flight: 31.9 in the run, 128 in the rating",
    "direct I/O: unknown in the run, yes in the rating",
  ]);
  const source = card.getByRole("link", { name: "Product specification" });
  expect(source.getAttribute("href")).toBe("https://example.org/ds.pdf");
  expect(card.getByText(/page 12, 2015-10, retrieved 2026-11-22/)).toBeDefined();
});

test("without a card the model is named, and how to add one", () => {
  draw({ figures: [], models: ["ACME 9000"], missing: "no_card", sentence: "No datasheet for ACME 9000." });
  expect(screen.getByText("No datasheet for ACME 9000.")).toBeDefined();
  expect(screen.getByText("Add one")).toBeDefined();
});

test("a run without drives draws nothing", () => {
  draw({ figures: [], models: [], missing: "no_drive", sentence: "Which drives…" });
  expect(screen.queryByRole("region")).toBeNull();
});

test("only what may be judged has a colour; a low latency is a good one", () => {
  expect(toneOf(figure)).toBe("plain");
  expect(toneOf({ ...figure, may_judge: true })).toBe("warn");
  expect(toneOf({ ...figure, may_judge: true, share: 0.9 })).toBe("ok");
  expect(toneOf({ ...figure, may_judge: true, metric: "lat_ns", share: 0.4 })).toBe("ok");
  expect(toneOf({ ...figure, may_judge: true, metric: "lat_ns", share: 1.2 })).toBe("warn");
});
