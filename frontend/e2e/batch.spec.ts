import { randomUUID } from "node:crypto";
import { fioDocument } from "./fio-documents.ts";
import { machine, uploadRun } from "./machines.ts";
import { pagesOf, shareFrom, stranger } from "./sharing.ts";
import { expect, test } from "./stack.ts";

const batchId = randomUUID();
const IOPS = [1000, 1020, 980];

test.beforeAll(async () => {
  for (const [i, iops] of IOPS.entries()) {
    const startedAt = new Date(Date.UTC(2026, 10, 14, 9, i));
    const fio = fioDocument(
      [{ name: "job", rw: "randread", bs_bytes: 4096, read: { iops, clat_ns: 111_104 } }],
      startedAt,
    );
    await uploadRun({
      host: "batched",
      startedAt,
      fio,
      batch: { id: batchId, name: "sweep", step: i + 1, steps: 4 },
    });
  }
});

test("a batch shows its repeats with their spread, and leads to its runs and back", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/batches/${batchId}`);
  await expect(page.getByRole("heading", { level: 1, name: "sweep" })).toBeVisible();
  await expect(page.getByText("3 of 4 steps")).toBeVisible();
  const repeats = page.getByRole("table", { name: "Workloads" });
  const cells = await repeats.getByRole("row").nth(1).getByRole("cell").allTextContents();
  // Mean 1000, deviation 20: t(0.975, 2) × 20 / √3 = 49.7.
  expect(cells.map((cell) => cell.replaceAll("\u00a0", " "))).toEqual([
    "read",
    "3",
    "1.00k",
    "0.95–1.05k",
    "0.98–1.02k−2 % to +2 %",
    "4.10 MB/s",
  ]);
  await page.getByRole("table", { name: "Runs of this batch" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\//);
  await page.getByRole("link", { name: "sweep", exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/batches/${batchId}$`));
});

