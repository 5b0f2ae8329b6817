/**
 * What people come for, each in at most four steps from the home page, its answer on the screen without scrolling
 * (1440 × 900). A step is a click, or words typed and sent. On the demo data, whose answers stand in its cases, and on
 * nights that grow slower.
 */
import type { Locator, Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

const MAX_STEPS = 4;
const DAY_MS = 86_400_000;
let page: Page;
let steps: number;

test.beforeEach(async ({ page: opened }) => {
  page = opened;
  await page.goto("/today");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  steps = 0;
});

async function step(act: () => Promise<unknown>) {
  steps += 1;
  await act();
}

const click = (what: Locator) => step(() => what.click());
const tick = (row: RegExp) =>
  step(() => page.getByRole("row", { name: row }).first().getByRole("checkbox").check());
const search = (text: string) =>
  step(async () => {
    const field = page.getByPlaceholder(/^Search runs or filter/);
    await field.fill(text);
    await field.press("Enter");
  });
/** Any page, host or view by its name; words and filters lead to the history. */
const goTo = (text: string) =>
  step(async () => {
    await page.keyboard.press("Control+k");
    const field = page.getByPlaceholder(/^Page, host, view/);
    await field.fill(text);
    await field.press("Enter");
  });
const open = (name: string) =>
  click(page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name, exact: true }));

/** It is there, on the screen as it was opened, and no more steps were needed than may be. */
async function requireRead(what: Locator) {
  await expect(what).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(what).toBeInViewport({ ratio: 1 });
  expect(steps).toBeLessThanOrEqual(MAX_STEPS);
}

const selection = () => page.getByRole("region", { name: "Selected runs" });
const answer = () => page.getByRole("region", { name: "Answer" }).getByRole("heading").first();

test("slot against slot", { tag: "@nightly" }, async () => {
  await goTo("carrier 4g");
  await tick(/Carrier in slot 2/);
  await tick(/Carrier in slot 3/);
  await click(selection().getByRole("button", { name: "Compare" }));
  await requireRead(answer());
});

test("RAID width, and where the knee is", { tag: "@nightly" }, async () => {
  await open("Explore");
  await click(page.getByRole("link", { name: "Bandwidth vs. RAID width" }));
  await requireRead(page.getByText(/scaling drops beyond 3 drives/));
});

test("the table of the cluster", { tag: "@nightly" }, async () => {
  await goTo('host="nas-client (demo)"');
  for (const figure of ["885 MB/s", "809 MB/s", "12.9k IOPS", "6.00k IOPS"])
    await requireRead(page.getByRole("row").filter({ hasText: figure.replaceAll(" ", "\u00a0") }));
});

test("how far from the datasheet", async () => {
  await open("Drives");
  await click(page.getByRole("link", { name: "INTEL SSDPEDMD020T4" }));
  await requireRead(answer());
});

test("one BIOS setting against another", { tag: "@nightly" }, async () => {
  await open("Explore");
  await click(page.getByRole("link", { name: "NPS settings compared" }));
  await requireRead(answer());
});

test("what limits it", { tag: "@nightly" }, async () => {
  await goTo("carrier 4g");
  await click(
    page.getByRole("button", { name: /^at a limit/ }).or(page.getByRole("link", { name: /^at a limit/ })),
  );
  await click(page.getByRole("link", { name: "Carrier in slot 3, 4g per job" }));
  await requireRead(answer());
});

test("a table for a forum", { tag: "@nightly" }, async () => {
  await open("Runs");
  await click(page.getByRole("button", { name: /Export/ }));
  await requireRead(page.getByText(/Markdown/).first());
});

test.describe("nights that grow slower", { tag: "@nightly" }, () => {
  /** Nights of one test, the last ten of them slower; a sweep of depths on two drives within the last week. */
  test.beforeAll(async () => {
    const measure = (
      day: number,
      read: { iops: number; clat_ns: number },
      more: Record<string, string>,
      depth = 32,
    ) =>
      importRun(
        fioDocument(
          [{ name: "night", rw: "randread", bs_bytes: 4096, iodepth: depth, ioengine: "io_uring", read }],
          new Date(Date.now() - day * DAY_MS),
        ),
        { host: "nightly", ...more },
      );
    for (let day = 40; day > 14; day -= 1) {
      const wobble = 1 + ((day * 7) % 11) / 2000;
      const slow = day < 24;
      await measure(
        day,
        { iops: Math.round((slow ? 86_000 : 100_000) * wobble), clat_ns: slow ? 370_688 : 317_440 },
        { "label.kernel": slow ? "6.8.0" : "6.1.0" },
      );
    }
    for (const [drive, clat] of [
      ["FAST 1T", 111_104],
      ["SLOW 1T", 317_440],
    ] as const)
      for (const depth of [1, 4, 16])
        await measure(
          3,
          { iops: 20_000 * depth, clat_ns: clat },
          { "label.drive.model": drive, "label.sweep": "depth" },
          depth,
        );
  });

  test("the best p99 of last week", async () => {
    await open("Runs");
    await search("started_at=last-7d tag=!demo");
    await click(page.getByRole("button", { name: /^p99/ }));
    const first = page.getByRole("table", { name: "Runs" }).getByRole("row").nth(1);
    await expect(first).toContainText("FAST 1T");
    await requireRead(first);
  });

  test("p99 over depth, drive by drive", async () => {
    await open("Explore");
    await click(page.getByRole("link", { name: "p99 latency vs. queue depth, by drive" }));
    await requireRead(answer());
  });

  test("when did it get slower", async () => {
    await expect(async () => {
      await page.goto("/changes");
      await expect(page.getByRole("row", { name: /nightly/ })).toHaveCount(1, { timeout: 2_000 });
    }).toPass({ timeout: 50_000 });
    await page.goto("/today");
    await open("Changes");
    await requireRead(page.getByRole("row", { name: /nightly/ }));
  });

  test("a label for many runs at once", async () => {
    await goTo("label.sweep=depth");
    await click(page.getByRole("checkbox", { name: "Select all loaded rows" }));
    await click(selection().getByRole("button", { name: "Tag or label" }));
    await step(async () => {
      await page.getByRole("textbox", { name: "Tag, or label as key=value" }).fill("looked-at");
      await page.keyboard.press("Enter");
    });
    await requireRead(page.getByText("6 runs marked “looked-at”."));
  });

  test("a view that is kept", async () => {
    await open("Runs");
    await search("host=nightly");
    await click(page.getByRole("button", { name: "Views" }));
    await step(async () => {
      await page.getByRole("textbox", { name: "Save this view as" }).fill("The nights");
      await page.keyboard.press("Enter");
    });
    await expect(page.getByRole("button", { name: "Pin the view The nights above the list" })).toBeVisible();
    await page.goto("/today");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    steps = 0;
    await step(async () => {
      await page.keyboard.press("Control+k");
      await page.getByPlaceholder(/^Page, host, view/).fill("The nights");
      await page.getByRole("option", { name: "View The nights" }).click();
    });
    await requireRead(page.getByRole("table", { name: "Runs" }).getByRole("row").nth(1));
  });
});
