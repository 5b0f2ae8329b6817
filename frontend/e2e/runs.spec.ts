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
    await expect(page.getByText("End of list")).toBeInViewport({ timeout: 50 });
    expect(seen.size).toBe(COUNT);
  }).toPass({ timeout: 25_000, intervals: [30] });
  return seen;
}

const inOrder = (seen: Map<number, string>) =>
  [...seen].toSorted(([a], [b]) => a - b).map(([, text]) => text);

test("scrolling reads every run once, newest first", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  await expect(page.getByText(`${COUNT} runs`)).toBeVisible();
  const started = inOrder(await readAll(page, 8));
  const newest = Array.from({ length: COUNT }, (_, i) => {
    const at = new Date(Date.UTC(2026, 9, 1, 0, COUNT - 1 - i));
    return `1 Oct ${at.toISOString().slice(11, 16)}`;
  });
  expect(started).toEqual(newest);
});

test("the newest runs are asked for once, before the page's scripts are there", { tag: "@nightly" }, async ({
  page,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (pathname === "/api/v1/runs" && !searchParams.has("cursor")) asked.push(request.url());
  });
  await page.goto("/runs");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.waitForLoadState("networkidle");
  expect(asked).toHaveLength(1);
  const starter = await page.evaluate(
    // The browser's list of entries has no narrower type for these.
    (url) => (performance.getEntriesByName(url)[0] as PerformanceResourceTiming).initiatorType,
    asked[0] ?? "",
  );
  expect(starter).toBe("link");
});

test("the way back leads to the rows that were left", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  // The filters have their place at last: what comes above the rows moves the page under a hand that scrolls.
  await page.waitForLoadState("networkidle");
  const scrolled = () => page.evaluate(() => window.scrollY);
  await page.mouse.wheel(0, 900);
  await expect.poll(scrolled).toBe(900);
  const row = page.getByRole("row").nth(20);
  await expect(row).toBeInViewport();
  await row.getByRole("link").first().click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Run history" })).toBeFocused();
  await expect.poll(scrolled).toBe(900);
});

test("the row the keyboard is on is never below what sticks at the top", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/runs?host=${HOST}`);
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  for (let i = 0; i < 40; i++) await page.keyboard.press("j");
  for (let i = 0; i < 30; i++) await page.keyboard.press("k");
  const row = page.locator("[aria-rowindex='11']");
  await expect(row).toBeInViewport({ ratio: 1 });
  // Whatever is seen at the row's middle is of the row itself.
  await expect
    .poll(() =>
      row.evaluate((element) => {
        const { left, top, height } = element.getBoundingClientRect();
        return element.contains(document.elementFromPoint(left + 300, top + height / 2));
      }),
    )
    .toBe(true);
});

test("only the rows near the screen are in the page; paper has all that were read", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/runs?host=${HOST}`);
  await readAll(page, 8);
  expect(await page.getByRole("row").count()).toBeLessThan(80);
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("row")).toHaveCount(COUNT + 1);
  // One below the other, each in its own place.
  const tops = await page
    .getByRole("row")
    .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(COUNT + 1);
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  await expect.poll(() => page.getByRole("row").count()).toBeLessThan(80);
});

test("a click on a heading sorts on the service and is kept in the address", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/runs?host=${HOST}`);
  const heading = page.getByRole("columnheader", { name: "Result" });
  await heading.getByRole("button").click();
  await expect(page).toHaveURL(/sort=-iops/);
  await expect(heading).toHaveAttribute("aria-sort", "descending");
  const first = page.getByRole("row").nth(1).getByRole("cell").nth(5);
  await expect(first).toHaveText("1.12k IOPS");
  await expect(page.locator("[aria-busy=true]")).toHaveCount(0);

  await heading.getByRole("button").click();
  await expect(page).toHaveURL(/sort=iops/);
  await expect(heading).toHaveAttribute("aria-sort", "ascending");
  await expect(first).toHaveText("1.00k IOPS");
  const iops = inOrder(await readAll(page, 5)).map((text) => Number.parseFloat(text));
  expect(iops).toEqual(iops.toSorted((a, b) => a - b));

  await page.goBack();
  await expect(heading).toHaveAttribute("aria-sort", "descending");
});

test("a row leads to its run, and the host to the runs of that host", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/runs?host=${HOST}`);
  await page.getByRole("row").nth(1).getByRole("cell").nth(4).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await page.getByRole("navigation", { name: "Breadcrumb" }).getByRole("link", { name: HOST }).click();
  await expect(page).toHaveURL(/\/hosts\/[0-9a-f-]{36}$/);
  await expect(page.getByRole("heading", { level: 1, name: HOST })).toBeVisible();

  await page.goto(`/runs?host=${HOST}`);
  await page.getByRole("button", { name: `Remove filter Host ${HOST}` }).click();
  await expect(page).toHaveURL(/\/runs$/);
});

