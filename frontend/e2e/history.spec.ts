/** The history as its reader arranges it: widths, pins and saved views; what was deleted; rows without a start. */
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, stack, test } from "./stack.ts";

const HOST = "arranged";
const VIEW = "Arranged nights";

test.beforeAll(async () => {
  for (let i = 0; i < 4; i++) {
    const startedAt = new Date(Date.UTC(2026, 9, 2, i));
    const read = { iops: 1000 + i, clat_ns: 111_104 };
    const document = fioDocument([{ name: "job", rw: "randread", bs_bytes: 4096, read }], startedAt);
    // The last one says nothing of its time.
    const kept = Object.entries(document).filter(([key]) => i < 3 || !key.startsWith("time"));
    await importRun(Object.fromEntries(kept), {
      host: HOST,
      title: `night ${i}`,
      ...(i < 3 ? { started_at: startedAt.toISOString() } : {}),
    });
  }
});

test.afterAll(async () => {
  const { url, token } = stack();
  const headers = { authorization: `Bearer ${token}` };
  const { items } = (await (await fetch(`${url}/api/v1/views?page=runs`, { headers })).json()) as {
    items: { id: string; name: string }[];
  };
  // A default view would open for every other spec.
  for (const { id, name } of items)
    if (name === VIEW) await fetch(`${url}/api/v1/views/${id}`, { method: "DELETE", headers });
});

test("widths and pins go into a saved view, which is pinned and opened; a phone has cards", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/runs?host=${HOST}&columns=run,history`);
  const table = page.getByRole("table", { name: "Runs" });
  await expect(
    table
      .getByRole("row")
      .nth(1)
      .getByRole("img", { name: /^3 runs/ }),
  ).toBeVisible();
  await page.goto(`/runs?host=${HOST}`);
  await expect(table.getByText("Start not stated: 1 run, in the order received")).toBeVisible();
  const edge = page.getByRole("separator", { name: "Workload column width" });
  await edge.focus();
  await page.keyboard.press("Shift+ArrowRight");
  await expect(page).toHaveURL(/widths=workload:\d+/);
  await edge.dblclick();
  await page.keyboard.press("Delete");
  await expect(page).not.toHaveURL(/widths=/);
  await page.keyboard.press("ArrowRight");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("button", { name: "Pin Host as the first column" }).click();
  await expect(page).toHaveURL(/pinned=host/);
  await page.keyboard.press("Escape");
  await expect(table.getByRole("columnheader").nth(1)).toHaveAccessibleName("Host");

  await page.getByRole("button", { name: "Views" }).click();
  await page.getByLabel("Save this view as").fill(VIEW);
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: `Pin the view ${VIEW} above the list` }).click();
  await page.getByRole("button", { name: `Open the history with the view ${VIEW}` }).click();
  await expect(page.getByRole("button", { name: `Open the history with the view ${VIEW}` })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await page.keyboard.press("Escape");
  await expect(
    page.getByRole("navigation", { name: "Pinned views" }).getByRole("link", { name: VIEW }),
  ).toBeVisible();
  await page.goto("/today");
  const runs = page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Runs" });
  // Which view opens is asked for when somebody comes near the link.
  await runs.hover();
  await expect(runs).toHaveAttribute("href", /host=arranged/);
  await runs.click();
  await expect(page).toHaveURL(/host=arranged.*pinned=host.*widths=workload/);
  await page.getByRole("button", { name: "Export" }).click();
  await expect(page.getByRole("menuitem", { name: "CSV" })).toHaveAttribute("href", /host=arranged/);
  await page.keyboard.press("Escape");

  // Every screen says when a run started.
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`/runs?host=${HOST}`);
    const start = table
      .getByRole("cell")
      .filter({ has: page.locator("time") })
      .first();
    await expect(start.locator("time")).toBeVisible();
    expect(await start.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBeLessThanOrEqual(0);
  }
  const card = table.getByRole("row").nth(1);
  await expect(card.getByText("1.00k IOPS")).toBeVisible();
  await expect(page.getByRole("separator")).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
});

test("keys step through the list that a run was opened from, and the trash gives back", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/runs?host=${HOST}&sort=-iops`);
  const title = page.getByRole("heading", { level: 1 });
  await page.getByRole("link", { name: "night 2", exact: true }).click();
  await expect(title).toHaveText("night 2");
  await page.keyboard.press("]");
  await expect(title).toHaveText("night 1");
  await page.keyboard.press("[");
  await expect(title).toHaveText("night 2");
  await page.keyboard.press("[");
  await expect(title).toHaveText("night 3");
  await page.keyboard.press("[");
  await expect(page.getByText("This run is the first in the list.")).toBeVisible();
  await page.keyboard.press("s");
  await expect(page.getByRole("dialog")).toBeVisible();

  await page.goto(`/runs?host=${HOST}`);
  await page.getByRole("checkbox", { name: /^Select night 0/ }).check();
  const bar = page.getByRole("region", { name: "Selected runs" });
  const remove = bar.getByRole("button", { name: "Delete" });
  await remove.click();
  await expect(page.getByText("1 run deleted.")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("4 runs", { exact: true })).toBeVisible();
  await page.getByRole("checkbox", { name: /^Select night 0/ }).check();
  await remove.click();
  await expect(page.getByText("3 runs", { exact: true })).toBeVisible();
  await page.goto("/trash");
  await page.getByRole("button", { name: `Restore night 0 of ${HOST}` }).click();
  await expect(page.getByText("Run restored.")).toBeVisible();
  await expect(page.getByRole("button", { name: `Restore night 0 of ${HOST}` })).toHaveCount(0);
  await page.goto(`/runs?host=${HOST}`);
  await expect(page.getByText("4 runs", { exact: true })).toBeVisible();
});
