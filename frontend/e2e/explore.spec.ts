/** The RAID user's three runs: the preset groups them without tagging and says what the fourth drive brings. */
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

const HOST = "raid-lab";
const MEASURED = { 2: 6.51e9, 3: 9.32e9, 4: 9.47e9 } as const;

test.beforeAll(async () => {
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

test("bandwidth over RAID width: shares of rated, the ideal line, the knee, every run a point", async ({
  page,
}) => {
  await page.goto(`/explore?host=${HOST}`);
  await page.getByRole("link", { name: "Bandwidth over RAID width" }).click();
  await expect(page).toHaveURL(/x=raid.width/);
  const chart = page.getByTestId("chart-bw_bytes_per_s-over-raid.width");
  const answer = page.getByRole("region", { name: "Answer" });
  await expect(answer.getByRole("heading")).toHaveText(
    "93, 89, 68\u00a0% of the stated rating: the knee is at 3 drives.",
  );
  await expect(chart.locator("[data-run]")).toHaveCount(3);

  await chart.getByRole("button", { name: "Table" }).click();
  await expect(chart.getByRole("row").nth(3)).toContainText("68\u00a0%");
  await chart.getByRole("button", { name: "Chart" }).click();
  await chart.locator("[data-run]").nth(2).click();
  await expect(page).toHaveURL(/\/runs\/[0-9a-f-]{36}$/);
  await expect(page.getByText("9.47\u00a0GB/s").first()).toBeVisible();
});

test("axes, split and scale are in the address and survive a reload", async ({ page }) => {
  await page.goto(`/explore?host=${HOST}&x=raid.width&metric=iops&yscale=log`);
  const chart = page.getByTestId("chart-iops-over-raid.width");
  await expect(chart.locator("[data-ready]")).toBeVisible();
  await page.reload();
  await expect(page.getByLabel("Metric", { exact: true }).first()).toHaveValue("IOPS");
});