test("the first screen of a suite is one sentence and a row per workload, without charts of one dot", async ({
  page,
}) => {
  const id = randomUUID();
  const jobs = [
    { rw: "read", bs_bytes: 1 << 20, iodepth: 8, read: { iops: 1080, clat_ns: 7_372_800 } },
    { rw: "randread", bs_bytes: 4096, iodepth: 32, read: { iops: 42_700, clat_ns: 741_376 } },
  ];
  for (const [i, job] of jobs.entries()) {
    const startedAt = new Date(Date.UTC(2026, 10, 16, 9, i));
    const fio = fioDocument([{ name: "job", ioengine: "libaio", ...job }], startedAt);
    await uploadRun({ host: "quick", startedAt, fio, batch: { id, name: "quick", step: i + 1, steps: 2 } });
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/batches/${id}`);
  await expect(
    page.getByRole("region", { name: "Answer: quick" }).getByRole("heading", { level: 2 }),
  ).toHaveText(/1\.13 GB\/s sequential read · 42\.7k IOPS random read\.$/);
  const last = page.getByRole("table", { name: "Runs of this batch" }).getByRole("row").last();
  await expect(last).toContainText("42.7k");
  await expect(last).toBeInViewport({ ratio: 1 });
  await expect(page.getByTestId(/^chart-/)).toHaveCount(0);
  await last.getByRole("link", { name: /^Random read 4.KiB, QD 32/ }).click();
  await expect(page).toHaveURL(/\/runs\//);
});

/** The quick suite on a virtual disk; `otherWork`: what other programs used of the CPU, in percent. */
async function uploadQuickSuite(host: string, otherWork: number): Promise<string> {
  const id = randomUUID();
  const large = { bs_bytes: 1 << 20, iodepth: 8 };
  const small = { bs_bytes: 4096, iodepth: 32 };
  const jobs = [
    { rw: "read", ...large, read: { iops: 520, clat_ns: 15_400_960 } },
    { rw: "write", ...large, write: { iops: 430, clat_ns: 18_612_224 } },
    { rw: "randread", ...small, read: { iops: 73_000, clat_ns: 437_248 } },
    { rw: "randwrite", ...small, write: { iops: 60_000, clat_ns: 532_480 } },
  ];
  const seconds = Array.from({ length: 60 }, (_, second) => second);
  for (const [i, job] of jobs.entries()) {
    const startedAt = new Date(Date.UTC(2026, 10, 17, 9, 20 * i));
    const share = (metric: string, percent: number) => ({
      ...{ subject: "node:0", metric, direction: null },
      values: seconds.map(() => percent),
    });
    await uploadRun({
      host,
      startedAt,
      fio: fioDocument([{ name: "job", ioengine: "libaio", ...job }], startedAt),
      machine: machine("vm"),
      samples: {
        schema: 1,
        interval_ms: 1000,
        started_at: startedAt.toISOString(),
        sampler: { cpu_ms: 31, missed: 0, version: "0.1.0" },
        t_ms: seconds.map((second) => second * 1000),
        series: [
          share("cpu_busy_pct", 10 + otherWork),
          share("cpu_sys_pct", 5),
          share("cpu_irq_pct", 0),
          share("cpu_steal_pct", 0),
        ],
        links: [],
        before: {},
        after: {},
        events: [],
      },
      batch: { id, name: "quick", step: i + 1, steps: jobs.length },
    });
  }
  return id;
}

test("is my disk OK? a quiet host says compared with what, a busy one that it cannot say, and what next", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const quiet = await uploadQuickSuite("quiet", 0);
  await page.goto(`/batches/${quiet}`);
  const answer = page.getByRole("region", { name: "Answer: quick" });
  await expect(answer.getByRole("heading", { level: 2 })).toHaveText(
    /545 MB\/s sequential read · 451 MB\/s sequential write · 73\.0k IOPS random read · 60\.0k IOPS random write\.$/,
  );
  const compared = answer.getByRole("listitem");
  await expect(compared).toContainText([
    "4 of 4 figures are typical of a SATA SSD.",
    /^Sequential read 1.MiB, 545 MB\/s: typical of a SATA SSD/,
    /^Sequential write 1.MiB, 451 MB\/s: typical of a SATA SSD/,
    /^Random read 4.KiB, 73\.0k IOPS: typical of a SATA SSD/,
    /^Random write 4.KiB, 60\.0k IOPS: typical of a SATA SSD/,
  ]);
  await expect(answer.getByText("Run these jobs again", { exact: true })).toBeInViewport();

  const busy = await uploadQuickSuite("busy", 80);
  await page.goto(`/batches/${busy}`);
  await expect(answer.getByRole("heading", { level: 2 })).toHaveText(
    /^It is too early to tell whether vda is OK: the host was busy \(other programs used 84.% of the CPU in 4 runs\)\.$/,
  );
  await expect(compared.nth(1)).toContainText("typical of a SATA SSD");
  await expect(answer.getByText("Run these jobs again on an idle host")).toBeInViewport();
});

test("the run history shows the batch as one row that opens in place, and leads to it", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/runs?host=batched");
  const table = page.getByRole("table", { name: "Runs" });
  await expect(table.getByRole("row")).toHaveCount(2);
  await expect(page.getByText("3 runs")).toBeVisible();
  await expect(table.getByRole("row").nth(1)).toContainText("3 of 4 steps");
  await expect(table.getByRole("row").nth(1)).toContainText("1.02k IOPS");
  await table.getByRole("button", { name: "Runs of batch sweep" }).click();
  await expect(table.getByRole("row")).toHaveCount(5);
  await expect(page).toHaveURL(new RegExp(`open=${batchId}`));
  await page.reload();
  await expect(table.getByRole("row")).toHaveCount(5);
  await table.getByRole("link", { name: "Batch sweep, step 2 of 4" }).click();
  await expect(page).toHaveURL(new RegExp(`/batches/${batchId}$`));
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Show runs" }).click();
  await expect(page).toHaveURL(new RegExp(`/runs\\?batch=${batchId}$`));
  await expect(page.getByRole("link", { name: /^Batch sweep, step/ })).toHaveCount(3);
  await expect(page.getByRole("button", { name: /^Remove filter Batch sweep, 14 Nov/ })).toBeVisible();
});

test("a batch is found by its name in the filters, and groups runs", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/runs?host=batched");
  await page.getByRole("button", { name: "Batch", exact: true }).click();
  await page.getByRole("textbox", { name: "Search batches" }).fill("WEE");
  await page.getByRole("checkbox", { name: /^sweep, 14 Nov/ }).check();
  await expect(page).toHaveURL(new RegExp(`batch=${batchId}`));
  await page.goto("/runs?host=batched&group=batch");
  const groups = page.getByRole("table", { name: "Runs by Batch" });
  await expect(groups.getByRole("row").nth(1)).toContainText("sweep, 14 Nov");
  await expect(groups.getByRole("row").nth(1)).toContainText("980");
});

test("a run's page says which step it is and what its repeats show, and leads to the next step", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/batches/${batchId}`);
  await page.getByRole("table", { name: "Runs of this batch" }).getByRole("link").first().click();
  await page
    .getByRole("navigation", { name: "Parts of this run" })
    .getByRole("link", { name: "History" })
    .click();
  const card = page.getByRole("region", { name: "Batch “sweep”" });
  await expect(card).toContainText("3 runs of 4 here; 3 runs of this workload");
  await expect(card.getByRole("row").nth(1)).toContainText("0.95–1.05k");
  await card.getByRole("link", { name: "Step 2 ›" }).click();
  await expect(card.getByRole("link", { name: "‹ Step 1" })).toBeVisible();
});

