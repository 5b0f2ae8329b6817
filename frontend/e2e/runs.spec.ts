import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

const HOST = "many-runs";
const COUNT = 120;

test.beforeAll(async () => {
  for (let i = 0; i < COUNT; i++) {
    // Order by IOPS is not order by time: 7 has no factor in common with 120.
    const iops = 1000 + ((i * 7) % COUNT);
    const startedAt = new Date(Date.UTC(2026, 9, 1, 0, i));
    const job = { name: "job", rw: "randread", bs_bytes: 4096, read: { iops, clat_ns: 111_104 } };
    await importRun(fioDocument([job], startedAt), { host: HOST, started_at: startedAt.toISOString() });
  }
});

/** Scrolls to the end and returns every row that was on the screen, by its place in the whole table. */
async function readAll(page: Page, column: number): Promise<Map<number, string>> {
  const table = page.getByRole("table", { name: "Runs" });
  await expect(table).toHaveAttribute("aria-rowcount", String(COUNT + 1));
  const seen = new Map<number, string>();
  await expect(async () => {
    const rows = await table.locator("[role=row][aria-rowindex]").evaluateAll(
      (elements, cell) =>
        elements.map((row) => ({
          index: Number(row.getAttribute("aria-rowindex")),
          text: row.querySelectorAll("[role=cell]")[cell]?.textContent ?? "",
        })),
      column,
    );
    for (const { index, text } of rows) if (index > 1) seen.set(index, text.replaceAll("\u00a0", " "));
    await page.mouse.wheel(0, 500);
    await expect(page.getByText("No more runs.")).toBeInViewport({ timeout: 50 });
    expect(seen.size).toBe(COUNT);
  }).toPass({ timeout: 25_000, intervals: [30] });
  return seen;
}

const inOrder = (seen: Map<number, string>) =>
  [...seen].toSorted(([a], [b]) => a - b).map(([, text]) => text);

test("scrolling reads every run once, newest first", async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  await expect(page.getByText(`${COUNT} runs`)).toBeVisible();
  const started = inOrder(await readAll(page, 0));
  const newest = Array.from({ length: COUNT }, (_, i) => {
    const at = new Date(Date.UTC(2026, 9, 1, 0, COUNT - 1 - i));
    return `1 Oct ${at.toISOString().slice(11, 16)}`;
  });
  expect(started).toEqual(newest);
});

test("only the rows near the screen are in the page", async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  await readAll(page, 0);
  expect(await page.getByRole("row").count()).toBeLessThan(80);
});

test("a click on a heading sorts on the service and is kept in the address", async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  const heading = page.getByRole("columnheader", { name: "IOPS" });
  await heading.getByRole("button").click();
  await expect(page).toHaveURL(/sort=-iops/);
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  const first = page.getByRole("row").nth(1).getByRole("cell").nth(5);
  await expect(first).toHaveText("1.12\u00a0k");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);

  await heading.getByRole("button").click();
  await expect(page).toHaveURL(/sort=iops/);
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect(first).toHaveText("1.00\u00a0k");
  const iops = inOrder(await readAll(page, 5)).map((text) => Number.parseFloat(text));
  expect(iops).toEqual(iops.toSorted((a, b) => a - b));

  await page.goBack();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
});

test("a row leads to its run, and the host to the runs of that host", async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  await page.getByRole("row").nth(1).getByRole("cell").nth(3).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: HOST }).click();
  await expect(page).toHaveURL(new RegExp(`/runs\\?host=${HOST}$`));

  await page.getByRole("button", { name: `Remove filter Host ${HOST}` }).click();
  await expect(page).toHaveURL(/\/runs$/);
});

test("bandwidth in powers of two is a choice of the address", async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  const bandwidth = page.getByRole("row").nth(1).getByRole("cell").nth(6);
  await expect(bandwidth).toHaveText(/MB\/s$/);
  await page.getByText("GiB/s").click();
  await expect(page).toHaveURL(/units=binary/);
  await expect(bandwidth).toHaveText(/MiB\/s$/);
});

test("what the address asks and the page cannot do is said", async ({ page }) => {
  await page.goto("/runs?sort=-speed&bios.nps=4");
  const note = page.getByText("Not honoured from this address");
  await expect(note).toContainText("sort=-speed is not one of started_at, iops, bw_bytes_per_s, clat_p99_ns");
  await expect(note).toContainText("bios.nps is not a setting of this page");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(/\/runs$/);
});
