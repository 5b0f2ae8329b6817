/** Runs beside the datasheet of their drive: from the agent's suite and an import to every page that shows it. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, stack, test } from "./stack.ts";

const AGENT = fileURLToPath(new URL("../../agent/dist/agent.pyz", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fioboard-scorecard-e2e-"));
// A failed test starts this file anew: its runs must not stand beside those of the first time.
const HOST = `rated-${process.pid}`;
const MODEL = `ACME ${process.pid} 2TB`;
const TITLE = `Ada's ACME ${process.pid}`;
/** A card of the release: its series prints no queue depth. */
const KNOWN = "INTEL SSDPEDMD020T4";
const runs: string[] = [];

test.slow();

test.beforeAll(async () => {
  mkdirSync(join(folder, "bench"));
  writeFileSync(join(folder, "token"), stack().token, { mode: 0o600 });
  const { url, token } = stack();
  const card = {
    schema: 1,
    id: `acme-${process.pid}`,
    title: TITLE,
    class: "data-centre",
    capacity_bytes: 2_000_000_000_000,
    match: [{ model: MODEL, capacity_bytes: 2_000_000_000_000, basis: "named" }],
    source: [
      {
        key: "ds",
        title: "Ada's datasheet",
        address: "https://example.org/ds.pdf",
        kind: "maker",
        read_at: "2026-11-22",
      },
    ],
    rating: [
      {
        metric: "iops",
        value: 450_000,
        claim: "up to",
        rw: "randread",
        bs_bytes: 4096,
        queue_depth: 128,
        source: "ds",
      },
    ],
  };
  const added = await fetch(`${url}/api/v1/specs`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ card }),
  });
  expect(added.status, await added.text()).toBe(201);
  // Bucket values of fio: 128 in flight, then 16.
  for (const [iops, clat_ns, slot] of [
    [400_000, 317_440, "1"],
    [410_000, 317_440, "1"],
    [100_000, 158_720, "2"],
  ] as const) {
    const startedAt = new Date(Date.UTC(2026, 10, 10 + runs.length, 9));
    const job = { name: "job", rw: "randread", bs_bytes: 4096, iodepth: 128, ioengine: "io_uring" };
    const { id } = await importRun(fioDocument([{ ...job, read: { iops, clat_ns } }], startedAt), {
      host: HOST,
      "label.drive.model": MODEL,
      "label.drive.capacity": "2000000000000",
      "label.target.kind": "disk",
      "label.bay": slot,
    });
    runs.push(id);
  }
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

const comparison = () =>
  `/compare?${new URLSearchParams([
    ["base", `label.bay=1&host=${HOST}`],
    ["new", `label.bay=2&host=${HOST}`],
  ]).toString()}`;

const scores = (page: Page) =>
  page.getByRole("table", { name: "Both sides compared with their drives' ratings" });
const words = async (page: Page) => ((await scores(page).textContent()) ?? "").replaceAll("\u00a0", " ");

/** The link of a share that is made from the page in view. */
async function shared(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share report (snapshot)" });
  await expect(dialog.getByRole("region", { name: "Vendor support checklist" })).toBeVisible({
    timeout: 40_000,
  });
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Link created.")).toBeVisible({ timeout: 40_000 });
  return (await dialog.getByRole("status").locator("code").first().textContent()) ?? "";
}

