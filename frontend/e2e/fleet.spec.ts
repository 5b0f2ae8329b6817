import { fioDocument } from "./fio-documents.ts";
import { machine, uploadRun } from "./machines.ts";
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

test("a link below is seen in the fleet, and leads to its model and its host", async ({ page }) => {
  await page.goto("/fleet?q=fleet-host");
  await expect(page.getByText(/^Of 4 drives in 1 host 1 needs a look: 1 runs below/)).toBeVisible();
  await page.getByRole("link", { name: "link below 1" }).click();
  await expect(page).toHaveURL(/problem=link/);
  const rows = page.getByRole("table", { name: "Drives" }).getByRole("row");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(1)).toContainText("nvme1n1 in fleet-host");
  await rows.nth(1).getByRole("link", { name: MODEL }).click();
  await expect(page.getByRole("heading", { level: 1, name: MODEL })).toBeVisible();
  await expect(page.getByText("4 drives in 1 host: 1 link below.")).toBeVisible();
  await page.getByRole("link", { name: "fleet-host" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "fleet-host" })).toBeVisible();
});

test("the fleet comes as CSV", async ({ page }) => {
  await page.goto("/fleet?q=fleet-host");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Download CSV" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("fioboard-fleet.csv");
});
