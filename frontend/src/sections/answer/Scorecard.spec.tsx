import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RatedFigure, Rating } from "@/api/types";
import { Scorecard } from "@/sections/answer/Scorecard";
import { toneOf } from "@/sections/answer/scorecard-words";

const figure: RatedFigure = {
  metric: "iops",
  unit: "IOPS",
  rw: "read",
  bs_bytes: 4096,
  percentile: null,
  measured: 75_945.1,
  rated: 450_000,
  rated_each: 450_000,
  drive_count: 1,
  rule: null,
  is_at_ceiling: false,
  share: 0.1688,
  verdict: "not_comparable",
  may_judge: false,
  differs: [
    { name: "pattern", rated: "randread", run: "read", effect: "differs" },
    { name: "outstanding", rated: "128", run: "31.9", effect: "easier" },
    { name: "direct", rated: "yes", run: null, effect: "unknown" },
  ],
  is_stated: false,
  claim: "up to",
  source: {
    title: "Product specification",
    address: "https://example.org/ds.pdf",
    kind: "maker",
    page: 12,
    dated: "2015-10",
    read_at: "2026-11-22",
    is_copy: false,
  },
  card: { id: "intel-dc-p3700", title: "Intel SSD DC P3700", origin: "built_in", grade: "B" },
};
const rating: Rating = { figures: [figure], models: ["INTEL SSDPEDMD020T4"], missing: null, sentence: null };

function draw(shown: Rating) {
  render(<Scorecard rating={shown} units="decimal" adding={<p>Add one</p>} />);
}

test("a figure stands with its rating, what keeps them apart, and the source", () => {
  draw(rating);
  const card = within(screen.getByRole("region", { name: "Datasheet" }));
  expect(card.getByText("Not comparable")).toBeDefined();
  const kept = within(card.getByRole("list", { name: "What keeps the two apart" }));
  expect(kept.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
    "pattern: read, rated with randread",
    "I/Os in flight: 31.9, rated with 128",
    "direct I/O: rated with yes, unknown of this run",
  ]);
  const source = card.getByRole("link", { name: "Product specification" });
  expect(source.getAttribute("href")).toBe("https://example.org/ds.pdf");
  expect(card.getByText(/page 12, 2015-10, read 2026-11-22/)).toBeDefined();
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
