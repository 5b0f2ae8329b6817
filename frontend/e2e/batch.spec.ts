import { randomUUID } from "node:crypto";
import { fioDocument } from "./fio-documents.ts";
import { uploadRun } from "./machines.ts";
import { expect, test } from "./stack.ts";

const batchId = randomUUID();
const IOPS = [1000, 1020, 980];

test.beforeAll(async () => {
  for (const [i, iops] of IOPS.entries()) {
    const startedAt = new Date(Date.UTC(2026, 10, 14, 9, i));
    const fio = fioDocument(
      [{ name: "job", rw: "randread", bs_bytes: 4096, read: { iops, clat_ns: 111_104 } }],
      startedAt,
    );
    await uploadRun({
      host: "batched",
      startedAt,
      fio,
      batch: { id: batchId, name: "sweep", step: i + 1, steps: 4 },
    });
  }
});

test("a batch shows its repeats with their spread, and leads to its runs and back", async ({ page }) => {
  await page.goto(`/batches/${batchId}`);
  await expect(page.getByRole("heading", { level: 1, name: "sweep" })).toBeVisible();
  await expect(page.getByText("3 of 4 steps")).toBeVisible();
  const repeats = page.getByRole("table", { name: "Workloads and their repeats" });
  const cells = await repeats.getByRole("row").nth(1).getByRole("cell").allTextContents();
  // Mean 1000, deviation 20: t(0.975, 2) × 20 / √3 = 49.7.
  expect(cells.map((cell) => cell.replaceAll("\u00a0", " "))).toEqual([
    "read",
    "n = 3",
    "1.00 k",
    "950 to 1.05 k",
    "980 to 1.02 k−2 % to +2 %",
    "4.10 MB/s",
  ]);
  await page.getByRole("table", { name: "Runs of this batch" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\//);
  await page.getByRole("link", { name: "sweep" }).click();
  await expect(page).toHaveURL(new RegExp(`/batches/${batchId}$`));
});

test("the run history leads to the batch of a run, and the batch to its runs in the history", async ({
  page,
}) => {
  await page.goto("/runs?host=batched");
  await page.getByRole("link", { name: "Batch sweep, step 2 of 4" }).click();
  await expect(page).toHaveURL(new RegExp(`/batches/${batchId}$`));
  await page.getByRole("link", { name: "In the run history" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs\\?batch=${batchId}$`));
  await expect(page.getByRole("link", { name: /^Batch sweep/ })).toHaveCount(3);
});

test("a batch that is not there says so", async ({ page }) => {
  await page.goto(`/batches/${randomUUID()}`);
  await expect(page.getByText("There is no such batch.")).toBeVisible();
});
