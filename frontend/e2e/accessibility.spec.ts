import { createHash } from "node:crypto";
import type { Page } from "@playwright/test";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents.ts";
import { watchShifts } from "./layout-shift.ts";
import { machine, minuteOfSamples, oneDrive, type StoredRun, uploadRun } from "./machines.ts";
import { findOtherPages } from "./pages.ts";
import { isWhole, refusalsOf } from "./policy.ts";
import { expect, importRun, stack, test } from "./stack.ts";

const AXE_MODEL = "AXE DRIVE";
const BATCH = "a1a1a1a1-0000-4000-8000-000000000001";
let runId = "";
let measured: StoredRun;
let older: StoredRun;

test.beforeAll(async () => {
  const figures = { iops: 333, clat_ns: 111_104 };
  const document = fioDocument(
    [{ name: "job", rw: "randrw", bs_bytes: 4096, read: figures, write: figures }],
    new Date("2026-11-18T09:00:00Z"),
  );
  const query = { host: "axe", started_at: "2026-11-18T09:00:00Z", tag: "nightly", "label.fan": "off" };
  runId = (await importRun(document, query)).id;
  const startedAt = new Date("2026-11-18T09:00:00Z");
  const drives = [0, 1, 2, 3].map((i) => ({ name: `nvme${i}n1`, bytesPerS: 7e9, celsius: 40 + i }));
  const upload = { host: "axe-epyc", fio: document, batch: { id: BATCH, name: "axe", step: 1, steps: 1 } };
  older = await uploadRun({
    ...upload,
    startedAt: new Date("2026-11-17T09:00:00Z"),
    machine: machine("epyc-nps1"),
  });
  measured = await uploadRun({
    ...upload,
    startedAt,
    machine: machine("epyc-nps4"),
    samples: minuteOfSamples(drives, 4096, startedAt),
  });
  const read = [{ name: "job", rw: "randread", bs_bytes: 4096, iodepth: 32, read: figures }];
  const alone = oneDrive(machine("epyc-nps1"), AXE_MODEL);
  await uploadRun({ host: "axe-drive", fio: fioDocument(read, startedAt), startedAt, machine: alone });
});

interface PageToLookAt {
  /** Known when the runs are stored. */
  address: () => string;
  heading: string | RegExp;
}

const RUN_TABS = "time latency results purposes datasheet path inventory configuration files history".split(
  " ",
);
const HOST_TABS = "purposes changes hardware setup support".split(" ");

const PAGES: Record<string, PageToLookAt> = {
  today: { address: () => "/today?days=30", heading: "Today" },
  "run history": { address: () => "/runs?host=axe", heading: "Run history" },
  "run page": { address: () => `/runs/${runId}`, heading: /^Random read and write 4\sKiB, QD 1 · axe$/ },
  "run with machine and samples": {
    address: () => `/runs/${measured.id}`,
    heading: /^Random read and write 4\sKiB/,
  },
  explore: {
    address: () => "/explore?x=numa.local&metric=bw_bytes_per_s&host=axe-epyc",
    heading: "Explore",
  },
  "explore to be chosen": { address: () => "/explore", heading: "Explore" },
  "shared links": { address: () => "/shares", heading: "Shared links" },
  "deleted runs": { address: () => "/trash", heading: "Deleted runs" },
  comparison: {
    address: () =>
      `/compare?${new URLSearchParams({ base: `run=${older.id}`, new: `run=${measured.id}` }).toString()}`,
    heading: / vs\. /,
  },
  "comparison to be chosen": { address: () => "/compare", heading: "Compare" },
  import: { address: () => "/import", heading: "Import results" },
  hosts: { address: () => "/hosts", heading: "Hosts" },
  schedules: { address: () => "/schedules", heading: "Schedules" },
  fleet: { address: () => "/fleet", heading: "Drives" },
  changes: { address: () => "/changes?state=any", heading: "Changes" },
  events: { address: () => "/events?state=any&gone=shown", heading: "Health and missing runs" },
  "drive models": { address: () => "/models", heading: "Drive models" },
  datasheets: { address: () => "/datasheets", heading: "Datasheets" },
  "one datasheet": { address: () => "/datasheets/intel-dc-p3700-400-gb", heading: /P3700/ },
  "one drive model": {
    address: () => `/models/${createHash("md5").update(AXE_MODEL).digest("hex")}`,
    heading: AXE_MODEL,
  },
  "host page": {
    address: () => `/hosts/${measured.hostId}?changes=${measured.inventoryId}`,
    heading: "axe-epyc",
  },
  "difference of inventories": {
    address: () => `/inventories/${older.inventoryId}/diff/${measured.inventoryId}`,
    heading: "Differences between two inventories",
  },
  batch: { address: () => `/batches/${BATCH}`, heading: "axe" },
  settings: { address: () => "/settings/tokens", heading: "Settings" },
  account: { address: () => "/settings/account", heading: "Settings" },
  people: { address: () => "/settings/people", heading: "Settings" },
  "audit log": { address: () => "/settings/audit", heading: "Settings" },
  notifications: { address: () => "/settings/notifications", heading: "Settings" },
  references: { address: () => "/settings/references", heading: "Settings" },
  join: { address: () => "/join#code=x", heading: /^Join/ },
  "sign-in": { address: () => "/login", heading: "Sign in" },
  "unknown address": { address: () => "/nowhere", heading: "Page not found" },
  "missing run": {
    address: () => "/runs/01a1fe66-0000-7000-8000-000000000000",
    heading: "Not found",
  },
  ...Object.fromEntries(
    RUN_TABS.map((tab) => [
      `${tab} of a run`,
      { address: () => `/runs/${measured.id}#${tab}`, heading: /^Random read and write 4\sKiB/ },
    ]),
  ),
  ...Object.fromEntries(
    HOST_TABS.map((tab) => [
      `${tab} of a host`,
      { address: () => `/hosts/${measured.hostId}#${tab}`, heading: "axe-epyc" },
    ]),
  ),
};

