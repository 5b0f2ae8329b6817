/** Pictures for the README: real runs of the real fio on this machine, light and dark. */
import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { fioDocument } from "./fio-documents.ts";
import { machine, minuteOfSamples, type StoredRun, uploadRun } from "./machines.ts";
import { expect, importRun, test } from "./stack.ts";

const images = process.env["FIOBOARD_IMAGES"] ?? new URL("../../docs/images/", import.meta.url).pathname;
const WORKLOADS = [
  ["read", "1M", "8"],
  ["write", "1M", "8"],
  ["randread", "4k", "1"],
  ["randread", "4k", "32"],
  ["randwrite", "4k", "1"],
  ["randwrite", "4k", "32"],
  ["randrw", "16k", "8"],
  ["randrw", "4k", "16"],
] as const;

let newest = "";

test.beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), "fioboard-pictures-"));
  try {
    for (const [rw, bs, iodepth] of WORKLOADS) {
      const output = join(folder, "fio.json");
      const options = [
        `--name=${rw}`,
        `--rw=${rw}`,
        `--bs=${bs}`,
        `--iodepth=${iodepth}`,
        "--ioengine=libaio",
      ];
      const file = [`--filename=${join(folder, "data")}`, "--size=256M", "--time_based", "--runtime=3"];
      const startedAt = new Date().toISOString();
      const fio = (direct: string) =>
        promisify(execFile)("fio", [
          ...options,
          ...file,
          direct,
          "--output-format=json+",
          `--output=${output}`,
        ]);
      // A temporary folder in memory refuses O_DIRECT.
      await fio("--direct=1").catch(() => fio("--direct=0"));
      const document: unknown = JSON.parse(readFileSync(output, "utf8"));
      newest = (await importRun(document, { host: hostname(), started_at: startedAt })).id;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test(`run history, ${colorScheme}`, async ({ page }) => {
      await page.goto("/runs");
      await expect(page.getByRole("row")).toHaveCount(WORKLOADS.length + 1);
      await page.screenshot({ path: join(images, `runs-${colorScheme}.png`) });
    });

    test(`run page, ${colorScheme}`, async ({ page }) => {
      await page.goto(`/runs/${newest}`);
      await expect(page.locator("[data-ready]")).toHaveCount(2);
      await page.screenshot({ path: join(images, `run-${colorScheme}.png`) });
    });
  });
}

/** Machines that are not this one: documents of real cases (agent/tests/data/machines), figures made to fit them. */
test.describe("a server with four drives behind one adapter", () => {
  let run: StoredRun;

  // After the run history was pictured: these runs are not of this machine.
  test.beforeAll(async () => {
    const block = 2 ** 21;
    const startedAt = new Date("2026-11-12T09:00:00Z");
    const job = {
      name: "seq",
      rw: "read",
      bs_bytes: block,
      iodepth: 16,
      read: { iops: 13_539, clat_ns: 1_122_304 },
    };
    const fio = fioDocument([job], startedAt);
    const drives = [7.12e9, 7.1e9, 7.09e9, 7.08e9].map((bytesPerS, i) => ({
      name: `nvme${i}n1`,
      bytesPerS,
      celsius: 41 + 3 * i,
    }));
    const older = new Date("2026-11-10T09:00:00Z");
    await uploadRun({ host: "epyc", startedAt: older, fio, machine: machine("epyc-nps1") });
    const samples = minuteOfSamples(drives, block, startedAt);
    run = await uploadRun({ host: "epyc", startedAt, fio, machine: machine("epyc-nps4"), samples });
  });

  for (const colorScheme of ["light", "dark"] as const) {
    test.describe(colorScheme, () => {
      test.use({ colorScheme });

      test(`host page, ${colorScheme}`, async ({ page }) => {
        await page.goto(`/hosts/${run.hostId}`);
        await expect(page.locator("[data-ready]")).toHaveCount(1);
        await page.screenshot({ path: join(images, `host-${colorScheme}.png`) });
      });

      test(`path and time series of a run, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width: 1440, height: 1500 });
        await page.goto(`/runs/${run.id}`);
        await expect(page.getByTestId("chart-machine").locator("[data-ready]")).toBeVisible();
        await expect(page.getByTestId("chart-time-bandwidth").locator("[data-ready]")).toBeVisible();
        await page.screenshot({ path: join(images, `path-${colorScheme}.png`) });
      });
    });
  }
});
