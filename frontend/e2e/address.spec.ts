/** A view is in its address: another browser that opens it shows the same. */
import type { Browser, Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

const HOST = "address-host";

test.beforeAll(async () => {
  let minute = 0;
  for (const bs of [4096, 65_536]) {
    for (const iodepth of [1, 8, 32]) {
      for (const slot of ["2", "3"]) {
        const startedAt = new Date(Date.UTC(2026, 10, 2, 8, minute++));
        const iops = 1000 * iodepth + bs / 4096 + Number(slot);
        const job = { name: "job", rw: "randread", bs_bytes: bs, iodepth, read: { iops, clat_ns: 111_104 } };
        const query = { host: HOST, started_at: startedAt.toISOString(), "label.slot": slot };
        await importRun(fioDocument([job], startedAt), query);
      }
    }
  }
});

/** What a reader meets, in words and roles; ids that the kit makes up are not in it. */
async function seen(page: Page): Promise<string> {
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
  return page.getByRole("main").ariaSnapshot();
}

/** Opens the page's address in a browser that has never been here, and compares. */
async function expectTheSameElsewhere(page: Page, browser: Browser) {
  // Leaves what is open over the page: that is not part of a view.
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { level: 1 }).click();
  const other = await browser.newContext({ storageState: await page.context().storageState() });
  const theirs = await other.newPage();
  await theirs.setViewportSize({ width: 1440, height: 900 });
  await theirs.goto(page.url());
  await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(async () => expect(await seen(theirs)).toBe(await seen(page))).toPass({ timeout: 15_000 });
  await other.close();
}

test("filters, columns, order, unit and selected runs", { tag: "@nightly" }, async ({ page, browser }) => {
  // The key comes before the box does.
  const chunk = Promise.withResolvers<void>();
  await page.route("**/FilterBar-*.js", async (route) => {
    await chunk.promise;
    await route.continue();
  });
  await page.goto(`/runs?host=${HOST}`);
  await expect(page.getByText("12 runs")).toBeVisible();
  await page.keyboard.press("/");
  chunk.resolve();
  const search = page.getByRole("combobox", { name: "Search runs" });
  await expect(search).toBeFocused();
  await search.fill("bs=4k");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/bs=4k/);
  await page.getByRole("button", { name: "Slot", exact: true }).click();
  await page.getByRole("button", { name: "Exclude 3" }).click();
  await expect(page).toHaveURL(/slot=%213|slot=!3/);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.locator("ol").getByRole("checkbox", { name: "Host" }).click();
  await page.getByRole("textbox", { name: "Search columns" }).fill("p99.9");
  await page
    .getByRole("checkbox", { name: /99\.9\b/ })
    .first()
    .click();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Result" }).getByRole("button").click();
  await page.getByText("GiB/s", { exact: true }).click();
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .first()
    .check();
  await page
    .getByRole("checkbox", { name: /^Select (?!all)/ })
    .nth(1)
    .check();
  await expect(page.getByText("3 runs")).toBeVisible();
  for (const part of ["bs=", "slot=", "columns=", "sort=", "units=binary", "select="])
    expect(page.url()).toContain(part);
  await expectTheSameElsewhere(page, browser);
});

test("a grouped history", { tag: "@nightly" }, async ({ page, browser }) => {
  await page.goto(`/runs?host=${HOST}`);
  await page
    .getByRole("combobox", { name: "Group runs by" })
    .or(page.getByRole("textbox", { name: "Group runs by" }))
    .click();
  await page
    .getByRole("option", { name: "Queue depth" })
    .or(page.getByRole("option", { name: /depth/i }))
    .first()
    .click();
  await expect(page).toHaveURL(/group=/);
  await expectTheSameElsewhere(page, browser);
});

test("a chart with its axes, its split and its scale", { tag: "@nightly" }, async ({ page, browser }) => {
  await page.goto(`/explore?host=${HOST}&x=iodepth`);
  await page.getByLabel("Metric", { exact: true }).first().click();
  await page.getByRole("option", { name: "IOPS", exact: true }).click();
  await page.getByLabel("Split by").first().click();
  await page.getByRole("option", { name: "Block size", exact: true }).click();
  await page.getByRole("radiogroup", { name: "Y scale" }).getByText("Log").click();
  await expect(page).toHaveURL(/yscale=log/);
  await expect(page.locator("[data-ready]")).toHaveCount(1);
  await expectTheSameElsewhere(page, browser);
  await page.getByRole("button", { name: "Show as heat map" }).click();
  await expect(page).toHaveURL(/chart=heat-map/);
  await expectTheSameElsewhere(page, browser);
});

test("a comparison begun from selected runs", { tag: "@nightly" }, async ({ page, browser }) => {
  await page.goto(`/runs?host=${HOST}&bs=4k&iodepth=8`);
  const boxes = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  await boxes.nth(0).check();
  await boxes.nth(1).check();
  await expect(page.getByText("2 selected")).toBeVisible();
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("c");
  await expect(page).toHaveURL(/\/compare\?/);
  await expectTheSameElsewhere(page, browser);
});
