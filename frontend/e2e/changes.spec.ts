import { expect, type Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents";
import { importRun, test } from "./stack";

const NIGHTS = 28;
const STEP = 16;
const HOSTS = ["watch-saturn", "watch-venus"];
// Bucket values of fio, so that percentiles and figures say the same.
const BEFORE = { iops: 100_000, clat_ns: 317_440 };
const AFTER = { iops: 86_000, clat_ns: 370_688 };

/** Steady to less than a percent, in no order that a step could be seen in. */
const wobble = (night: number) => 1 + ((night * 7) % 11) / 2000;

test.beforeAll(async () => {
  for (const host of HOSTS) {
    for (let night = 0; night < NIGHTS; night += 1) {
      const level = night < STEP ? BEFORE : AFTER;
      const read = { iops: Math.round(level.iops * wobble(night)), clat_ns: level.clat_ns };
      const job = {
        name: "nightly",
        rw: "randread",
        bs_bytes: 4096,
        iodepth: 32,
        ioengine: "io_uring",
        read,
      };
      await importRun(fioDocument([job], new Date(Date.UTC(2026, 8, 1 + night, 2))), {
        host,
        "label.kernel": night < STEP ? "6.1.0" : "6.8.0",
      });
    }
  }
});

/** The list, once the service has watched the runs: it does so in the background, within seconds. */
async function openList(page: Page, state: "open" | "any" = "open") {
  await expect(async () => {
    await page.goto(`/changes?state=${state}&suspect=kernel`);
    await expect(page.getByRole("row", { name: /watch-saturn/ })).toHaveCount(1, { timeout: 2_000 });
    await expect(page.getByRole("row", { name: /watch-venus/ })).toHaveCount(1, { timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
}

async function requireAccessible(page: Page) {
  const faults = await axe(page).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(faults.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test("a planted step is told with the kernel that changed, and leads to its runs", {
  tag: "@nightly",
}, async ({ page }) => {
  test.slow();
  // A host whose owner lets it repeat runs; what is asked of it is in measure.spec.ts.
  const offers = { may_repeat: true, targets: [{ name: "/srv/bench" }] };
  await page.route("**/api/v1/hosts/*/offers", (route) => route.fulfill({ json: { offers } }));
  await openList(page);
  const row = page.getByRole("row", { name: /watch-saturn/ });
  await expect(row).toContainText("6.1.0 → 6.8.0");
  await row.getByRole("link", { name: "IOPS" }).click();
  await expect(page.getByRole("heading", { level: 1, name: /IOPS −14/ })).toBeVisible();
  await expect(
    page.getByText(/fell by 14.* on watch-saturn on 17 Sep 2026 \(16 runs before, 12 after\)/).first(),
  ).toBeVisible();
  await expect(page.getByText("16 runs before, 12 after").last()).toBeVisible();
  const suspects = page.getByRole("table", { name: "Possible causes" });
  await expect(suspects.getByRole("row", { name: /Kernel/ })).toContainText("6.1.0 → 6.8.0");
  await expect(page.getByRole("form", { name: "Run again" }).getByLabel("Target")).toHaveValue("/srv/bench");
  await requireAccessible(page);
  await page.getByRole("button", { name: "Compare before and after" }).click();
  await expect(page).toHaveURL(/\/compare\?base=/);
  await expect(page.getByText(/16 runs/).first()).toBeVisible();
});

test("one cause is accepted for all hosts at once, and is seen on run and host", { tag: "@nightly" }, async ({
  page,
}) => {
  test.slow();
  await openList(page);
  await page
    .getByRole("row", { name: /watch-saturn/ })
    .getByRole("checkbox")
    .check();
  await page
    .getByRole("row", { name: /watch-venus/ })
    .getByRole("checkbox")
    .check();
  const bar = page.getByRole("region", { name: "Selected changes" });
  await bar.getByRole("combobox", { name: "State" }).selectOption("expected");
  await bar.getByRole("textbox", { name: "Cause" }).fill("Kernel 6.8 everywhere");
  await bar.getByRole("button", { name: /Save for/ }).click();
  await expect(
    page.getByText("No changes in this state.").or(page.getByText("No changes match.")),
  ).toBeVisible();
  await page.goto("/changes?state=expected&suspect=kernel");
  const row = page.getByRole("row", { name: /watch-venus/ });
  await expect(row).toContainText("Kernel 6.8 everywhere");
  await row.getByRole("link", { name: "watch-venus" }).click();
  await page
    .getByRole("navigation", { name: "Parts of this host" })
    .getByRole("link", { name: "Changes" })
    .click();
  await page.getByRole("link", { name: /−14/ }).first().click();
  await expect(page).toHaveURL(/\/changes\//);
});

test("when did it get slower: one click from the marked row of the history", { tag: "@nightly" }, async ({
  page,
}) => {
  test.slow();
  await openList(page, "any");
  await page.goto("/runs?host=watch-saturn");
  // Two clicks more would be left.
  await page.getByRole("link", { name: /^2 changes\. IOPS fell by 14.* on watch-saturn/ }).click();
  await expect(page.getByRole("heading", { level: 1, name: /IOPS −14/ })).toBeVisible();
  await expect(page.getByText(/fell by 14.* on 17 Sep 2026/).first()).toBeVisible();
});

test("when did it get slower: three clicks from any other row, with all that changed meanwhile", {
  tag: "@nightly",
}, async ({ page }) => {
  test.slow();
  await openList(page, "any");
  await page.goto("/runs?host=watch-saturn");
  await page.getByRole("row").nth(3).getByRole("link").first().click();
  await page
    .getByRole("navigation", { name: "Parts of this run" })
    .getByRole("link", { name: "History" })
    .click();
  await page
    .getByRole("region", { name: "Over time" })
    .getByRole("link", { name: /^IOPS, / })
    .click();
  await expect(page).toHaveURL(/\/series\//);
  await expect(page.getByText(/fell by 14.* on watch-saturn on 17 Sep 2026/).first()).toBeVisible();
  const chart = page.getByTestId("chart-series-iops");
  // One level before the step and one after it, and the kernel's two versions on the same axis.
  await expect(chart.locator("[data-levels] path")).toHaveCount(2);
  await expect(chart.locator("[data-lanes]")).toContainText("6.1.0");
  await expect(chart.locator("[data-lanes]")).toContainText("6.8.0");
  const recorded = page.getByRole("table", { name: "Configuration changes in this period" });
  await expect(recorded.getByRole("row", { name: /6\.1\.0 → 6\.8\.0/ })).toContainText("also changed");
  await expect(
    page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Changes" }),
  ).toHaveAttribute("aria-current", "page");
  await requireAccessible(page);
  for (const width of [1024, 390]) {
    await page.setViewportSize({ width, height: 900 });
    // The chart follows its frame in a moment.
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
      .toBeLessThanOrEqual(width);
  }
});