test("a batch leads to its chart, and is the first card where it is filtered for", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(`/batches/${batchId}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Explore" }).click();
  await expect(page).toHaveURL(new RegExp(`/explore\\?batch=${batchId}&metric=iops&x=started_at$`));
  await page.goto(`/explore?batch=${batchId}`);
  await expect(page.getByRole("link", { name: /This batch: sweep/ })).toBeVisible();
});

test("a depth sweep says its knee on its page and on the pages of its runs", { tag: "@nightly" }, async ({
  page,
}) => {
  const id = randomUUID();
  // In flight ÷ rate = latency, as Little's law has it: the fourth only waits.
  const steps = [
    { iodepth: 1, iops: 9000, clat_ns: 111_104 },
    { iodepth: 2, iops: 17_900, clat_ns: 111_104 },
    { iodepth: 4, iops: 18_000, clat_ns: 222_208 },
  ];
  const runs: string[] = [];
  for (const [i, { iodepth, iops, clat_ns }] of steps.entries()) {
    const startedAt = new Date(Date.UTC(2026, 10, 15, 9, i * 20));
    const fio = fioDocument(
      [{ name: "job", rw: "randread", bs_bytes: 4096, iodepth, ioengine: "libaio", read: { iops, clat_ns } }],
      startedAt,
    );
    const batch = { id, name: "depths", step: i + 1, steps: 3 };
    runs.push((await uploadRun({ host: "swept", startedAt, fio, batch })).id);
  }
  const knee = "4 KiB random reads saturate at QD 2: QD 4 gave 1 % more, and mean latency rose 100 %.";
  await page.goto(`/batches/${id}`);
  const answer = page.getByRole("region", { name: "Answer: depths" });
  await expect(answer.getByRole("heading", { level: 2 })).toHaveText(
    "4 KiB random reads saturate at QD 2: 17.9k IOPS, p99 111 µs.",
  );
  await expect(answer).toContainText("QD 4 gave 1 % more, mean latency rose 100 %");
  await page.goto(`/runs/${runs[2]}`);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText(knee);
  await page.goto(`/runs/${runs[0]}`);
  await expect(page.getByRole("region", { name: "Answer" })).toContainText(
    "4 KiB random reads are latency-bound at QD 1: each took 111 µs, and QD 2 gave 1.99 times the rate.",
  );
});

/** Depth to IOPS and p99 of two block sizes, as planted; the knee of 4k is at 16. */
const SWEEP: Record<number, readonly (readonly [number, number, number])[]> = {
  4096: [
    [4, 13_700, 3_948_544],
    [8, 22_500, 3_555_328],
    [16, 35_500, 4_358_144],
    [32, 31_000, 6_979_584],
  ],
  65536: [
    [4, 10_700, 2_342_912],
    [8, 9200, 6_979_584],
    [16, 11_400, 7_897_088],
    [32, 11_800, 6_979_584],
  ],
};

async function plant(name: string, day: number, times: number, repeats = 1): Promise<string> {
  const id = randomUUID();
  const steps = Array.from({ length: repeats }, () => Object.entries(SWEEP)).flat();
  let step = 0;
  for (const [size, points] of steps) {
    for (const [iodepth, iops, clat_ns] of points) {
      step += 1;
      const startedAt = new Date(Date.UTC(2026, 10, day, 9, step * 20));
      // Repeats lie a percent apart, as real ones do.
      const read = { iops: Math.round(iops * times * (1 + (step % 3) / 100)), clat_ns };
      const job = { name: "job", rw: "randread", bs_bytes: Number(size), iodepth, ioengine: "libaio", read };
      const batch = { id, name, step, steps: repeats * 8 };
      await uploadRun({ host: "planted", startedAt, fio: fioDocument([job], startedAt), batch });
    }
  }
  return id;
}

test("a sweep shows its answer first, its charts, every step, and the batch before", {
  tag: "@nightly",
}, async ({ page }) => {
  const before = await plant("sweep", 16, 0.8, 3);
  const id = await plant("sweep", 18, 1, 3);
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(globalThis, { seen });
    new PerformanceObserver((list) => {
      // A layout shift's value is not among the types of the library.
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
  await page.goto(`/batches/${id}`);
  const answer = page.getByRole("region", { name: "Answer: sweep" });
  await expect(answer.getByRole("heading", { level: 2 })).toHaveText(
    /^4 KiB random reads saturate at QD 16: 35\.9k IOPS, p99 4.36 ms\.$/,
  );
  await expect(answer).toContainText("3 runs per step");
  await expect(answer).toContainText("Best with p99 up to 5 ms35.9k IOPS");
  await expect(answer).toContainText("better in 8");
  await expect(page.getByTestId("chart-iops-over-iodepth")).toContainText("knee: ");
  await expect(
    page.getByTestId("chart-iops-over-iodepth").getByRole("button", { name: "previous batch" }),
  ).toBeVisible();

  // The limit moves by keyboard, and the best steps and the grid follow.
  const best = page.getByRole("table", { name: "Best step under the latency limit" });
  await expect(best.getByRole("row").nth(1)).toContainText("16");
  await page.getByRole("textbox", { name: "p99 at most" }).fill("3.7");
  await expect(best.getByRole("row").nth(1)).toContainText("3.56");
  const slider = page.getByRole("slider", { name: "p99 limit" });
  for (let press = 0; press < 3; press += 1) await slider.press("ArrowUp");
  await expect(best.getByRole("row").nth(1)).toContainText("4.36");
  await page.getByRole("textbox", { name: "p99 at most" }).fill("1");
  await expect(best.getByRole("row").nth(1)).toContainText("none within limit");
  // What stays is in the address, so that a link shows the same points.
  await expect(page).toHaveURL(/p99=1000000(&|$)/);
  await page.reload();
  await expect(page.getByRole("textbox", { name: "p99 at most" })).toHaveValue("1 ms");

  const against = page.getByRole("table", { name: "Steps compared with the previous batch" });
  await expect(against.getByRole("row")).toHaveCount(9);
  await expect(against.getByRole("row").nth(1)).toContainText("Better");
  const shift = await page.evaluate(() => (globalThis as unknown as { seen: { shift: number } }).seen.shift);
  expect(shift).toBeLessThan(0.02);

  await page.getByRole("link", { name: "Compare with previous" }).click();
  await expect(page).toHaveURL(new RegExp(`/compare\\?base=batch(=|%3D)${before}&new=batch(=|%3D)${id}`));
  await expect(page.getByText("8 workloads in common")).toBeVisible();
});

test("a batch is named, shared as it is, held against another one, deleted and brought back", {
  tag: "@nightly",
}, async ({ page, browser }) => {
  const other = await plant("sweep", 19, 0.9);
  const id = await plant("sweep", 20, 1);
  await page.goto(`/batches/${id}`);
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const edit = page.getByRole("dialog", { name: "Edit batch" });
  await edit.getByRole("textbox", { name: "Title" }).fill("Second fan off");
  await edit.getByRole("button", { name: "Save" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Second fan off" })).toBeVisible();

  const link = await shareFrom(page);
  const { context, page: theirs, faults } = await stranger(browser);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { level: 1 })).toHaveText(
    "8 runs on host 1, varying block size and queue depth",
  );
  await expect(theirs.getByRole("region", { name: "Answer" }).getByRole("heading", { level: 2 })).toHaveText(
    /^4 KiB random reads saturate at QD 16/,
  );
  await expect(theirs.getByTestId("chart-iops-over-iodepth")).toContainText("knee: ");
  await expect(theirs.getByText("8 steps, as they were when the link was created")).toBeVisible();
  await expect(theirs.getByText(/Second fan off|planted/)).toHaveCount(0);
  expect(faults).toEqual([]);
  await theirs.waitForLoadState("networkidle");
  expect(pagesOf(await theirs.pdf({ format: "A4" }))).toBe(2);
  await context.close();

  await page.getByRole("button", { name: "Compare with…" }).click();
  await page.getByRole("textbox", { name: "Search batches" }).fill("sweep");
  await page.getByRole("button", { name: /19 Nov.* on planted/ }).click();
  await expect(page).toHaveURL(new RegExp(`against=${other}`));
  await expect(page.getByRole("table", { name: "Steps compared with the other batch" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Compare with sweep" })).toHaveAttribute(
    "href",
    new RegExp(`base=batch(=|%3D)${other}`),
  );

  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete Second fan off?" });
  await expect(dialog.getByText(/^8 runs move to the trash/)).toBeVisible();
  await expect(dialog.getByText(/1 link shared with others shows a frozen copy: Acme support/)).toBeVisible();
  await dialog.getByRole("button", { name: "Delete, keep the links" }).click();
  await expect(page.getByText("8 runs of Second fan off deleted.")).toBeVisible();
  await page.goto("/trash");
  await page.getByRole("button", { name: /^Restore Batch Second fan off, 8 runs/ }).click();
  await expect(page.getByText("8 runs of Second fan off restored to the history.")).toBeVisible();
  await page.goto(`/batches/${id}`);
  await expect(page.getByText("8 steps", { exact: true })).toBeVisible();
});
