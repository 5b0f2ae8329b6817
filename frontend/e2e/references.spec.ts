import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

const HOST = "reference-mars";
const NAME = "after firmware 3.2";

function measure(host: string, minute: number, iops: number) {
  const startedAt = new Date(Date.UTC(2026, 10, 20, 3, minute));
  const job = { name: "job", rw: "randread", bs_bytes: 4096, iodepth: 32, ioengine: "libaio" };
  const document = fioDocument([{ ...job, read: { iops, clat_ns: 321_536 } }], startedAt);
  return importRun(document, { host, started_at: startedAt.toISOString() });
}

async function expectNoFault(page: Page) {
  const { violations } = await axe(page).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
}

test("what is pinned in the browser is what a new run is held against", { tag: "@nightly" }, async ({
  page,
}) => {
  test.slow();
  // A second try has a host of its own: the first one measured there.
  const host = `${HOST}-${test.info().retry}`;
  for (const [minute, iops] of [100_000, 100_400, 99_600, 100_200, 99_800].entries())
    await measure(host, minute, iops);

  await page.goto(`/runs?host=${host}`);
  await page.getByRole("button", { name: "Set as baseline" }).click();
  const dialog = page.getByRole("dialog", { name: "Set as baseline" });
  await expect(dialog.getByRole("combobox", { name: "For runs of" }).locator("option:checked")).toHaveText(
    host,
  );
  await expectNoFault(page);
  await dialog.getByRole("textbox", { name: "Name" }).fill(NAME);
  await dialog.getByRole("button", { name: "Set", exact: true }).click();
  await expect(page.getByText(`Baseline “${NAME}” set.`)).toBeVisible();

  // 14 % fewer than the median of the five.
  const slow = await measure(host, 30, 86_000);
  await page.goto(`/runs?host=${host}&columns=started_at,iops,reference`);
  const newest = page.getByRole("row", { name: /03:30/ });
  await expect(newest).toContainText("−14 %");
  await expect(newest).toContainText("n = 1 and 5");
  await expect(page.getByRole("row", { name: /03:01/ })).toContainText("baseline");
  await expectNoFault(page);

  await page.goto(`/runs/${slow.id}`);
  const against = page.getByRole("region", { name: "Against the baseline" });
  await expect(against).toContainText("−14 %");
  await expect(against).toContainText(`Against the baseline “${NAME}”: `);
  await expect(against).toContainText("0.86 times as much. Not significant yet (n = 5 and 1");
  await expectNoFault(page);
  await against.getByRole("link", { name: "Compare" }).click();
  await expect(page.getByRole("region", { name: "Base side" })).toContainText("5 runs");
  await expect(page.getByRole("button", { name: "Set as baseline" })).toBeVisible();

  await page.goto("/hosts");
  await page.getByRole("link", { name: host }).first().click();
  const card = page.getByRole("region", { name: "Baselines" });
  await expect(card).toContainText("−14 %");
  await expectNoFault(page);

  await page.goto("/settings/references");
  await expect(page.getByRole("region", { name: "Baselines" })).toContainText(NAME);
  await page.getByRole("button", { name: `Remove ${NAME}` }).click();
  await expect(page.getByRole("region", { name: "No longer used" })).toContainText("removed by");
  await page.goto(`/runs/${slow.id}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("button", { name: "Set as baseline" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Against the baseline" })).toHaveCount(0);
});
