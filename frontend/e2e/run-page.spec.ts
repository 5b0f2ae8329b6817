import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { watchShifts } from "./layout-shift.ts";
import { expect, importRun, test } from "./stack.ts";

const job = { name: "job", rw: "randread", bs_bytes: 4096, read: { iops: 444, clat_ns: 111_104 } };

/** A run of its own for each test: they edit and delete it. */
async function openRun(page: Page, host: string) {
  const document = fioDocument([job], new Date("2026-11-17T09:00:00Z"));
  const run = await importRun(document, { host, started_at: "2026-11-17T09:00:00Z" });
  await page.goto(`/runs/${run.id}`);
  return { id: run.id, document };
}

const parts = (page: Page) => page.getByRole("navigation", { name: "Parts of this run" });
const openTab = (page: Page, name: string) => parts(page).getByRole("link", { name }).click();

test("title, note, tags and labels are edited and kept", async ({ page }) => {
  await openRun(page, "edited");
  await page.getByRole("button", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit run" });
  await dialog.getByLabel("Title").fill("Slot 3, fan off");
  await dialog.getByLabel("Note").fill("after moving the card");
  await dialog.getByLabel("Tags").fill("vendor");
  await page.keyboard.press("Enter");
  await dialog.getByLabel("Labels").fill("slot=3\nFan=off");
  await expect(dialog.getByText('"Fan=off" is not key=value')).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Save" })).toBeDisabled();
  await dialog.getByLabel("Labels").fill("slot=3\nfan=off");
  await dialog.getByRole("button", { name: "Save" }).click();

  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "Slot 3, fan off" })).toBeVisible();
  await expect(page.getByText("after moving the card", { exact: true })).toBeVisible();
  const marks = page.getByRole("list", { name: "Tags and labels" }).getByRole("listitem");
  await expect(marks).toHaveText(["vendor", "fan=off", "slot=3"]);
});

test("a deleted run comes back by Undo", { tag: "@nightly" }, async ({ page }) => {
  const { id } = await openRun(page, "deleted");
  await page.getByRole("button", { name: "Delete" }).click();
  await expect(page).toHaveURL(/\/runs$/);
  await expect(page.getByText("Run deleted.")).toBeVisible();
  const link = page.locator(`a[href$="/runs/${id}"]`);
  await expect(page.getByRole("table", { name: "Runs" })).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs/${id}$`));
  await expect(page.getByRole("region", { name: "job, read" })).toBeVisible();
});

test("the original file is downloaded byte for byte", { tag: "@nightly" }, async ({ page }) => {
  const { document } = await openRun(page, "raw");
  await openTab(page, "Files");
  const files = page.getByRole("table", { name: "Original files" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    files.getByRole("link").first().click(),
  ]);
  expect(await readFile(await download.path(), "utf8")).toBe(JSON.stringify(document));
});

test("the chart is downloaded as figures and as pictures that bring their words along", {
  tag: "@nightly",
}, async ({ page }) => {
  await openRun(page, "exports");
  await openTab(page, "Latency");
  const frame = page.getByTestId("chart-latency-percentiles");
  await expect(frame.locator("[data-ready]")).toBeVisible();
  const save = async (item: string) => {
    await frame.getByRole("button", { name: "Download Completion latency by percentile" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: item }).click(),
    ]);
    return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
  };

  const csv = await save("CSV figures");
  expect(csv.name).toBe("latency-percentiles.csv");
  expect(csv.bytes.toString()).toContain("percentile,read clat_ns\r\n50,111104\r\n");

  const svg = (await save("SVG picture")).bytes.toString();
  for (const words of ["Completion latency by percentile", ">read<", "p99.9", "fioboard · http"]) {
    expect(svg).toContain(words);
  }
  expect(svg).not.toContain("var(--");

  const png = (await save("PNG picture")).bytes;
  expect(png.subarray(1, 4).toString()).toBe("PNG");
  // Width of the picture: twice that of the plot and its margins.
  expect(png.readUInt32BE(16)).toBeGreaterThan(900);
});

test("figures, answer and next step are on the first screen, and nothing moves them", async ({ page }) => {
  const shifts = await watchShifts(page);
  await openRun(page, "first-screen");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(
    "Random read 4\u00a0KiB, QD 1 · first-screen",
  );
  const strip = page.getByRole("region", { name: "job, read" });
  await expect(strip).toBeInViewport({ ratio: 1 });
  await expect(strip.getByRole("term")).toHaveText([
    ...["IOPS", "Bandwidth", "clat p50", "clat p99", "clat p99.9", "fio CPU per job", "Runtime"],
  ]);
  const answer = page.getByRole("region", { name: "Answer", exact: true });
  await expect(answer).toBeInViewport({ ratio: 1 });
  const [figuresAt, answerAt] = await Promise.all([strip, answer].map((part) => part.boundingBox()));
  expect(figuresAt?.y ?? Number.NaN).toBeLessThan(answerAt?.y ?? 0);
  await expect(parts(page)).toBeInViewport({ ratio: 1 });
  await page.waitForLoadState("networkidle");
  expect(await shifts()).toBeLessThanOrEqual(0.02);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2500);
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(4500);
});

test("a tab is asked for when it is opened, is in the address, and goes back", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const { id } = await openRun(page, "tabs");
  await expect(page.getByRole("region", { name: "Checks" })).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked.filter((path) => /^\/api\/.*(time-series|support|rating|questions)/.test(path))).toEqual([]);
  await openTab(page, "Over time");
  await expect(page).toHaveURL(/#time$/);
  await expect(page.getByText("This run has no samples and no fio logs.")).toBeVisible();
  await expect(page.getByRole("region", { name: "Checks" })).toHaveCount(0);
  await page.goBack();
  await expect(page.getByRole("region", { name: "Checks" })).toBeVisible();
  // Saved links, from when all parts stood below each other.
  await page.goto(`/runs/${id}#files`);
  await expect(page.getByRole("table", { name: "Original files" })).toBeInViewport();
  await expect(parts(page).locator("[aria-current]")).toHaveText("Files");
  await page.goto(`/runs/${id}#answer`);
  await expect(page.getByRole("region", { name: "Checks" })).toBeVisible();
});
