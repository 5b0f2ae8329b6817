/** What people typed: a table beside its results is judged cell by cell, a result by hand is stored as such. */
import { nasText } from "./fio-text.ts";
import { expect, importRun, test } from "./stack.ts";

/** As it stood beside the results of case 002: read and write of 8k swapped, 12.9k printed as 12.9. */
const TABLE = `
| Block size | Read IOPS | Read MB/s | Write IOPS | Write MB/s |
|------------|-----------|-----------|------------|------------|
| 8k         | 6004      | 49.2      | 12.9       | 106        |
| 256k       | 3376      | 885       | 3085       | 809        |
`;

test("a table beside its results is judged, and only the results are saved as measured", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/import");
  await page.getByLabel("Or paste text").fill(nasText() + TABLE);
  const table = page.getByRole("table", { name: "Tables in Pasted text compared with what was measured" });
  await expect(table).toBeVisible();
  await expect(page.getByText(/^8 figures in hand-made tables: .*4 swapped/)).toBeVisible();
  const lost = table
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: "12.9", exact: true }) });
  await expect(lost).toContainText("Swapped");
  await expect(lost).toContainText("read and write are swapped, and its k or M is missing");
  await expect(table.getByText("Swapped", { exact: true })).toHaveCount(4);
  await expect(table.getByText("Wrong", { exact: true })).toHaveCount(0);
  await expect(page.getByText("4 in hand-made tables", { exact: false })).toBeVisible();

  await page.getByRole("combobox", { name: "Host" }).fill("typed-nas");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Save 4 runs" }).click();
  await expect(page.getByText("4 runs saved.")).toBeVisible();
  await page.goto("/runs?host=typed-nas");
  await expect(page.getByText("4 runs")).toBeVisible();
});

test("the same table alone is held compared with what was measured on its host, and saved as typed", {
  tag: "@nightly",
}, async ({ page }) => {
  await importRun(nasText(), { host: "typed-again" });
  await page.goto("/import");
  await page.getByLabel("Or paste text").fill(TABLE);
  const table = page.getByRole("table", { name: "Tables in Pasted text compared with what was measured" });
  await expect(table.getByText("No run", { exact: true })).toHaveCount(8);
  await page.getByRole("combobox", { name: "Host" }).fill("typed-again");
  await page.keyboard.press("Escape");
  await expect(table.getByText("Swapped", { exact: true })).toHaveCount(4);
  await expect(page.getByRole("button", { name: "Save the table as typed results" })).toHaveCount(0);
  await page.getByRole("button", { name: "Save 2 runs" }).click();
  await expect(page.getByText("2 runs saved.")).toBeVisible();
  await page.goto("/runs?host=typed-again&source=typed");
  await expect(page.getByText("2 runs", { exact: true })).toBeVisible();
  const answer = await page.request.get("/api/v1/runs?host=typed-again&source=typed");
  const { items } = (await answer.json()) as { items: { id: string }[] };
  await page.goto(`/runs/${items[0]?.id}`);
  await expect(page.getByText(/^typed by /)).toBeVisible();
  await expect(page.getByText("Typed by hand").first()).toBeVisible();
});

test("a result typed into the form says so wherever its run is shown", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/import");
  await page.getByRole("button", { name: "Enter a result" }).click();
  const form = page.getByRole("form", { name: "Type a result" });
  await form.getByRole("button", { name: "Save result" }).click();
  await expect(form.getByText("Name the host that was measured")).toBeVisible();
  await form.getByRole("combobox", { name: "Host" }).fill("slides");
  await page.keyboard.press("Escape");
  await form.getByLabel("I/O pattern").fill("randread");
  await form.getByLabel("Block size").fill("4k");
  await form.getByLabel("IOPS").fill("12.9k");
  await form.getByLabel("Bandwidth").fill("53");
  await form.getByRole("button", { name: "Save result" }).click();
  await expect(form.getByText("'53' is not valid", { exact: false })).toBeVisible();
  await form.getByLabel("Bandwidth").fill("53 MB/s");
  await form.getByRole("button", { name: "Save result" }).click();
  await form.getByRole("link", { name: "The typed run" }).click();
  await expect(page.getByText(/^typed by /)).toBeVisible();
  const strip = page.getByRole("region", { name: "randread 4k, read" });
  await expect(strip).toContainText("12.9k");
  await expect(strip).toContainText("Typed by hand");
  await page.goto("/runs?host=slides");
  await expect(page.getByText("Typed", { exact: true })).toBeVisible();
});
