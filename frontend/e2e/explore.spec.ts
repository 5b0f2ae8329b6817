/** The RAID user's three runs: the preset groups them without tagging and says what the fourth drive brings. */
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

const HOST = "raid-lab";
const MEASURED = { 2: 6.51e9, 3: 9.32e9, 4: 9.47e9 } as const;

const SWEEP = "sweep-lab";
const RATES = { 1: 10_000, 2: 20_000, 4: 38_000, 8: 60_000, 16: 61_000, 32: 59_000 } as const;

const NIGHTLY = "nightly-lab";

test.beforeAll(async () => {
  for (const [night, iops] of [50_000, 51_000, 50_500, 44_000, 44_500].entries()) {
    const job = { name: "job", rw: "randwrite", bs_bytes: 4096, iodepth: 8, ioengine: "libaio" };
    const startedAt = new Date(Date.UTC(2026, 10, 3 + night, 2));
    await importRun(fioDocument([{ ...job, write: { iops, clat_ns: 111_104 } }], startedAt), {
      host: NIGHTLY,
      "label.drive.firmware": night < 3 ? "1.0" : "1.1",
    });
  }
  for (const [depth, iops] of Object.entries(RATES)) {
    const job = { name: "job", rw: "randread", bs_bytes: 4096, iodepth: Number(depth), ioengine: "libaio" };
    const figures = { read: { iops, clat_ns: 111_104 } };
    await importRun(fioDocument([{ ...job, ...figures }], new Date("2026-11-02T09:00:00Z")), { host: SWEEP });
  }
  for (const [width, bytes] of Object.entries(MEASURED)) {
    const job = {
      name: "job",
      rw: "read",
      bs_bytes: 1_000_000,
      read: { iops: bytes / 1_000_000, clat_ns: 111_104 },
    };
    const startedAt = new Date("2026-11-01T09:00:00Z");
    await importRun(fioDocument([job], startedAt), {
      host: HOST,
      "label.raid.width": width,
      "label.rated_bw_bytes_per_s": "3500000000",
    });
  }
});

test("bandwidth over RAID width: shares of rated, the ideal line, the knee, every run a point", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/explore?host=${HOST}`);
  const card = page.getByRole("link", { name: "Bandwidth vs. RAID width" });
  await expect(card.getByTestId("small-chart").locator("circle")).toHaveCount(3);
  await card.click();
  await expect(page).toHaveURL(/x=raid.width/);
  const chart = page.getByTestId("chart-bw_bytes_per_s-over-raid.width");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.getByRole("heading")).toHaveText(
    "93, 89, 68\u00a0% of the stated rating: scaling drops beyond 3 drives.",
  );
  await expect(chart.locator("[data-run]")).toHaveCount(3);

  await chart.getByRole("button", { name: "Table" }).click();
  await expect(chart.getByRole("row").nth(3)).toContainText("68\u00a0%");
  await chart.getByRole("button", { name: "Chart" }).click();
  await chart.locator("[data-run]").nth(2).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByText("9.47\u00a0GB/s").first()).toBeVisible();
});

test("axes, split and scale are in the address and survive a reload", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/explore?host=${HOST}&x=raid.width&metric=iops&yscale=log`);
  const chart = page.getByTestId("chart-iops-over-raid.width");
  await expect(chart.locator("[data-ready]")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Metric", { exact: true }).first()).toHaveValue("IOPS");

  // One panel per pattern, with the axes of both.
  await page.goto(`/explore?host=${SWEEP}&host=${NIGHTLY}&x=iodepth&metric=iops&xscale=log&panels=rw`);
  await expect(page.getByRole("region", { name: "Answer" }).getByRole("heading")).toHaveText(
    "2 charts by I/O pattern, all with the same axes.",
  );
  for (const [place, words] of ["randread", "randwrite"].entries()) {
    const panel = page.getByTestId(`chart-iops-over-iodepth-${place + 1}`);
    await expect(panel).toContainText(`I/O pattern ${words}`);
    await expect(panel.getByText("32", { exact: true })).toBeVisible();
    await expect(panel.getByRole("button", { name: "Table" })).toBeVisible();
  }
});

test("cards answer from the runs that were chosen, and lead to their charts", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/explore?host=${HOST}`);
  const card = page.getByRole("link", { name: "Bandwidth vs. RAID width" });
  await expect(card).toContainText("93, 89, 68\u00a0% of the stated rating: scaling drops beyond 3 drives.");
  await card.click();
  await expect(page).toHaveURL(/x=raid\.width/);
});

test("a part of the chart is chosen by keyboard and by dragging, is in the address, and is what is read", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/explore?host=${SWEEP}&x=iodepth&metric=iops&xscale=log`);
  const sentence = page.getByRole("region", { name: "Answer" }).getByRole("heading");
  await expect(sentence).toHaveText("Saturates at queue depth 8: 60.0k IOPS.");
  const part = page.getByRole("group", { name: "Part of the chart" });
  await part.getByLabel("to").selectOption("4");
  await expect(page).toHaveURL(/from=1&.*to=4/);
  await expect(sentence).toHaveText("Rises from 10.0k IOPS at queue depth 1 to 38.0k IOPS at 4.");
  await page.reload();
  const chart = page.getByTestId("chart-iops-over-iodepth");
  await expect(chart).toContainText("3 of 6 values");
  await part.getByRole("button", { name: "Show all" }).click();
  await expect(chart).toContainText("6 values");
  await expect(page).not.toHaveURL(/from=/);

  await expect(chart.locator("[data-run]")).toHaveCount(6);
  const place = async (n: number) => {
    const box = await chart.locator("[data-run]").nth(n).boundingBox();
    return { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + 40 };
  };
  const [from, to] = [await place(1), await place(3)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, from.y, { steps: 8 });
  await page.mouse.up();
  await expect(page).toHaveURL(/from=2&.*to=8/);
  await chart.getByRole("button", { name: "Table" }).focus();
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveURL(/from=/);
});

test("a change of what was recorded is marked where it happened, and tells the runs apart", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/explore?host=${NIGHTLY}&x=started_at&metric=iops`);
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer).toContainText("5 runs between 44.0k IOPS and 51.0k IOPS");
  await expect(answer).toContainText(
    "3 runs between 50.0k IOPS and 51.0k IOPS until drive firmware 1.0 → 1.1; " +
      "then 2 runs between 44.0k IOPS and 44.5k IOPS.",
  );
  const marked = page.getByRole("list", { name: "Marked in this chart" });
  await expect(marked.getByRole("listitem")).toHaveText([/Drive firmware 1\.0 → 1\.1$/]);
  // Before and after are no one group: no median over both.
  await expect(page.getByTestId("references")).not.toContainText("median");
  await page.goto(`/explore?host=${NIGHTLY}&x=started_at&metric=iops&drive.firmware=1.0`);
  await expect(page.getByTestId("references")).toContainText("median of 3 runs 50.5k");
});
