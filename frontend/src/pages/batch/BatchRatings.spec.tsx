/** A batch beside the datasheets of its drives: every figure of every run, no mean, colour only where it may judge. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Batch } from "@/api/types";
import { runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";
import { ratedFigure } from "@/test/rated-figure";

const ids = ["00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"];
const batch: Batch = {
  id: "00000000-0000-0000-0000-000000000001",
  name: "datasheet",
  steps: 2,
  run_count: 2,
  started_at: null,
  ended_at: null,
  hosts: [{ id: "host-1", name: "jupiter" }],
  swept: [],
  runs: ids.map((id) => runSummary({ id })),
  repeats: [],
  answer: null,
};

beforeEach(() => {
  signedIn();
});

async function open(figures: ReturnType<typeof ratedFigure>[]) {
  answer("get", `/batches/${batch.id}`, batch);
  answer("get", "/ratings", {
    items: ids.map((run_id, i) => ({
      run_id,
      rating: { figures: figures.slice(i, i + 1), models: [], missing: null, sentence: null },
    })),
  });
  openApp(`/batches/${batch.id}`);
  await screen.findByRole("table", { name: "Runs of this batch" });
}

test("each figure has its row, its word and its datasheet", async () => {
  await open([
    ratedFigure({ verdict: "comparable", may_judge: true, share: 0.93, measured: 418_500, differs: [] }),
    ratedFigure(),
  ]);
  const table = within(
    await screen.findByRole("table", { name: "Runs beside the datasheets of their drives" }),
  );
  const [, first, second] = table.getAllByRole("row").map((row) => row.textContent ?? "");
  expect(first).toContain("93");
  expect(first).toContain("Comparable");
  expect(second).toContain("Not comparable");
  expect(second).toContain("Intel SSD DC P3700");
  expect(table.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(
    ids.map((id) => expect.stringContaining(id)),
  );
});

test("nothing where no datasheet rates anything", async () => {
  await open([]);
  expect(screen.queryByRole("table", { name: "Runs beside the datasheets of their drives" })).toBeNull();
});
