/** The page for results that somebody has already, from the clipboard and from files to the runs they become. */

import type { Locator, Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents.ts";
import { commandLine, fioText, NAS_RESULTS, nasText } from "./fio-text.ts";
import { expect, importRun, test } from "./stack.ts";

/** What the headings of the pasted text claim wrongly: job by job, direction, IOPS, bandwidth, p50 and p99. */
const NAS_ROWS = [
  ["write", "nfs", "randwrite", "8k", "6.00k", "49.2 MB/s", "9 ms", "174 ms"],
  ["read", "nfs", "randread", "8k", "12.9k", "106 MB/s", "7 ms", "28 ms"],
  ["write", "nfs", "randwrite", "256k", "3.09k", "809 MB/s", "30 ms", "87 ms"],
  ["read", "nfs", "randread", "256k", "3.38k", "885 MB/s", "19 ms", "175 ms"],
];

async function texts(cells: Locator): Promise<string[]> {
  return (await cells.allInnerTexts()).map((text) => text.replaceAll("\u00a0", " ").trim());
}

/** The rows of results: direction, job, rw, bs, IOPS, bandwidth, p50, p99. */
async function resultRows(page: Page, source: string): Promise<string[][]> {
  const table = page.getByRole("table", { name: `Results found in ${source}` });
  await expect(table).toBeVisible();
  const rows = await table.getByRole("row").all();
  const cells = await Promise.all(rows.map((row) => texts(row.locator("th, td"))));
  return cells
    .filter(([direction = ""]) => /^(read|write|trim)$/.test(direction))
    .map((row) => [0, 1, 2, 3, 8, 9, 11, 12].map((column) => row[column] ?? ""));
}

/** Without the line of totals and the percentiles only rounded figures are left, and some unknown. */
function roundedText(): string {
  const [first] = NAS_RESULTS;
  if (first === undefined) throw new Error("no results");
  return fioText({ ...first, ios: 3_600_216 }).replaceAll(
    /^.*(issued rwts|clat percentiles|1\.00th=).*\n/gm,
    "",
  );
}

async function name(page: Page, host: string) {
  await page.getByRole("combobox", { name: "Host" }).fill(host);
  await page.keyboard.press("Escape");
}

test("a pasted thread gives its four runs with the directions of the data, and saves them", async ({
  page,
}) => {
  await page.goto("/runs");
  await page.getByRole("link", { name: "Import", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Import results" })).toBeFocused();

  await page.getByLabel("Or paste text").fill(nasText());
  expect(await resultRows(page, "Pasted text")).toEqual(NAS_ROWS);
  for (const result of NAS_RESULTS) await expect(page.getByText(commandLine(result)).first()).toBeVisible();
  await page.getByText("1 line not used").last().click();
  await expect(page.getByRole("listitem").filter({ hasText: "Let me know" })).toContainText("99");
  await expect(page.getByText("4 used as title (3, 27, 51, 75)")).toBeVisible();

  await name(page, "nas-client");
  await page.getByRole("combobox", { name: "Labels" }).fill("mount=nfs");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Save 4 runs" }).click();
  await expect(page.getByText("4 runs saved.")).toBeVisible();

  await page.getByRole("link", { name: "Run 2: Random read 8 KiB, QD 1, 100 jobs" }).click();
  const strip = page.getByRole("region", { name: "nfs, read" });
  await expect(strip).toContainText("12.9k");
  await expect(strip).toContainText("106\u00a0MB/s");
  await expect(page.getByText("mount=nfs")).toBeVisible();

  await page.goto("/runs?host=nas-client");
  await expect(page.getByText("4 runs")).toBeVisible();
});

test("the same text again for the same host is said to be there already", { tag: "@nightly" }, async ({
  page,
}) => {
  await importRun(nasText(), { host: "nas-again" });
  await page.goto("/import");
  await page.getByLabel("Or paste text").fill(nasText());
  const host = page.getByRole("combobox", { name: "Host" });
  await host.fill("nas-a");
  await page.getByRole("option", { name: "nas-again" }).click();
  await page.getByRole("button", { name: "Save 4 runs" }).click();
  await expect(page.getByText("4 runs were there already.")).toBeVisible();
  await expect(page.getByText("Already there")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Run \d:/ })).toHaveCount(4);
  await page.goto("/runs?host=nas-again");
  await expect(page.getByText("4 runs")).toBeVisible();
});

test("a run's lines are marked in its text and shown on demand", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/import");
  await page.getByLabel("Or paste text").fill(nasText());
  const text = page.getByRole("region", { name: "Text of Pasted text" });
  await expect(text.getByText("8k random read test:", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Show lines 78–96" }).click();
  await expect(text).toBeFocused();
  await expect(text.getByText("not used: Let me know", { exact: false })).toBeVisible();
  const first = text.getByText("nfs: (g=0): rw=randread, bs=(R) 262144B", { exact: false });
  await expect(first).toBeInViewport();
  await expect(text.getByText("run 4")).toBeAttached();
});

test("of two dropped files the bad one is named and the good one is saved", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/import");
  const startedAt = new Date("2026-11-19T14:00:00Z");
  const figures = { read: { iops: 111, clat_ns: 111_104 }, write: { iops: 222, clat_ns: 222_208 } };
  const good = JSON.stringify(
    fioDocument([{ name: "dropped", rw: "rw", bs_bytes: 1_000_000, ...figures }], startedAt),
  );
  const transfer = await page.evaluateHandle((content) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([content], "result.json"));
    dropped.items.add(new File(["Dear all,\nplease find our results in the annex.\n"], "mail.txt"));
    return dropped;
  }, good);
  // Who may import is known a moment after the page's heading stands.
  await expect(page.getByText("Drop files or folders here")).toBeVisible();
  const heading = page.getByRole("heading", { level: 1 });
  await heading.dispatchEvent("dragover", { dataTransfer: transfer });
  await expect(page.getByText("Drop to read them")).toBeVisible();
  await heading.dispatchEvent("drop", { dataTransfer: transfer });

  const mail = page.getByRole("region", { name: "mail.txt", exact: true });
  await expect(mail.getByText("Not understood")).toBeVisible();
  await mail.getByRole("button", { name: "Supported formats" }).click();
  await expect(page.getByText("fio terse lines, versions 2 to 5")).toBeInViewport();
  expect((await resultRows(page, "result.json")).map((row) => [row[0], row[4], row[5]])).toEqual([
    ["read", "111", "111 MB/s"],
    ["write", "222", "222 MB/s"],
  ]);

  await name(page, "dropped-files");
  await page.getByRole("button", { name: "Save 1 run" }).click();
  await expect(page.getByText("1 run saved.")).toBeVisible();
  await page.getByRole("button", { name: "Import more" }).click();
  await expect(mail).toHaveCount(0);
  await page.goto("/runs?host=dropped-files");
  await expect(page.getByText("1 run", { exact: true })).toBeVisible();
});

