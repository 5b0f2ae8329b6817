/**
 * Two installations: one exports what its drives measured, the other imports the file and sees its own run beside it; a
 * share says it to a recipient. The set that comes with the product is there from the start and can be turned off.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { fioDocument } from "./fio-documents.ts";
import { type Machine, machine, oneDrive, uploadRun } from "./machines.ts";
import { expect, stack, test } from "./stack.ts";
import { READY_MS, type Stack, start } from "./start-stack.ts";

const MODEL = "EXAMPLE 1T";
const DRIVES = 12;
const STARTED_AT = new Date("2026-11-20T10:00:00Z");
const folder = mkdtempSync(join(tmpdir(), "fioboard-reference-sets-e2e-"));
const python = fileURLToPath(new URL("../../backend/.venv/bin/python", import.meta.url));
let run = "";

/** `fioboard reference-set …` of an installation. */
async function command({ data_dir, url }: Stack, ...given: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(python, ["-m", "fioboard.cli", "reference-set", ...given], {
    env: { ...process.env, FIOBOARD_DATA_DIR: data_dir ?? "", FIOBOARD_PORT: new URL(url).port },
  });
  return stdout;
}

/** A minute of random reads of one drive. */
async function measure(to: Stack, host: string, iops: number): Promise<string> {
  const jobs = [
    {
      name: "job",
      rw: "randread",
      bs_bytes: 4096,
      iodepth: 32,
      ioengine: "io_uring",
      read: { iops, clat_ns: 99_840 },
    },
  ];
  const fio = fioDocument(jobs, STARTED_AT);
  // The whole drive, and no order of blocks that repeats: what a set takes.
  for (const { "job options": options } of fio.jobs)
    Object.assign(options, { size: "100%", randrepeat: "0", norandommap: "1" });
  return (await uploadRun({ host, startedAt: STARTED_AT, fio, machine: drive(host) }, to)).id;
}

function drive(host: string): Machine {
  const made = oneDrive(machine("epyc-nps4"), MODEL);
  const disks = made.inventory["disks"] as Record<string, Record<string, unknown>>;
  const told = Object.entries(disks).map(([name, disk], i) => [
    name,
    { ...disk, serial: `${host} ${i}`, logical_block_bytes: 512, size_bytes: 1_000_204_886_016 },
  ]);
  return { ...made, inventory: { ...made.inventory, disks: Object.fromEntries(told) } };
}

test.beforeAll(async () => {
  test.setTimeout(2 * READY_MS);
  const other = await start();
  try {
    for (let n = 0; n < DRIVES; n += 1) await measure(other.stack, `rack-${n}`, 300_000 + 4_000 * n);
    const file = join(folder, "theirs.refset");
    const printed = await command(other.stack, "export", "--models", MODEL, "--name", "Lab 2", "-o", file);
    const key = /^key (\S+)$/m.exec(printed)?.[1] ?? "";
    await expect(command(stack(), "import", file)).rejects.toThrow(/is unknown/);
    expect(await command(stack(), "import", file, "--trust", key)).toContain("1 cell");
  } finally {
    await other.stop();
  }
  run = await measure(stack(), "set-host", 312_000);
});

test.afterAll(() => rmSync(folder, { recursive: true }));

test("a run has its place among the drives of another lab", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${run}#datasheet`);
  const measured = page.getByRole("region", { name: /^Reference sets: random read/ });
  const row = measured.getByRole("row", { name: /Lab 2/ });
  await expect(row).toContainText("12 drives, 12 runs");
  await expect(row).toContainText("27th percentile of 12 drives");
});

test("a share shows the set that its sender chooses", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${run}`);
  await page.getByRole("button", { name: "Share" }).click();
  const dialog = page.getByRole("dialog", { name: "Share report (snapshot)" });
  const preview = dialog.getByRole("region", { name: "Preview" });
  await dialog.getByText("Compare with reference sets").click();
  await dialog.getByRole("checkbox", { name: "Lab 2" }).check();
  const sets = preview.getByRole("region", { name: "Reference sets" });
  await expect(sets.getByRole("row", { name: /Lab 2/ })).toContainText("27th percentile of 12 drives");
});

test("a pasted table and the product's own set are shown and turned off", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/settings/references");
  const sets = page.getByRole("region", { name: "Reference sets", exact: true });
  const product = sets.getByRole("row", { name: /fioboard, from public sources/ });
  await product.getByRole("button", { name: /Show stated figures/ }).click();
  await expect(page.getByRole("dialog").getByText("AWS EBS gp3").first()).toBeVisible();
  await page.keyboard.press("Escape");

  await sets.getByRole("button", { name: "Paste a table" }).click();
  const dialog = page.getByRole("dialog", { name: "Paste a table as a reference set" });
  await dialog
    .getByRole("textbox", { name: "Table", exact: true })
    .fill("Random read (4KB, QD32): up to 400,000 IOPS\nWarranty: 5 years");
  await dialog.getByRole("button", { name: "Read the table" }).click();
  await expect(dialog.getByText(/up to 400k/).first()).toBeVisible();
  await dialog.getByRole("textbox", { name: "Stated by" }).fill("A reviewer");
  await dialog.getByRole("textbox", { name: "Model", exact: true }).fill(MODEL);
  await dialog.getByRole("textbox", { name: "Title of the source" }).fill("Review");
  await dialog.getByRole("button", { name: "Add" }).click();
  const pasted = sets.getByRole("row", { name: /A reviewer/ });
  await expect(pasted).toContainText("in use");

  await page.goto(`/runs/${run}#datasheet`);
  const stated = page.getByRole("region", { name: /^Stated figures: 4 KiB random reads/ });
  await expect(stated.getByRole("row", { name: /A reviewer/ })).toContainText("78 % of the most");
  // What sources state stands in a card of its own.
  await expect(stated.getByText("A reviewer; not measured here")).toBeVisible();
  await expect(stated).not.toContainText("Lab 2");

  await page.goto("/settings/references");
  for (const row of [product, pasted]) {
    await row.getByRole("button", { name: "Turn off" }).click();
    await expect(row).toContainText("off");
  }
  await page.goto(`/runs/${run}#datasheet`);
  await expect(page.getByRole("region", { name: /^Reference sets: random read/ })).toBeVisible();
  await expect(page.getByRole("region", { name: /^Stated figures/ })).toHaveCount(0);
});
