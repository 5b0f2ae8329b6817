/** A measurement asked for on a host's page: real agent, real fio, from the button to the results. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { AGENT, benchOf } from "./agent.ts";
import { expect, stack, test } from "./stack.ts";

const { folder, bench, environment, remove } = benchOf("measure");
let serving: ChildProcess | undefined;

// Only root's list may say what is started.
test.skip(process.getuid?.() !== 0, "serve takes a list that belongs to root, and this user is not root");

test.afterAll(async () => {
  if (serving?.exitCode === null) {
    const ended = once(serving, "exit");
    serving.kill("SIGTERM");
    await ended;
  }
  remove();
});

function startAgent(...args: string[]): ChildProcess {
  return spawn("python3", [AGENT, ...args], { env: environment(), stdio: "ignore" });
}

test("a suite is started from the host's page, watched while it runs, and its results opened", {
  tag: "@nightly",
}, async ({ page }) => {
  test.setTimeout(120_000);
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
  await form.getByLabel("Runtime per step (s)").fill("3");
  await form.getByRole("button", { name: "Measure" }).click();

  await expect(page).toHaveURL(/\/requests\//);
  await expect(page.getByRole("heading", { level: 1, name: `quick on ${bench}` })).toBeVisible();
  await expect(page.getByText(/elapsed, .* left/)).toBeVisible({ timeout: 30_000 });
  await expect(page.getByTestId("chart-live").locator("[data-ready]")).toBeVisible({ timeout: 60_000 });
  await page.getByRole("link", { name: "Open results", exact: true }).click({ timeout: 90_000 });
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