test("bandwidth in powers of two is a choice of the address", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs?host=${HOST}&columns=run,bw_bytes_per_s`);
  const bandwidth = page.getByRole("row").nth(1).getByRole("cell").nth(2);
  await expect(bandwidth).toHaveText(/MB\/s$/);
  await page.getByText("GiB/s").click();
  await expect(page).toHaveURL(/units=binary/);
  await expect(bandwidth).toHaveText(/MiB\/s$/);
});

test("what the address asks and cannot be done is said, by the page or by the service", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/runs?units=metric&group=%3Cb%3E");
  const note = page.getByText("Ignored in this link");
  await expect(note).toContainText("units=metric is not one of decimal, binary");
  await expect(note).toContainText("group=<b> is not a factor");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await expect(page).toHaveURL(/\/runs$/);

  await page.goto("/runs?ioenginee=psync");
  await expect(page.getByText("did you mean 'ioengine'?")).toBeVisible();
  await page.getByRole("button", { name: "Remove filter ioenginee psync" }).click();
  await expect(page).toHaveURL(/\/runs$/);
});

test("facets and typed filters choose, count and exclude; another browser sees the same", async ({
  page,
  browser,
}) => {
  await page.goto(`/runs?host=${HOST}`);
  await expect(page.getByText(`${COUNT} runs`)).toBeVisible();
  const search = page.getByPlaceholder(/^Search runs or filter/);
  await expect(search).toBeVisible();
  await page.keyboard.press("/");
  await expect(search).toBeFocused();
  await page.keyboard.type("iops=..1009 rw=randread");
  await page.keyboard.press("Enter");
  await expect(page.getByText("10 runs")).toBeVisible();
  await expect(page).toHaveURL(/host=many-runs&iops=..1009&rw=randread$/);

  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByPlaceholder("Search factors and metrics").fill("p50");
  await page.getByLabel("p50 completion latency").click();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("columnheader", { name: "p50 clat" })).toBeVisible();

  const other = await browser.newContext({
    storageState: await page.context().storageState(),
    viewport: { width: 1440, height: 900 },
  });
  const copy = await other.newPage();
  await copy.goto(page.url());
  await expect(copy.getByText("10 runs")).toBeVisible();
  await expect(copy.getByRole("columnheader", { name: "p50 clat" })).toBeVisible();
  const text = (of: Page) => of.getByRole("table", { name: "Runs" }).textContent();
  // The service marks changes in the background: both pages are loaded again until they saw the same state of it.
  await expect(async () => {
    await Promise.all([page, copy].map((one) => one.reload({ waitUntil: "networkidle" })));
    expect(await text(page)).toContain("1 Oct 00:00");
    expect(await text(copy)).toBe(await text(page));
  }).toPass({ timeout: 60_000 });
  await other.close();
});

test("selected runs are tagged and deleted together, and both can be undone", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/runs?host=${HOST}&sort=iops`);
  await expect(page.getByRole("row").nth(2)).toBeVisible();
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  const bar = page.getByRole("region", { name: "Selected runs" });
  await expect(bar).toContainText("2 selected");
  await bar.getByRole("button", { name: "Tag or label" }).click();
  await page.getByLabel("Tag, or label as key=value").fill("nightly");
  await page.getByRole("button", { name: "Add" }).click();
  await expect(page.getByText("2 runs marked “nightly”.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await bar.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("2 runs deleted.")).toBeVisible();
  await expect(page.getByText(`${COUNT - 2} runs`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText(`${COUNT} runs`)).toBeVisible();
});

test("the view is copied as a Markdown table with the right direction", { tag: "@nightly" }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`/runs?host=${HOST}&iops=..1000`);
  await expect(page.getByText("1 run", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Markdown table" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  const table = await page.evaluate(() => navigator.clipboard.readText());
  expect(table).toMatch(/^\|/);
  expect(table).toContain("read");
  expect(table).not.toContain("write");
});