/** Opens a page and waits for all of it. */
async function open(page: Page, { address, heading }: PageToLookAt) {
  await page.goto(address());
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading);
  await isWhole(page);
}

/** Returns what is wrong with the page as it is shown, each fault with where it is. */
async function findFaults(page: Page, where: string, rules: string[] = []): Promise<string[]> {
  const check = axe(page);
  if (rules.length > 0) check.withRules(rules);
  const { violations } = await check.analyze();
  const faults = violations.map(
    ({ id, nodes }) => `${where}: ${id}: ${nodes.map((node) => node.target).join(" | ")}`,
  );
  // Nothing makes the page itself scroll sideways.
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return overflow > 0 ? [...faults, `${where}: ${overflow} px too wide`] : faults;
}

/** Below this a browser calls a page good (0.1) five times over: nothing moves what is being read. */
const MAX_SHIFT = 0.02;

/** By day the list, the figures and charts of a run, the tables of a comparison, and an error. */
const KINDS = ["run history", "run with machine and samples", "comparison", "missing run"];

test("a page of each kind has its heading, no accessibility fault, and keeps its policy", async ({
  page,
}) => {
  test.setTimeout(300_000);
  const refusals = await refusalsOf(page);
  const shifts = await watchShifts(page);
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const faults: string[] = [];
  for (const [name, shown] of Object.entries(PAGES).filter(([name]) => KINDS.includes(name))) {
    await test.step(name, async () => {
      await open(page, shown);
      const shift = await shifts();
      if (shift > MAX_SHIFT) faults.push(`${name}: moved by ${shift}`);
      faults.push(...(await findFaults(page, name)));
    });
  }
  expect(faults).toEqual([]);
  expect(refusals).toEqual([]);
});

for (const [name, shown] of Object.entries(PAGES)) {
  test(`${name} has no accessibility fault and keeps its policy, wide or narrow, light or dark`, {
    tag: "@nightly",
  }, async ({ page }) => {
    // The check itself takes its time on a page of many charts.
    test.slow();
    const refusals = await refusalsOf(page);
    await open(page, shown);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
      for (const width of [1440, 390]) {
        await page.setViewportSize({ width, height: 900 });
        // All else is the same in both schemes, and was looked at in the light one.
        const rules = colorScheme === "dark" ? ["color-contrast", "link-in-text-block"] : [];
        expect(await findFaults(page, `${width}, ${colorScheme}`, rules)).toEqual([]);
      }
    }
    expect(refusals).toEqual([]);
  });
}

/** What has its page only after more than one run; their component tests look at them. */
const NOT_STORED = ["/changes/$id", "/request-groups/$id", "/requests/$id", "/series/$id"];

test("a page that nobody added above has no accessibility fault either", { tag: "@nightly" }, async ({
  page,
}) => {
  const listed = Object.values(PAGES).map(({ address }) => address());
  const ids = { runs: measured.id, hosts: measured.hostId, batches: BATCH };
  const { addresses, unknown } = findOtherPages(listed, ids);
  expect(unknown.filter((path) => !NOT_STORED.includes(path))).toEqual([]);
  for (const address of addresses) {
    await open(page, { address: () => address, heading: /^(?!Not found|Page not found)/ });
    expect(await findFaults(page, address)).toEqual([]);
  }
});

for (const width of [1440, 390])
  test(`no page moves what is being read, ${width} wide`, { tag: "@nightly" }, async ({ page }) => {
    test.setTimeout(300_000);
    const shifts = await watchShifts(page);
    await page.setViewportSize({ width, height: 900 });
    const moved: string[] = [];
    for (const [name, shown] of Object.entries(PAGES)) {
      // A tab is opened from elsewhere, or the page would stay as it is.
      await page.goto("about:blank");
      await open(page, shown);
      const shift = await shifts();
      if (shift > MAX_SHIFT) moved.push(`${name}: ${shift}`);
    }
    expect(moved).toEqual([]);
  });

