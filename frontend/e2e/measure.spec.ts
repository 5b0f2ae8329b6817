/** A measurement asked for on a host's page: real agent, real fio, from the button to the results; and a played one. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { LiveFrame, MeasureRequest } from "../src/api/types.ts";
import { AGENT, benchOf } from "./agent.ts";
import { fioDocument } from "./fio-documents.ts";
import { uploadRun } from "./machines.ts";
import { expect, stack, test } from "./stack.ts";

const { folder, bench, environment, remove } = benchOf("measure");
let serving: ChildProcess | undefined;

test.afterAll(async () => {
  if (serving?.exitCode === null) {
    const ended = once(serving, "exit");
    serving.kill("SIGTERM");
    await ended;
  }
  remove();
});

// What a page shows of a lane, and what it says in its place.
const LANES: [RegExp, RegExp][] = [
  [/^Drive (read|write) latency, mean$/, /^No latency: /],
  [/^Drive temperature$/, /^No temperature: /],
  [/^CPU$/, /^No CPU use: /],
];

/** Asks the service by its API, as an admin or as an agent. */
async function ask<T>(path: string, body?: object, token = stack().token, method = "POST"): Promise<T> {
  const answer = await fetch(`${stack().url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { method, body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  // The caller names the shape of the call it makes; a wrong one fails the spec that uses it.
  return (await answer.json()) as T;
}

function startAgent(...args: string[]): ChildProcess {
  return spawn("python3", [AGENT, ...args], { env: environment(), stdio: "ignore" });
}

test("a suite is started from the host's page, watched while it runs, and its results opened", {
  tag: "@nightly",
}, async ({ page }) => {
  // Only root's list may say what is started.
  test.skip(process.getuid?.() !== 0, "serve takes a list that belongs to root, and this user is not root");
  test.setTimeout(240_000);
  await page.goto("/hosts");
  await page.getByRole("button", { name: "Add a host" }).first().click();
  await page.getByRole("button", { name: "Show the install command" }).click();
  const [, code = ""] = /--code (\w+)/.exec((await page.getByText(/--code /).textContent()) ?? "") ?? [];
  const [status] = await once(startAgent("enrol", "--server", stack().url, "--code", code), "exit");
  expect(status).toBe(0);
  const list = join(folder, "serve.toml");
  const target = `[[target]]\nfolder = "${bench}"\nsize = "16m"\nkeep_free = "1m"\n`;
  writeFileSync(list, `suites = ["quick"]\n${target}`, { mode: 0o600 });
  serving = startAgent("serve", "--list", list);

  await page.goto("/hosts");
  await page.getByRole("link", { name: hostname(), exact: true }).first().click();
  await page.getByRole("link", { name: "Measure and schedule" }).click();
  const form = page.getByRole("form", { name: "Measure" });
  await expect(async () => {
    await page.reload();
    await expect(form).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await form.getByLabel("Runtime per step (s)").fill("8");
  await form.getByRole("button", { name: "Measure" }).click();

  await expect(page).toHaveURL(/\/requests\//);
  await expect(page.getByRole("heading", { level: 1, name: `quick on ${bench}` })).toBeVisible();
  await expect(page.getByText(/elapsed, .* left/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByTestId("chart-live").locator("[data-ready]")).toBeVisible({ timeout: 60_000 });
  // They are gone when the request ends.
  const { samples } = await ask<LiveFrame>(`${new URL(page.url()).pathname.slice(1)}/samples`);
  expect(samples.some((one) => (one.read_iops ?? one.write_iops ?? 0) > 0)).toBe(true);
  expect(samples.some((one) => one.cpu_percent !== null)).toBe(true);
  // Each lane has values of this machine, or the page says why not.
  for (const [figure, reason] of LANES)
    await expect(page.getByText(figure).or(page.getByText(reason)).first()).toBeVisible();
  await expect(page.getByText(/^(Read|Write) IOPS$/).first()).toBeVisible();
  await expect(page.getByRole("region", { name: "Checks before the run" })).toContainText(/\d passed/);
  const results = page.getByRole("link", { name: "Open results", exact: true });
  await results.waitFor({ timeout: 120_000 });
  // The stored figures stand where the live ones were.
  await expect(page.getByRole("table", { name: "Runs of this batch" }).getByRole("row")).toHaveCount(5);
  await results.click();
  await expect(page).toHaveURL(/\/batches\//);
  await expect(page.getByRole("heading", { level: 1, name: "quick" })).toBeVisible();

  // The same every weekday, with an alert where it is missing.
  await page.goto("/schedules");
  await page.getByRole("button", { name: "Add schedule…" }).click();
  const timed = page.getByRole("form", { name: "New schedule" });
  await timed.getByLabel("When", { exact: true }).fill("30 2 * * 1-5");
  await expect(
    timed.getByText(/^At 02:30 on Monday through Friday. Next: (\w+ \d+ \w+ 02:30( · )?){5}$/),
  ).toBeVisible();
  await timed.getByLabel(/^Alert when a run is missing/).check();
  await timed.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText(/^At 02:30 on Monday through Friday, .* · alert when missing$/)).toBeVisible();
  await page.goto("/today");
  await expect(page.getByRole("region", { name: "Running now and next" })).toContainText(
    new RegExp(`Next${hostname()}: quick on ${bench}, .* 02:3`),
  );
});

const PLAYED = "played";
const OFFERS = {
  suites: ["quick"],
  jobs: [],
  may_repeat: false,
  targets: [{ name: "/srv/bench", kind: "folder", may_write: true }],
};
// Of the issue; half of the seconds may be later on a machine that is busy.
const MAX_BEHIND_MS = 2000;
const SECONDS = 7;

/** An agent whose every word is the test's. */
async function enrolPlayed(): Promise<(more?: object) => Promise<unknown>> {
  const { code } = await ask<{ code: string }>("enrolments", {});
  const machine = { code, host_id: `${PLAYED}-0000-0000`, host_name: PLAYED, is_new: true };
  const { token } = await ask<{ token: string }>("enrolments/exchange", machine);
  return (more = {}) =>
    ask("agent/poll", { agent_version: "0.3.0", wait_s: 0, offers: OFFERS, ...more }, token);
}

/** What the played agent says of a second; its rate is one that no other second has: 10.1k, 10.2k, … */
function running(id: string, second: number): object {
  const rates = { read_iops: 10_000 + 100 * second, write_iops: null, read_bw: null, write_bw: null };
  const unknown = { read_lat_mean_ns: null, write_lat_mean_ns: null, temperature_c: null, cpu_percent: 5 };
  const samples = [{ at: new Date().toISOString(), step: 1, ...rates, ...unknown }];
  const progress = { step: 1, steps: 1, workload: "randread", elapsed_s: second, left_s: 60 };
  return { running: { request_id: id, ...progress, samples } };
}

/** How long after the word of its host a page shows it. */
async function waitForRate(page: Page, second: number, saidAt: number): Promise<number> {
  await expect(page.getByText(`10.${second}k`, { exact: true })).toBeVisible();
  return Date.now() - saidAt;
}

test("a page follows at most 2 s behind, also without a stream, and goes on when its host returns", {
  tag: "@nightly",
}, async ({ page, context }) => {
  const poll = await enrolPlayed();
  await poll();
  const offers = await ask<{ items: { host_id: string; host_name: string }[] }>("offers");
  const hostId = offers.items.find((one) => one.host_name === PLAYED)?.host_id;
  const wanted = { host_id: hostId, kind: "suite", name: "quick", target: "/srv/bench" };
  const { id } = await ask<MeasureRequest>("requests", wanted);
  const held = await context.newPage();
  // A proxy that passes nothing of a stream on.
  await held.route("**/live", () => {});
  const pages = [page, held];
  const polls = new Map(pages.map((one) => [one, 0]));
  for (const one of pages) {
    one.on("request", (request) => {
      if (request.url().includes("/samples")) polls.set(one, (polls.get(one) ?? 0) + 1);
    });
    await one.goto(`/requests/${id}`);
    await expect(one.getByText("Queued", { exact: true })).toBeVisible();
  }
  // It ends without its host, which had begun it and returns.
  await ask(`requests/${id}`, {}, stack().token, "DELETE");
  for (const one of pages) await expect(one.getByText("Cancelled", { exact: true })).toBeVisible();
  await poll(running(id, 0));
  for (const one of pages) await waitForRate(one, 0, 0);

  const behind: number[][] = [];
  for (let second = 1; second <= SECONDS; second += 1) {
    await poll(running(id, second));
    const saidAt = Date.now();
    behind.push(await Promise.all(pages.map((one) => waitForRate(one, second, saidAt))));
    // The next second of the host.
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 + saidAt - Date.now())));
  }
  for (const [at, name] of ["by its stream", "by polling"].entries()) {
    const late = behind.map((one) => one[at] ?? Number.NaN).toSorted((a, b) => a - b);
    test.info().annotations.push({ type: `behind ${name}`, description: `${late.join(", ")} ms` });
    expect(late[SECONDS >> 1]).toBeLessThan(MAX_BEHIND_MS);
  }
  expect(polls.get(held)).toBeGreaterThan(polls.get(page) ?? 0);

  // Its results come later than its end.
  await poll({ reports: [{ request_id: id, state: "done" }] });
  for (const one of pages) {
    await expect(one.getByText("Done", { exact: true })).toBeVisible();
    await expect(one.getByRole("link", { name: "Open results" })).toHaveCount(0);
  }
  const startedAt = new Date("2026-11-20T10:00:00Z");
  const job = { name: "job", rw: "randread", bs_bytes: 4096, iodepth: 32, ioengine: "io_uring" };
  const fio = fioDocument([{ ...job, read: { iops: 10_000, clat_ns: 99_840 } }], startedAt);
  await uploadRun({ host: PLAYED, startedAt, fio, batch: { id, name: "quick", step: 1, steps: 1 } });
  for (const one of pages) await expect(one.getByRole("link", { name: "Open results" })).toBeVisible();
  await held.close();
});
