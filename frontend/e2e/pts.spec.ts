/** `suite pts` with real fio on a loop device, through the real service, to the report of its batch and onto paper. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { attachLoopDevice, benchOf } from "./agent.ts";
import { pagesOf } from "./sharing.ts";
import { expect, test } from "./stack.ts";

const SIZE_BYTES = 32 << 20;
const { bench, run, remove } = benchOf("pts");
let device = "";
let printed = "";

test.beforeAll(async () => {
  test.setTimeout(300_000);
  const file = join(bench, "drive.img");
  writeFileSync(file, Buffer.alloc(SIZE_BYTES, 1));
  device = attachLoopDevice(file);
  const purge = ["--purge", "blkdiscard", "--confirm-purge", file, "--confirm-destroy", file];
  const words = [
    "throughput",
    "--class",
    "client",
    "--quick",
    "--runtime",
    "1",
    "--target",
    device,
    ...purge,
  ];
  printed = await run("suite", "pts", ...words, "--no-samples");
});

test.afterAll(() => {
  if (device !== "") execFileSync("losetup", ["--detach", device]);
  remove();
});

test("page, terminal and paper say the same", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(/^Stored \d+ of \d+: (\S+)$/m.exec(printed)?.[1] ?? "");
  const title = "SNIA PTS-C throughput 1024 KiB (not the standard: quick)";
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  const report = page.getByRole("region", { name: "SNIA SSS PTS 2.0.2 · PTS-C throughput 1024 KiB" });
  const sentence = await report.locator("p").first().textContent();
  expect(printed).toContain(sentence ?? "no sentence");
  await expect(report).toContainText("not the standard");
  await expect(report).toContainText("Purged by blkdiscard");
  const steady = report.getByRole("table", { name: "Steady state by tracked cell" });
  await expect(steady.getByRole("row", { name: /^R\/W 0\/100, 1024 KiB/ })).toBeVisible();
  const cells = report.getByRole("table", { name: "Throughput, mean of the window" });
  await expect(cells.getByRole("row", { name: /^1024 KiB/ })).toContainText("/s");
  await expect(page.getByRole("region", { name: /^Answer:/ })).toHaveCount(0);

  expect(pagesOf(await page.pdf({ format: "A4" }))).toBe(2);
});