test("dialogs and menus have no accessibility fault", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${runId}`);
  await page.getByRole("button", { name: "Edit" }).click();
  await expect(page.getByRole("dialog", { name: "Edit run" })).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
  await page.keyboard.press("Escape");
  const parts = page.getByRole("navigation", { name: "Parts of this run" });
  await parts.getByRole("link", { name: "Latency" }).click();
  await page.getByRole("button", { name: "Download Completion latency by percentile" }).click();
  await expect(page.getByRole("menu")).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("the drawer of filters has no accessibility fault on a phone", { tag: "@nightly" }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/runs");
  await page.getByRole("button", { name: "Filters" }).click();
  const drawer = page.getByRole("dialog", { name: "Filters" });
  await expect(drawer.getByRole("button", { name: /^Host/ })).toBeVisible();
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("the first tab stop skips the navigation", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/runs?host=axe");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("Tab");
  const skip = page.getByRole("button", { name: "Skip to content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page).toHaveURL(/\/runs\?host=axe$/);
});

test("a run is opened and its chart read by keyboard alone", { tag: "@nightly" }, async ({ page }) => {
  await page.goto("/runs?host=axe");
  await page.getByRole("row").nth(1).getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect(page).toHaveTitle("Random read and write 4\u00a0KiB, QD 1 · axe · fioboard");

  await page.keyboard.press("3");
  await expect(page).toHaveURL(/#latency$/);
  const frame = page.getByTestId("chart-latency-percentiles");
  await expect(frame.locator("[data-ready]")).toBeVisible();
  await frame.getByRole("application").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await expect(frame.getByRole("status")).toHaveText(/^p70: read 111\sµs, write 111\sµs$/);
});

test("a line is switched off and on by its legend button", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${runId}#latency`);
  const frame = page.getByTestId("chart-latency-percentiles");
  const lines = frame.locator(".recharts-line-curve");
  await expect(lines).toHaveCount(2);
  await frame.getByRole("button", { name: "write" }).click();
  await expect(frame.getByRole("button", { name: "write" })).toHaveAttribute("aria-pressed", "false");
  await expect(lines).toHaveCount(1);
});

test("on a phone the navigation is a drawer that gives the focus back", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/runs?host=axe");
  const open = page.getByRole("button", { name: "Open navigation" });
  await open.click();
  await expect(page.getByRole("dialog", { name: "Navigation" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(open).toBeFocused();
  await open.click();
  await page.getByRole("dialog").getByRole("link", { name: "Hosts" }).click();
  await expect(page).toHaveURL(/\/hosts$/);
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("j and k walk the history row by row, x ticks, and each row is read out", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/runs?host=axe&host=axe-epyc");
  await expect(page.getByRole("row").nth(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("row").nth(1)).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("row").nth(2)).toBeFocused();
  await page.keyboard.press("k");
  await expect(page.getByRole("row").nth(1)).toBeFocused();
  await page.goto("/runs?host=axe");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("row").nth(1)).toHaveAttribute("aria-selected", "true");
  expect((await axe(page).analyze()).violations).toEqual([]);
});

test("what the search box suggests is counted aloud and reached by the arrows", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/runs?host=axe");
  await expect(page.getByRole("row")).toHaveCount(2);
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Search runs" });
  await expect(box).toBeFocused();
  await page.keyboard.type("bs");
  await expect(page.getByText(/^\d+ suggestions?$/)).toHaveAttribute("aria-live", "polite");
  await page.keyboard.press("ArrowDown");
  const option = await box.getAttribute("aria-activedescendant");
  await expect(page.locator(`[id="${option}"]`)).toHaveRole("option");
});

test("a dialog out of a menu gives the focus back to the menu's button", { tag: "@nightly" }, async ({
  page,
}) => {
  const made = await page.request.post("/api/v1/shares", {
    headers: { origin: new URL(stack().url).origin },
    data: {
      kind: "run",
      spec: { run_id: runId },
      expires_at: new Date(Date.now() + 864e5).toISOString(),
      label: "axe",
    },
  });
  expect(made.status()).toBe(201);
  await page.goto("/shares");
  const actions = page.getByRole("button", { name: /^Actions for/ }).first();
  for (const way of ["Escape", "Close"]) {
    await actions.click();
    await page.getByRole("menuitem", { name: "Access log…" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    if (way === "Escape") await page.keyboard.press("Escape");
    else await dialog.getByRole("button", { name: "Close" }).click();
    await expect(actions).toBeFocused();
  }
});
