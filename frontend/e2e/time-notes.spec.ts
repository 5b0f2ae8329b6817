import { expect, type Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents";
import { importRun, test } from "./stack";

const NIGHTS = 28;
const STEP = 16;
const HOST = "noted-pluto";
const NOTE = "moved to the new rack";
const EXPLORE = `/explore?host=${HOST}&x=started_at&metric=iops`;

test.beforeAll(async () => {
  for (let night = 0; night < NIGHTS; night += 1) {
    const iops = Math.round((night < STEP ? 100_000 : 86_000) * (1 + ((night * 7) % 11) / 2000));
    const read = { iops, clat_ns: 317_440 };
    const job = { name: "nightly", rw: "randread", bs_bytes: 4096, iodepth: 32, ioengine: "io_uring", read };
    await importRun(fioDocument([job], new Date(Date.UTC(2026, 7, 1 + night, 2))), { host: HOST });
  }
});

async function addNote(page: Page, text: string, when: string) {
  const notes = page.getByRole("region", { name: "Annotations" });
  await notes.getByRole("button", { name: "Add annotation" }).click();
  const form = notes.getByRole("form", { name: "A new note" });
  await expect(form.getByLabel("Note")).toBeFocused();
  await form.getByLabel("Note").fill(text);
  await form.getByLabel("When").fill(when);
  await form.getByRole("button", { name: "Save" }).click();
  await expect(notes.getByRole("listitem").filter({ hasText: text })).toBeVisible();
}

/** Where the line of a note stands, and where the dots of two runs do, in pixels from the left. */
async function places(page: Page, text: string) {
  const chart = page.getByRole("figure").filter({ hasText: "IOPS" }).first();
  await expect(chart.getByTestId("annotations").getByText(text).first()).toBeAttached();
  const line = chart.getByTestId("annotations").locator("path").filter({ hasText: text }).first();
  const dots = chart.locator("circle[data-run]");
  const xs = (await dots.evaluateAll((all) => all.map((dot) => dot.getBoundingClientRect().x))).toSorted(
    (a, b) => a - b,
  );
  const box = await line.evaluate((path) => path.getBoundingClientRect().x);
  return { line: box, before: xs.filter((x) => x < box).length };
}

test("a note added in Explore is drawn there, on the page of the change, and known on the host", {
  tag: "@nightly",
}, async ({ page }) => {
  test.slow();
  await page.goto(EXPLORE);
  await addNote(page, NOTE, "2026-08-16T20:00");
  // Sixteen nights lie before the evening of the sixteenth.
  expect((await places(page, NOTE)).before).toBe(STEP);
  await page.getByRole("button", { name: "Table" }).click();
  await expect(
    page.getByRole("table", { name: "Marked in this chart" }).getByRole("row", { name: NOTE }),
  ).toBeVisible();
  await page.getByRole("button", { name: "Chart", exact: true }).click();

  await expect(async () => {
    await page.goto(`/changes?host=${HOST}`);
    await page
      .getByRole("row", { name: new RegExp(HOST) })
      .getByRole("link", { name: "IOPS" })
      .click({ timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  const then = page.getByRole("region", { name: "Annotations at that time" });
  await expect(then.getByRole("listitem")).toHaveText(new RegExp(`16 Aug 20:00 ${NOTE} by `));
  expect((await places(page, NOTE)).before).toBe(STEP);
  const faults = await axe(page).withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"]).analyze();
  expect(faults.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

  // Changed on the page of the host, then removed there.
  await page.goto("/hosts");
  await page.getByRole("link", { name: HOST }).first().click();
  const course = page.getByRole("region", { name: "Performance and changes" });
  await expect(course.getByTestId("annotations").locator("text")).toContainText(NOTE);
  const parts = page.getByRole("navigation", { name: "Parts of this host" });
  await parts.getByRole("link", { name: "Changes" }).click();
  const notes = page.getByRole("region", { name: "Annotations" });
  await notes.getByRole("button", { name: `Change: ${NOTE}` }).click();
  const form = notes.getByRole("form", { name: "The note" });
  await form.getByLabel("Note").fill("moved to rack 7");
  await form.getByLabel("Until (optional)").fill("2026-08-16T19:00");
  await expect(form.getByRole("button", { name: "Save" })).toBeDisabled();
  await form.getByLabel("Until (optional)").fill("2026-08-18T08:00");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(notes.getByRole("listitem")).toContainText(["16 Aug 20:00 to 18 Aug 08:00"]);
  await notes.getByRole("button", { name: "Remove: moved to rack 7" }).click();
  await expect(notes.getByText("No annotations yet.")).toBeVisible();
});

test("many notes near each other share a word, and every one is listed", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(EXPLORE);
  for (const minute of ["00", "10", "20"]) await addNote(page, `fan ${minute}`, `2026-08-10T20:${minute}`);
  const chart = page.getByRole("figure").first();
  await expect(chart.getByTestId("annotations").locator("text")).toHaveText(/3 notes$/);
  const listed = chart.getByRole("list", { name: "Marked in this chart" }).getByRole("listitem");
  await expect(listed).toHaveText(["10 Aug 20:00: fan 00", "10 Aug 20:10: fan 10", "10 Aug 20:20: fan 20"]);
});
