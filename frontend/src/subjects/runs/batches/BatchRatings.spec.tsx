/** A batch beside the datasheets of its drives: every figure of every run, no mean, colour only where it may judge. */
import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { Batch, SpecCard } from "@/api/types";
import { batchOf, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";
import { ratedFigure } from "@/test/rated-figure";

const ids = ["00000000-0000-0000-0000-00000000000a", "00000000-0000-0000-0000-00000000000b"];
const batch = batchOf({ agent_name: "datasheet", runs: ids.map((id) => runSummary({ id })) });

beforeEach(() => {
  signedIn();
});

async function open(figures: ReturnType<typeof ratedFigure>[], runs: Batch["runs"] = batch.runs) {
  answer("get", `/batches/${batch.id}`, { ...batch, runs });
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
  const table = within(await screen.findByRole("table", { name: "Runs compared with drive datasheets" }));
  const [, first, second] = table.getAllByRole("row").map((row) => row.textContent ?? "");
  expect(first).toContain("93");
  expect(first).toContain("Comparable");
  expect(second).toContain("Not comparable");
  expect(second).toContain("Intel SSD DC P3700");
  const toRuns = table.getAllByRole("link", { name: /^\d/ });
  expect(toRuns.map((link) => link.getAttribute("href"))).toEqual(
    ids.map((id) => expect.stringContaining(id)),
  );
});

test("of a sweep each rating has the run that came nearest, the others wait behind a button", {
  tags: ["nightly"],
}, async () => {
  answer("get", `/batches/${batch.id}`, batch);
  const shares = [0.02, 0.24, 0.12, 0.06, 0.03];
  answer("get", "/ratings", {
    items: shares.map((share) => ({
      run_id: ids[0] ?? "",
      rating: {
        figures: [ratedFigure({ share, verdict: "at_least" })],
        models: [],
        missing: null,
        sentence: null,
      },
    })),
  });
  openApp(`/batches/${batch.id}`);
  const table = await screen.findByRole("table", { name: "Runs compared with drive datasheets" });
  expect(
    within(table)
      .getAllByRole("row")
      .map((row) => /\d+\s%/.exec(row.textContent ?? "")?.[0]),
  ).toEqual([undefined, expect.stringMatching(/^24/)]);
  await userEvent.click(screen.getByRole("button", { name: "Show all 5 comparisons" }));
  expect(within(table).getAllByRole("row")).toHaveLength(6);
});

test("nothing where no datasheet rates anything", async () => {
  await open([]);
  expect(screen.queryByRole("table", { name: "Runs compared with drive datasheets" })).toBeNull();
});

const printed = (more: Partial<SpecCard["figures"][number]>): SpecCard["figures"][number] => ({
  metric: "iops",
  value: 450_000,
  unit: "IOPS",
  claim: "up to",
  rw: "randread",
  read_pct: null,
  percentile: null,
  bs_bytes: 4096,
  outstanding: 128,
  workers: 4,
  span: null,
  state: null,
  cache: null,
  scope: "capacity",
  line: null,
  source: null,
  is_contradicted: false,
  data: null,
  lba_bytes: null,
  assumed: [],
  ...more,
});

test("figures of the suite's card without a run stand below with the job, those that are no rate do not", async () => {
  const card: SpecCard = {
    id: "intel-dc-p3700",
    title: "Intel SSD DC P3700",
    drive_class: "data-centre",
    grade: "B",
    capacity_bytes: null,
    models: [],
    origin: "built_in",
    version: 1,
    figure_count: 3,
    unsourced_count: 0,
    figures: [
      printed({}),
      printed({ rw: "randwrite", value: 175_000 }),
      printed({ metric: "slc_cache_bytes", rw: null }),
      printed({ rw: "read", bs_bytes: 131_072, metric: "bw_bytes_per_s", value: 2.8e9 }),
    ],
    notes: [],
    link: null,
    made_at: null,
    made_by: null,
  };
  answer("get", "/specs/intel-dc-p3700", card);
  const labels = { spec_card: "intel-dc-p3700", spec_figure: "1" };
  await open(
    [ratedFigure()],
    ids.map((id) => runSummary({ id, labels })),
  );
  const section = within(await screen.findByRole("region", { name: "Datasheet figures without a run" }));
  expect(section.getByRole("heading").textContent).toBe("Not run: 2 figures of Intel SSD DC P3700");
  const [write, read] = section.getAllByRole("listitem").map((item) => item.textContent ?? "");
  expect(write).toMatch(/Random write.*175.*it writes.*fioboard spec job intel-dc-p3700 2/);
  expect(read).toMatch(/Sequential read.*2\.8.*fioboard spec job intel-dc-p3700 4/);
  expect(read).not.toContain("it writes");
});

test("of very many runs it says how many are compared with a datasheet, and the source is a link", {
  tags: ["nightly"],
}, async () => {
  const runs = Array.from({ length: 201 }, (_, i) => runSummary({ id: i < 2 ? (ids[i] ?? "") : `run-${i}` }));
  await open([ratedFigure()], runs);
  expect(await screen.findByText(/The first 200 of 201 runs/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Product specification" }).getAttribute("href")).toBe(
    "https://example.org/ds.pdf",
  );
});
