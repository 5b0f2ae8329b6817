import { readFileSync } from "node:fs";
import { fioDocument } from "./fio-documents.ts";
import { machine, oneDrive, uploadRun } from "./machines.ts";
import { expect, test } from "./stack.ts";

const MODEL = "E2E FLEET DRIVE";

/** A machine whose drives tell a model, a serial and a firmware; the second one's link lost lanes. */
function fleetMachine() {
  const made = structuredClone(machine("epyc-nps1"));
  const disks = made.inventory["disks"] as Record<string, Record<string, unknown>>;
  const functions = made.inventory["pci"] as Record<string, { link: Record<string, unknown> }>;
  Object.values(disks).forEach((disk, i) => {
    Object.assign(disk, { model: MODEL, serial: `E2E-${i}`, firmware: "1.0" });
    const port = functions[String(disk["pci"])];
    if (i === 1 && port !== undefined) port.link["current_lanes"] = 2;
  });
  return made;
}

test.beforeAll(async () => {
  const startedAt = new Date("2026-11-12T09:00:00Z");
  const job = {
    name: "seq",
    rw: "read",
    bs_bytes: 2 ** 21,
    iodepth: 16,
    read: { iops: 3000, clat_ns: 1_122_304 },
  };
  await uploadRun({
    host: "fleet-host",
    startedAt,
    fio: fioDocument([job], startedAt),
    machine: fleetMachine(),
  });
});

test("a degraded link is seen in the fleet, and leads to its model and its host", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/fleet?q=fleet-host");
  await expect(page.getByText(/^4 drives in 1 host, 1 with issues: 1 has a degraded link/)).toBeVisible();
  const bays = page.getByRole("list", { name: "Drives of fleet-host" }).getByRole("listitem");
  await expect(bays).toHaveCount(4);
  await expect(bays.filter({ hasText: "x2 of 4" })).toHaveCount(1);
  await page.getByRole("link", { name: "degraded link 1" }).click();
  await expect(page).toHaveURL(/problem=link/);
  const rows = page.getByRole("table", { name: "Drives" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("nvme1n1 in fleet-host");
  await rows.nth(1).getByRole("link", { name: MODEL }).click();
  await expect(page.getByRole("heading", { level: 1, name: MODEL })).toBeVisible();
  await expect(page.getByText("4 drives in 1 host: 1 degraded link.")).toBeVisible();
  await page.getByRole("link", { name: "fleet-host" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "fleet-host" })).toBeVisible();
});

test("the view comes as CSV: filtered, with units in its head", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/fleet?q=fleet-host&problem=link");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download this view as CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("fioboard-fleet.csv");
  const [head = "", ...rows] = readFileSync(await download.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  expect(head.split(",")).toEqual(
    expect.arrayContaining(["host", "drive", "size_bytes", "temperature_c", "used_pct", "odd_ratio"]),
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]).toMatch(/^fleet-host,nvme1n1,E2E FLEET DRIVE,1\.0,/);
});

test("a problem is chosen, and left, by keyboard", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/fleet?q=fleet-host");
  const filter = page.getByRole("link", { name: "degraded link 1" });
  await filter.focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/problem=link/);
  await expect(filter).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("table", { name: "Drives" }).getByRole("row")).toHaveCount(2);
  await filter.focus();
  await page.keyboard.press("Enter");
  await expect(page).not.toHaveURL(/problem=/);
  // The three without a problem are of one model: a row that opens.
  const rows = page.getByRole("table", { name: "Drives" }).getByRole("row");
  await expect(rows).toHaveCount(3);
  await page.getByRole("button", { name: "Show 3 drives" }).click();
  await expect(rows).toHaveCount(6);
});

test("a model's page says what stands beside no datasheet, and its chart is narrowed", {
  tag: "@nightly",
}, async ({ page }) => {
  const startedAt = new Date("2026-11-12T09:00:00Z");
  const job = {
    name: "job",
    rw: "randread",
    bs_bytes: 4096,
    iodepth: 32,
    read: { iops: 9e5, clat_ns: 35_000 },
  };
  for (const host of ["model-host-a", "model-host-b"]) {
    const alone = oneDrive(machine("epyc-nps1"), "E2E MODEL DRIVE");
    await uploadRun({ host, startedAt, fio: fioDocument([job], startedAt), machine: alone });
  }
  await page.goto("/models");
  await page.getByRole("link", { name: "E2E MODEL DRIVE" }).click();
  await expect(page.getByText("There is no datasheet of this model.")).toBeVisible();
  await page.getByRole("link", { name: "by host" }).click();
  await expect(page).toHaveURL(/over=host/);
  await page.getByRole("combobox", { name: "Host" }).click();
  await page.getByRole("option", { name: "model-host-b" }).click();
  await expect(page).toHaveURL(/host=model-host-b/);
  await page.getByRole("link", { name: "its runs in the history" }).click();
  await expect(page).toHaveURL(/\/runs\?.*host=model-host-b/);
  await expect(page.getByRole("row")).toHaveCount(2);
});
