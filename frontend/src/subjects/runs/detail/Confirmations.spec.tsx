import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Confirmation } from "@/api/types";
import { runDetail } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(signedIn);

const confirmed: Confirmation = {
  finding: "depth-ignored",
  title: "queue depth of engines that wait",
  batch_id: "batch-1",
  outcome: "confirmed",
  sentence: "Confirmed: with the change the rate was 8 times that without it.",
  measure: "bw_bytes_per_s",
  base: [1e9, 1.1e9],
  changed: [8e9, 8.2e9],
  ratio: 8,
  ratio_low: 7.5,
  ratio_high: 8.5,
};

function openRun(confirmations: readonly Confirmation[]) {
  answer("get", "/runs/:id", runDetail());
  answer("get", "/factors", { items: [] });
  answer("get", "/runs/:id/time-series", { from_ms: 0, to_ms: 0, bucket_ms: 1, series: [] });
  answer("get", "/runs/:id/moments", { notes: [], readings: [], preflight: null });
  answer("get", "/runs/:id/neighbours", {
    previous: null,
    next: null,
    repeats: [],
    spread: null,
    confirmations,
    command: null,
    job_file: null,
  });
  return openApp("/runs/run-1");
}

test("what was tried stands with its word, its sentence, every run and the way to them", async () => {
  openRun([confirmed]);
  const tried = within(await screen.findByRole("region", { name: "A/B tests" }));
  expect(tried.getByText("Confirmed")).toBeDefined();
  expect(tried.getByText(confirmed.sentence)).toBeDefined();
  expect(tried.getByRole("img").getAttribute("aria-label")?.replaceAll("\u00a0", " ")).toBe(
    "without: 1.00 GB/s, 1.10 GB/s; with: 8.00 GB/s, 8.20 GB/s",
  );
  expect(tried.getByRole("link", { name: "its runs" }).getAttribute("href")).toContain("/batches/batch-1");
});

test("before the change was made nothing is drawn of it", async () => {
  openRun([
    { ...confirmed, outcome: "waiting", changed: [], ratio: null, ratio_low: null, ratio_high: null },
  ]);
  const tried = within(await screen.findByRole("region", { name: "A/B tests" }));
  expect(tried.getByText("Waiting")).toBeDefined();
  expect(tried.queryByRole("img")).toBeNull();
});
