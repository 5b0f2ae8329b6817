/** A datasheet of one's own: pasted on a run's page, added from the list, and changed into another version. */
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

const MODEL = `PASTE ${process.pid} 2TB`;
const TABLE = `Specification	1TB	2TB
Sequential read	5,000 MB/s	7,000 MB/s
Random read (4KB, QD32)	600K IOPS	1,000K IOPS
Endurance	600 TBW	1,200 TBW`;

let run = "";

test.slow();

test.beforeAll(async () => {
  const read = { iops: 400_000, clat_ns: 79_360 };
  const job = { name: "job", rw: "randread", bs_bytes: 4096, iodepth: 32, ioengine: "io_uring", read };
  const { id } = await importRun(fioDocument([job], new Date(Date.UTC(2026, 10, 12, 9))), {
    host: `paste-${process.pid}`,
    "label.drive.model": MODEL,
    "label.drive.capacity": "2000000000000",
    "label.target.kind": "disk",
  });
  run = id;
});

test("a pasted table becomes the run's datasheet, and its figures stand in the scorecard", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/runs/${run}#datasheet`);
  await page.getByRole("button", { name: "Add its datasheet" }).click();
  const dialog = page.getByRole("dialog", { name: `Datasheet of ${MODEL}` });
  await dialog.getByLabel("Table", { exact: true }).fill(TABLE);
  await dialog.getByRole("button", { name: "Read the table" }).click();
  await dialog.getByLabel("Column for this drive").selectOption("2TB");
  const read = dialog.getByRole("group", { name: "Recognized" });
  await expect(read.getByRole("checkbox")).toHaveCount(2);
  await expect(read).toContainText(/Random read, 4\sKiB: IOPS, queue depth 32: rated 1.00M/);
  await expect(dialog.getByText(/^Row 4: Endurance/)).toBeVisible();
  await dialog.getByLabel("URL of the source").fill("https://example.org/paste.pdf");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(dialog).toBeHidden();
  const card = page.getByRole("region", { name: "Datasheet" });
  await expect(card.getByText(MODEL).first()).toBeVisible();
  await expect(card.getByText(/40\s%/).first()).toBeVisible();
});

test("a text without a figure is refused in words, and nothing is added", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/datasheets");
  await page.getByRole("button", { name: "Add a datasheet" }).click();
  const dialog = page.getByRole("dialog", { name: "New datasheet" });
  await dialog.getByLabel("Table", { exact: true }).fill("nothing but words");
  await dialog.getByRole("button", { name: "Read the table" }).click();
  await expect(dialog.getByText(/no row|not understood/i).first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Add", exact: true })).toBeDisabled();
});

test("a datasheet is added without a run; another version keeps the first", { tag: "@nightly" }, async ({
  page,
}) => {
  const model = `LISTED ${process.pid} 4TB`;
  await page.goto("/datasheets");
  await page.getByRole("button", { name: "Add a datasheet" }).click();
  const dialog = page.getByRole("dialog", { name: "New datasheet" });
  await dialog.getByLabel(/^Model, as reported by the drive/).fill(model);
  await dialog.getByLabel("Capacity, GB").fill("4000");
  await dialog.getByLabel("Random read, IOPS", { exact: true }).fill("500000");
  await dialog.getByLabel("Block size of the random figures, KiB").fill("4");
  await dialog.getByLabel("Queue depth of the random figures").fill("64");
  await dialog.getByLabel("URL of the source").fill("https://example.org/listed.pdf");
  await dialog.getByRole("button", { name: "Add", exact: true }).click();
  await expect(page).toHaveURL(/\/datasheets\/listed-/);
  await expect(page.getByRole("table", { name: "Jobs" })).toContainText(
    "randread bs=4k iodepth=16 numjobs=4",
  );
  await page.getByRole("button", { name: "New version" }).click();
  const version = page.getByRole("dialog", { name: /^New version of LISTED/ });
  const file = version.getByLabel("The datasheet file");
  await expect(file).toHaveValue(/value = 500000/);
  await file.fill((await file.inputValue()).replace("value = 500000", "value = many"));
  await version.getByRole("button", { name: "Add this version" }).click();
  await expect(version.getByText("The datasheet was not added.")).toBeVisible();
  await file.fill((await file.inputValue()).replace("value = many", "value = 600000"));
  await version.getByRole("button", { name: "Add this version" }).click();
  await expect(version).toBeHidden();
  await expect(page.getByRole("table", { name: "Figures" })).toContainText(/600k\sIOPS/);
  const versions = page.getByRole("region", { name: "Versions" });
  await expect(versions).toContainText(/Version 2, .*by admin/);
  await expect(versions).toContainText("Version 1");
  await expect(versions).toContainText(/removed: Random read, 4\sKiB: IOPS 500k\sIOPS/);
});
