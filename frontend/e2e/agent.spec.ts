/** The agent with real fio on this machine, through the real service, to the page: nothing in between is imitated. */
import { mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { benchOf, numberIn } from "./agent.ts";
import { expect, test } from "./stack.ts";

const REPEATS = 3;
const { bench, programs, run, remove } = benchOf("agent");
let output = "";

test.beforeAll(async () => {
  test.setTimeout(120_000);
  output = await run(
    ...["suite", "sweep", "--target", bench, "--size", "8m", "--rw", "randread", "--bs", "4k"],
    ...["--iodepth", "1", "--runtime", "2", "--repeat", `${REPEATS}`, "--set", "bios.nps=4"],
  );
});

test.afterAll(remove);

test("what the agent measured is the batch, the run, the samples and the machine on the page", async ({
  page,
}) => {
  const [, stored, address] = /^Stored (\d+) of \d+: (\S+)$/m.exec(output) ?? [];
  expect(stored).toBe(`${REPEATS}`);
  await page.goto(address ?? "");
  await expect(page.getByRole("heading", { level: 1, name: "sweep" })).toBeVisible();
  const repeats = page.getByRole("table", { name: "Workloads" });
  const cells = (await repeats.getByRole("row").nth(1).getByRole("cell").allTextContents()).map((cell) =>
    cell.replaceAll("\u00a0", " "),
  );
  expect(cells.slice(0, 2)).toEqual(["read", `${REPEATS}`]);
  // The page's mean is the one that the agent printed.
  const [, mean] = /: read ([\d,]+) ± [\d,]+ IOPS/.exec(output) ?? [];
  expect(numberIn(cells[2] ?? "") / Number(mean?.replaceAll(",", ""))).toBeCloseTo(1, 1);

  await page.getByRole("table", { name: "Runs of this batch" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\//);
  const parts = page.getByRole("navigation", { name: "Parts of this run" });
  await parts.getByRole("link", { name: "Job" }).click();
  await expect(page.getByText("NUMA nodes per socket").first()).toBeVisible();
  await parts.getByRole("link", { name: "Over time" }).click();
  const series = page.getByTestId("chart-time");
  await expect(series.locator("[data-ready]")).toBeVisible();
  await series.getByRole("button", { name: "Table" }).click();
  const bandwidths = await series.getByRole("row").getByRole("cell").allTextContents();
  expect(bandwidths.filter((cell) => /^[1-9][\d.]*\s[kMG]B\/s$/.test(cell)).length).toBeGreaterThan(0);
  await parts.getByRole("link", { name: "Path" }).click();
  // A virtual machine may hide all of its PCIe, and then says so; this one shows at least its drives.
  const picture = page.getByRole("tree", { name: /^PCIe topology/ });
  await expect(picture.or(page.getByText("No PCIe ports visible."))).toBeVisible();
});

test("what the agent said of itself stands on its host's page", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/hosts");
  await page.getByRole("link", { name: hostname(), exact: true }).first().click();
  await expect(page.getByText(/Agent \d+\.\d+\.\d+, last contact.*no pending uploads/)).toBeVisible();
});

test("a suite of a purpose says on the host's page whether the target is fast enough, with margin and source", {
  tag: "@nightly",
}, async ({ page }) => {
  const printed = await run(
    "suite",
    "purpose",
    "proxmox",
    "--target",
    bench,
    "--size",
    "1m",
    "--runtime",
    "1",
  );
  expect(printed).toMatch(/^Stored 3 of 3: /m);
  await page.goto("/hosts");
  await page.getByRole("link", { name: hostname(), exact: true }).first().click();
  await page.getByRole("link", { name: "Requirements" }).click();
  const row = page.getByRole("region", { name: bench }).getByRole("row", { name: /Proxmox VE/ });
  await expect(row).toContainText("stated: ≥ 200 IOPS");
  await expect(row.getByRole("link", { name: /pveperf/ })).toHaveAttribute("href", /pve\.proxmox\.com/);
  const figure = row.getByRole("link", { name: /IOPS$/ });
  const [, measured] = /sequential write 4 KiB, QD 1, 1 job +([\d.]+k?) /.exec(printed) ?? [];
  expect(numberIn((await figure.textContent()) ?? "") / numberIn(measured ?? "")).toBeGreaterThan(0.2);
  await figure.click();
  await expect(page).toHaveURL(/\/runs\//);
});

/** This machine's own log and whatever its drives are, with lines of faults and counters behind them. */
const DMESG = `#!/bin/sh
/usr/bin/dmesg -r 2>/dev/null || echo "<5>[    0.000000] Linux version 6.1.0"
now=$(cut -d" " -f1 /proc/uptime)0000
echo "<4>[$now] pcieport 0000:40:01.1: AER: Corrected error received: 0000:41:00.0"
echo "<4>[$now] nvme 0000:41:00.0: PCIe Bus Error: severity=Corrected, type=Physical Layer, (Receiver ID)"
echo "<4>[$now] scsi 9:0:0:0: SATA: handle(0x0009), sas_addr(0x500304801c2a3b4c), phy(0)"
`;
const SMARTCTL = `#!/bin/sh
echo '{"smartctl": {"exit_status": 0}, "serial_number": "S64GNX0R999999", "device": {"protocol": "NVMe"},
  "temperature": {"current": 41}, "nvme_smart_health_information_log": {"media_errors": 0, "available_spare": 98,
  "percentage_used": 7, "power_cycles": 31, "unsafe_shutdowns": 5}}'
`;

test("what support asks for goes with a run when it is wanted, and is read on its page", {
  tag: "@nightly",
}, async ({ page }) => {
  test.slow();
  mkdirSync(programs);
  writeFileSync(join(programs, "dmesg"), DMESG, { mode: 0o755 });
  writeFileSync(join(programs, "smartctl"), SMARTCTL, { mode: 0o755 });
  writeFileSync(join(bench, "read.fio"), "[read]\nrw=randread\nsize=8m\ntime_based\nruntime=1\n");
  const printed = await run("run", "--support", "read.fio");
  const [, address] = /^Stored: (\S+)$/m.exec(printed) ?? [];
  await page.goto(`${address}#files`);
  const card = page.getByRole("region", { name: "Kernel log and drive health" });
  await expect(
    card.getByText(/^\d[\d,]* lines? about storage in the kernel log, of them .*1 PCIe error/),
  ).toBeVisible();
  await card.getByText(/lines during the run$/).click();
  await expect(card.getByText("PCIe Bus Error: severity=Corrected")).toBeVisible();
  const health = card.getByRole("table", { name: "Health of the drives" });
  await expect(health.getByRole("columnheader", { name: "Unsafe shutdowns" })).toBeVisible();
  await expect(health.getByRole("row").nth(1)).toContainText("41");
});
