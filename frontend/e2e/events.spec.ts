import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents.ts";
import { machine, uploadRun } from "./machines.ts";
import { expect, test } from "./stack.ts";

const HOST = "events-mars";
/** One drive of four: the PCIe function that the test lets train low. */
const DRIVE = "0000:23:00.0";

async function measure(startedAt: Date, lanes: number): Promise<void> {
  const fio = fioDocument(
    [{ name: "seq", rw: "read", bs_bytes: 65_536, iodepth: 16, read: { iops: 20_000, clat_ns: 321_536 } }],
    startedAt,
  );
  const epyc = machine("epyc-nps4");
  const pci = epyc.inventory["pci"] as Record<string, { link: Record<string, number> }>;
  Object.assign(pci[DRIVE]?.link ?? {}, { current_lanes: lanes });
  await uploadRun({ host: HOST, startedAt, fio, machine: epyc });
}

test.beforeAll(async () => {
  for (let night = 1; night <= 7; night += 1)
    await measure(new Date(Date.now() - night * 86_400_000), night === 1 ? 2 : 4);
});

/** The list, once the service has looked: it does so by itself, every half a minute. */
async function openList(page: Page) {
  await expect(async () => {
    await page.goto(`/events?host=${HOST}`);
    await expect(page.getByRole("row", { name: /link degraded/ })).toHaveCount(1, { timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
}

test("a link that got worse is told with its host and accepted with its cause", { tag: "@nightly" }, async ({
  page,
}) => {
  test.slow();
  await openList(page);
  const row = page.getByRole("row", { name: /link degraded/ });
  await expect(row).toContainText("Gen4 x2, both ends support Gen4 x4");
  await expect(row).toContainText("new");
  const faults = await axe(page).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(faults.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
  await row.getByRole("link", { name: HOST }).click();
  await expect(page).toHaveURL(/\/hosts\//);
  await expect(page.getByRole("region", { name: "Health and missing runs" })).toContainText("Gen4 x2");

  await page.getByRole("link", { name: "Review" }).click();
  await page
    .getByRole("row", { name: /link degraded/ })
    .getByRole("checkbox")
    .check();
  const bar = page.getByRole("region", { name: "Selected events" });
  await bar.getByRole("combobox", { name: "State" }).selectOption("expected");
  await bar.getByRole("textbox", { name: "Cause" }).fill("riser with two lanes");
  await bar.getByRole("button", { name: "Save for 1 event" }).click();
  await expect(page.getByText("No events match.")).toBeVisible();
  await page.getByRole("combobox", { name: "State" }).selectOption("any");
  await expect(page.getByRole("row", { name: /link degraded/ })).toContainText("riser with two lanes");
});

test("the past suggests a nightly run, a person expects it, and it is expected no more", {
  tag: "@nightly",
}, async ({ page }) => {
  test.slow();
  await page.goto("/hosts");
  await page.getByRole("link", { name: HOST }).first().click();
  await page.getByRole("link", { name: "Measure and schedule" }).click();
  const card = page.getByRole("region", { name: "Missing-run alerts" });
  await expect(card).toContainText("No missing-run alerts");
  await card.getByRole("button", { name: "Add alert…" }).click();
  const form = card.getByRole("form", { name: "Missing-run alert" });
  await expect(form).toContainText(/every day by \d\d:\d\d, based on 7 runs on 7 of the last \d+ days/);
  await form.getByRole("button", { name: "Use suggestion" }).click();
  await form.getByRole("button", { name: "Save" }).click();
  await expect(card).toContainText(/any workload, every day by \d\d:\d\d/);
  await expect(card).toContainText("not due yet");
  await card.getByRole("button", { name: /^Remove: / }).click();
  await expect(card).toContainText("No missing-run alerts");
});
