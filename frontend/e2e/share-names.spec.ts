import { fioDocument } from "./fio-documents.ts";
import { type Machine, machine, type StoredRun, uploadRun } from "./machines.ts";
import { expect, stack, test } from "./stack.ts";

/**
 * Some names people give their machines: a word of no field, then of an inventory, of the path of a disk, of a system and
 * of a board. The service's tests share all of `backend/tests/data/host-names.json`, x9drw and mz72-hb0-00 too.
 */
const NAMES = ["storage-01", "epyc", "nvme", "ubuntu", "x9drw"];
/** Its name is the whole of what an owner can have worded: the sender decides. */
const LEFT_OUT = new Map([["x9drw", "System and board manufacturer and product"]]);
const FROZEN_MS = 40_000;

test.slow();

/** A machine on which many of the names stand somewhere. */
function named(): Machine {
  const epyc = machine("epyc-nps4");
  const inventory = epyc.inventory as { system: { board: object } };
  const system = { ...inventory.system, board: { ...inventory.system.board, product: "X9DRW" } };
  const os = { name: "Ubuntu", version: "24.04", kernel: "6.8.0-45-generic" };
  return { ...epyc, inventory: { ...epyc.inventory, system, os } };
}

const runs = new Map<string, StoredRun>();

test.beforeAll(async () => {
  const startedAt = new Date("2026-11-03T09:00:00Z");
  const read = { iops: 4530, clat_ns: 1_122_304 };
  const fio = fioDocument([{ name: "x", rw: "read", bs_bytes: 2 ** 21, read }], startedAt);
  for (const host of NAMES) runs.set(host, await uploadRun({ host, startedAt, fio, machine: named() }));
});

for (const name of NAMES) {
  test(`a host called ${name} is shared and not named`, { tag: "@nightly" }, async ({ page }) => {
    await page.goto(`/runs/${runs.get(name)?.id}`);
    await page.getByRole("button", { name: "Share", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Share report (snapshot)" });
    await expect(dialog.getByRole("region", { name: "Vendor support checklist" })).toBeVisible({
      timeout: FROZEN_MS,
    });
    const way = LEFT_OUT.get(name);
    const decision = dialog.getByRole("alert", { name: "Decide before creating the link" });
    const make = dialog.getByRole("button", { name: "Create link" });
    if (way === undefined) await expect(decision).toHaveCount(0);
    else {
      await expect(make).toBeDisabled();
      await decision.getByRole("button", { name: `Leave out: ${way}` }).click();
      await expect(decision).toHaveCount(0, { timeout: FROZEN_MS });
      await expect(dialog.getByRole("checkbox", { name: way })).toBeChecked();
    }
    await make.click();
    await expect(dialog.getByText("Link created.")).toBeVisible({ timeout: FROZEN_MS });
    const link = (await dialog.getByRole("status").locator("code").first().textContent()) ?? "";
    const token = link.split("/").at(-1) ?? "";
    // As its recipient gets it: the shape is SharedOut of the API.
    const answer = await fetch(`${stack().url}/api/v1/shared/${token}`);
    const { document } = (await answer.json()) as { document: { hosts: { label: string }[] } };
    expect(document.hosts.map(({ label }) => label)).toEqual(["host 1"]);
    if (way !== undefined) expect(JSON.stringify(document).toLowerCase()).not.toContain(name.toLowerCase());
  });
}

test("a name that has to be decided about can be shown, too", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${runs.get("x9drw")?.id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share report (snapshot)" });
  const decision = dialog.getByRole("alert", { name: "Decide before creating the link" });
  await expect(decision).toContainText("shows the same: “X9DRW”", { timeout: FROZEN_MS });
  await decision.getByRole("button", { name: "Show: Host name" }).click();
  await expect(dialog.getByRole("checkbox", { name: "Show: Host name" })).toBeChecked();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Link created.")).toBeVisible({ timeout: FROZEN_MS });
});