test("a time that a person states is stored in its zone; figures printed rounded say so", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/import");
  await page.getByLabel("Or paste text").fill(roundedText());
  const table = page.getByRole("table", { name: "Results found in Pasted text" });
  await expect(table.getByText("rounded: at least", { exact: false }).first()).toBeAttached();
  await name(page, "stated-time");
  await page.getByLabel("Start time").fill("2026-11-10T09:14:02");
  await page.getByRole("button", { name: "Save 1 run" }).click();
  await page.getByRole("link", { name: /^Run 1:/ }).click();
  await expect(page.locator("time[datetime^='2026-11-10T09:14:02']").first()).toBeVisible();
});

test("a text of a million lines stays usable", { tag: "@nightly" }, async ({ page }) => {
  // Reading a million lines takes what the other suites leave of two processors: the test waits for states alone, and
  // only the whole of it has a bound.
  test.setTimeout(600_000);
  await page.goto("/import");
  // Its place may come after the heading: a file that nobody takes would be waited for until the bound.
  const place = page.locator("input[type=file]").first();
  await place.waitFor({ state: "attached", timeout: 0 });
  await place.evaluate((input: HTMLInputElement) => {
    const lines = Array.from({ length: 1_000_000 }, (_, i) => `${i}, ${1000 + (i % 7)}, 0, 4096, 0`);
    const transfer = new DataTransfer();
    transfer.items.add(new File([`${lines.join("\n")}\n`], "job_clat.1.log"));
    input.files = transfer.files;
    input.dispatchEvent(new Event("change", { bubbles: true }));
  });
  const text = page.getByRole("region", { name: "Text of job_clat.1.log" });
  await text.waitFor({ timeout: 0 });
  await text.getByRole("button", { name: /^Show lines 11 to / }).click({ timeout: 0 });
  // The button goes when the lines between are there.
  await text.getByRole("button", { name: /^Show lines 11 to / }).waitFor({ state: "detached", timeout: 0 });
  await text.evaluate((view) => view.scrollTo(0, view.scrollHeight));
  await text.getByText("1000000", { exact: true }).waitFor({ timeout: 0 });
  expect(await text.locator("> div > div").count()).toBeLessThan(80);
});

for (const colorScheme of ["light", "dark"] as const) {
  for (const width of [1440, 390]) {
    test.describe(`${colorScheme}, ${width} px wide`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });
      test("the page has no accessibility fault, empty, filled, refused and saved", {
        tag: "@nightly",
      }, async ({ page }) => {
        const check = async () => {
          const { violations } = await axe(page).analyze();
          expect(
            violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(" | ")}`),
          ).toEqual([]);
          const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(overflow).toBeLessThanOrEqual(0);
        };
        await page.goto("/import");
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        await check();
        await page.getByLabel("Or paste text").fill(nasText());
        const file = (fileName: string, text: string) => ({
          name: fileName,
          mimeType: "text/plain",
          buffer: Buffer.from(text),
        });
        const files = [file("mail.txt", "no result\n"), file("rounded.txt", roundedText())];
        await page.locator("input[type=file]").first().setInputFiles(files);
        await expect(page.getByRole("table")).toHaveCount(2);
        await expect(page.getByText("Not understood", { exact: true })).toBeVisible();
        await page.getByRole("button", { name: "Save 5 runs" }).click();
        await expect(page.getByRole("combobox", { name: "Host" })).toBeFocused();
        await check();
        await name(page, `axe-${colorScheme}-${width}`);
        await page.getByRole("button", { name: "Save 5 runs" }).click();
        await expect(page.getByText("5 runs saved.")).toBeVisible();
        await check();
      });
    });
  }
}