test("what the agent's suite measured stands beside the datasheet, on batch, run and host", {
  tag: "@nightly",
}, async ({ page }) => {
  test.setTimeout(240_000);
  const options = ["--target", join(folder, "bench"), "--size", "8m", "--runtime", "1", "--keep-free", "1m"];
  const labels = [
    "--label",
    `drive.model=${KNOWN}`,
    "--label",
    "drive.count=1",
    "--label",
    "bench=scorecard",
  ];
  const service = ["--server", stack().url, "--token-file", join(folder, "token")];
  await promisify(execFile)("python3", [AGENT, "suite", "four-corners", ...options, ...labels, ...service], {
    env: {
      ...process.env,
      FIOBOARD_AGENT_STATE: join(folder, "state"),
      FIOBOARD_AGENT_CONFIG: join(folder, "config.json"),
      FIOBOARD_AGENT_LOCK: join(folder, "lock"),
    },
  });
  await page.goto("/runs?label.bench=scorecard");
  await page
    .getByRole("link", { name: /^Batch four-corners/ })
    .first()
    .click();
  const batch = page.getByRole("table", { name: "Runs compared with drive datasheets" });
  await expect(batch).toContainText("Intel SSD DC P3700");
  await batch.getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\//);
  await page
    .getByRole("navigation", { name: "Parts of this run" })
    .getByRole("link", { name: "Datasheet" })
    .click();
  const card = page.getByRole("region", { name: "Datasheet" });
  await expect(card.getByText(/I\/Os in flight|target/).first()).toBeVisible();
  await expect(card.getByText(/Conditions unknown|Not comparable/).first()).toBeVisible();
  // An agent of another test came first: the second host of one name is "NAME (2)".
  const host = new RegExp(`^${hostname().replaceAll(".", "\\.")}( \\(\\d+\\))?$`);
  await page.getByRole("link", { name: host }).first().click();
  await expect(page.getByRole("table", { name: "Compared with the drives' ratings" })).toContainText(
    "Intel SSD DC P3700",
  );
});

test("a comparison shows both sides, and shares of different verdicts are no one number", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto(comparison());
  await expect(scores(page).getByRole("row")).toHaveCount(3);
  const told = await words(page);
  expect(told).toMatch(/89 %\s*89 % to 91 %/);
  expect(told).toContain("≥ 22 %");
  expect(told).toContain(TITLE);
  const [first] = runs;
  await scores(page).getByRole("row").nth(1).getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`/runs/${first}`));
});

test("a host has the best and the latest run of each verdict", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/runs/${runs[0]}`);
  await page.getByRole("link", { name: HOST, exact: true }).first().click();
  const table = page.getByRole("table", { name: "Compared with the drives' ratings" });
  await expect(table).toContainText("Latest (also the highest share)");
  await expect(table).toContainText("Only run");
});

test("a shared comparison has the scorecards without a person's words, on paper, too", {
  tag: "@nightly",
}, async ({ page, browser }) => {
  test.setTimeout(180_000);
  await page.goto(comparison());
  await expect(scores(page)).toBeVisible();
  const link = await shared(page);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const stranger = await context.newPage();
  await stranger.goto(link);
  await stranger.getByText("Compared with the datasheets", { exact: true }).click();
  await expect(scores(stranger).getByRole("row")).toHaveCount(3);
  const told = await words(stranger);
  expect(told).toContain("≥ 22 %");
  expect(told).toContain("Datasheet and source are not shown in this share");
  expect(await stranger.content()).not.toContain("Ada");
  // The short form is two pages without it; the button prints, which ends the form: here it is asked for alone.
  await stranger.evaluate(() => {
    document.documentElement.dataset["paper"] = "long";
  });
  await stranger.emulateMedia({ media: "print" });
  await expect(scores(stranger)).toBeVisible();
  const paper = await stranger.pdf({ format: "A4" });
  expect(paper.subarray(0, 5).toString()).toBe("%PDF-");
  await context.close();
});

test("a shared run opens without a login and has its scorecard", { tag: "@nightly" }, async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000);
  await page.goto(`/runs/${runs[2]}#datasheet`);
  await expect(page.getByRole("region", { name: "Datasheet" }).getByText("At least").first()).toBeVisible();
  const link = await shared(page);
  const context = await browser.newContext({ storageState: { cookies: [], origins: [] } });
  const stranger = await context.newPage();
  await stranger.goto(link);
  const card = stranger.getByRole("region", { name: "Datasheet" });
  await expect(card.getByText("At least", { exact: true })).toBeVisible();
  await expect(card).toContainText("450");
  await context.close();
});
