/** `suite drives` with real fio on three loop devices, through the real service, to the page of its batch. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { attachLoopDevice, benchOf } from "./agent.ts";
import { expect, test } from "./stack.ts";

const SIZE_BYTES = 32 << 20;
const { bench, run, remove } = benchOf("drives");
const devices: string[] = [];
let address = "";

test.beforeAll(async () => {
  test.setTimeout(120_000);
  for (const number of [1, 2, 3]) {
    const file = join(bench, `drive-${number}.img`);
    writeFileSync(file, Buffer.alloc(SIZE_BYTES, number));
    devices.push(attachLoopDevice(file));
  }
  const printed = await run("suite", "drives", "--targets", devices.join(","), "--runtime", "1");
  address = /^Stored \d+ of \d+: (\S+)$/m.exec(printed)?.[1] ?? "";
});

test.afterAll(() => {
  for (const device of devices) execFileSync("losetup", ["--detach", device]);
  remove();
});

test("each drive has its own rows, alone and together, and nothing is a mean over drives", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(address);
  await expect(page.getByRole("heading", { name: "Drives alone and together: reads" })).toBeVisible();
  const sets = page.getByRole("table", { name: "Sets of drives measured together" });
  // All three, by the name of the disk that their files are on; in memory there is none.
  const all = sets.getByRole("row").filter({ has: page.getByRole("cell", { name: "3", exact: true }) });
  await expect(all.getByRole("rowheader")).toHaveText(/^(All drives|[a-z]+[a-z0-9]*)\b/);
  const rows = page.getByRole("table", { name: "Runs of this batch" });
  for (const name of devices) {
    await expect(
      rows.getByRole("link", { name: new RegExp(`^Sequential read .*, ${name}`) }),
    ).not.toHaveCount(0);
    await expect(rows.getByRole("link", { name: new RegExp(`, ${name} \\(\\d+ together\\)$`) })).toHaveCount(
      1,
    );
  }
  // Where each drive ran once alone and once with the others, no row is one of repeats.
  await expect(page.getByRole("table", { name: "Workloads" })).toHaveCount(0);
  // The one drive below the three files is not what was measured.
  const answer = page.getByRole("region", { name: "Answer: drives" }).getByRole("heading", { level: 2 });
  await expect(answer).toContainText(/ on \/dev\/loop\d+/);
  await expect(answer).not.toContainText(/^\S+, [^.]*: /);
});

test("the next batch of the same drives is compared drive by drive", { tag: "@nightly" }, async ({
  page,
}) => {
  test.setTimeout(120_000);
  const printed = await run("suite", "drives", "--targets", devices.join(","), "--runtime", "1");
  await page.goto(/^Stored \d+ of \d+: (\S+)$/m.exec(printed)?.[1] ?? "");
  const steps = page.getByRole("table", { name: "Steps compared with the previous batch" });
  for (const device of devices) {
    await expect(
      steps.getByRole("row", { name: new RegExp(`${device}\\b.*together`) }).first(),
    ).toBeVisible();
    await expect(steps.getByRole("row", { name: new RegExp(`· ${device}\\b`) })).not.toHaveCount(0);
  }
  await expect(page.getByText("Only in the previous batch")).toHaveCount(0);
});
