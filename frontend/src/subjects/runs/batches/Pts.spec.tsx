/** A test of SNIA's standard: its sentence, verdict and tables; nothing for other batches, and no second answer. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { PtsReport } from "@/api/types";
import { batchOf, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
});

const VALUES = [30_000, 22_000, 20_500, 20_000, 20_100, 19_900, 20_050];
const REPORT: PtsReport = {
  test: "latency",
  class_name: "enterprise",
  block_bytes: null,
  title: "PTS-E latency",
  sentence: "PTS-E latency: 20.1 µs in steady state (R/W 0/100, 4 KiB, rounds 3 to 7).",
  text: ["Not the standard: the drive was not purged.", "Not purged; 7.68 TB written in sequence."],
  is_standard: false,
  deviations: ["the drive was not purged"],
  metric: "lat_mean_ns",
  round_count: 7,
  max_rounds: 25,
  period: 1,
  runtime_s: 60,
  window: { first: 3, last: 7, is_steady: true },
  series: [
    {
      reads_pct: 100,
      bs_bytes: 512,
      points: [{ round: 1, value: 90_000, run_id: "run-2" }],
      fit: null,
      mean: 90_000,
      max_ns: 1_000_000,
    },
    {
      reads_pct: 0,
      bs_bytes: 4096,
      points: VALUES.map((value, place) => ({ round: place + 1, value, run_id: "run-1" })),
      fit: {
        average: 20_110,
        slope: -90,
        intercept: 20_560,
        range_share: 0.0298,
        slope_share: 0.0179,
        is_steady: true,
      },
      mean: 20_110,
      max_ns: 5_000_000,
    },
  ],
  purge: null,
  capacity_bytes: 3_840_755_982_336,
  range_bytes: 3_840_755_982_336,
  prefill_bytes: 7_681_511_964_672,
  written_bytes: 9_000_000_000_000,
  write_limit_bytes: 13_000_000_000_000,
  write_cache: null,
};

function open(agent_name: string, report: PtsReport = REPORT) {
  const batch = batchOf({ agent_name, runs: [runSummary({ id: "run-1", target: "/dev/nvme1n1" })] });
  answer("get", "/batches/batch-1", { ...batch, id: "batch-1" });
  answer("get", "/batches/batch-1/pts", { items: [report] });
  openApp("/batches/batch-1");
}

test("the sentence, the window with its verdict, and the table of mixes by block sizes", async () => {
  open("pts");
  const card = await screen.findByRole("region", { name: "SNIA SSS PTS 2.0.2 · PTS-E latency" });
  expect(card.textContent).toContain(REPORT.sentence);
  expect(card.textContent).toContain("not the standard");
  expect(card.textContent).toContain("7 of at most 25, 60 s per cell");
  expect(card.textContent).toContain("Purgenone");
  const steady = within(card).getByRole("table", { name: "Steady state by tracked cell" });
  expect(within(steady).getByRole("row", { name: /R\/W 0\/100, 4 KiB/ }).textContent).toMatch(
    /steady20\.1\sµs3\s%1\.8\s%−90\sns/,
  );
  const cells = within(card).getByRole("table", { name: "Mean latency, mean of the window" });
  expect(within(cells).getByRole("row", { name: /^4 KiB/ }).textContent).toMatch(/^4 KiB20\.1\sµs–/);
  expect(within(cells).getByRole("row", { name: /^0\.5 KiB/ })).toBeDefined();
  expect(within(card).getByRole("table", { name: "Largest latency in the window" })).toBeDefined();
  // The report takes the place of the answer of other batches.
  expect(screen.queryByRole("region", { name: /^Answer:/ })).toBeNull();
});

test("before five rounds there is no window, and the first cell is drawn", async () => {
  const series = REPORT.series.map((one) => ({ ...one, fit: null, mean: null, max_ns: null }));
  open("pts", { ...REPORT, window: null, series, round_count: 2 });
  const card = await screen.findByRole("region", { name: /PTS-E latency/ });
  expect(within(card).queryByRole("table", { name: "Steady state by tracked cell" })).toBeNull();
  expect(within(card).getByTestId("chart-pts-100-512")).toBeDefined();
});

test("any other batch has no report", async () => {
  open("quick");
  expect(await screen.findByRole("heading", { name: "quick" })).toBeDefined();
  expect(screen.queryByRole("region", { name: /SNIA/ })).toBeNull();
});
