/**
 * The wheel in an empty environment: it serves, its own agent measures with real fio, and the pages show it, also live.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { type Stack, start } from "./start-stack.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "fioboard-wheel-e2e-"));
let stack: Stack;
let stop: () => Promise<void> = async () => undefined;

let serving: ChildProcess | undefined;
const agent = join(folder, "fioboard-agent");
const bench = join(folder, "bench");
const environment = {
  ...process.env,
  FIOBOARD_AGENT_STATE: join(folder, "state"),
  FIOBOARD_AGENT_CONFIG: join(folder, "config.json"),
  FIOBOARD_AGENT_LOCK: join(folder, "lock"),
};

test.beforeAll(async () => {
  test.setTimeout(320_000);
  ({ stack, stop } = await start(["--wheel"]));
  const installer = join(folder, "install.sh");
  const answer = await fetch(`${stack.url}/install.sh`);
  writeFileSync(installer, await answer.text());
  await run("sh", [installer, "--no-timer", "--dir", folder]);
  mkdirSync(bench);
});

test.afterAll(async () => {
  if (serving?.exitCode === null) {
    const ended = once(serving, "exit");
    serving.kill("SIGTERM");
    await ended;
  }
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

/** What the wheel's agent printed. */
async function runAgent(...args: string[]): Promise<string> {
  return (await run("python3", [agent, ...args], { env: environment })).stdout;
}

test("what the wheel's agent measured is on the wheel's page, and is run again from there and watched", {
  tag: "@nightly",
}, async ({ page }) => {
  test.setTimeout(180_000);
  expect(existsSync(agent)).toBe(true);
  await page.goto(stack.login_link);
  await page.waitForURL("**/runs");
  await page.goto(`${stack.url}/hosts`);
  await page.getByRole("button", { name: "Add a host" }).first().click();
  await page.getByRole("button", { name: "Show the install command" }).click();
  const [, code = ""] = /--code (\w+)/.exec((await page.getByText(/--code /).textContent()) ?? "") ?? [];
  await runAgent("enrol", "--server", stack.url, "--code", code);

  const job = ["--name=wheel", "--rw=randread", "--bs=4k", "--size=4m", "--time_based", "--runtime=1"];
  const printed = await runAgent(
    ...["run", "--title", "by the wheel", "--keep-free", "1m", "--"],
    ...[...job, `--directory=${bench}`],
  );
  const [address = ""] = /http\S+\/runs\/\S+/.exec(printed) ?? [];
  expect(address).toContain(stack.url);
  await page.goto(`${stack.url}/runs`);
  await expect(page.getByText(/^1 run$/)).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("by the wheel");

  // Only root's list may say what is started.
  test.skip(process.getuid?.() !== 0, "serve takes a list that belongs to root, and this user is not root");
  const grid = ["--rw", "randread", "--bs", "4k,8k", "--iodepth", "1,4", "--runtime", "3", "--size", "16m"];
  const swept = await runAgent("suite", "sweep", "--target", bench, "--keep-free", "1m", ...grid);
  const [batch = ""] = /http\S+\/batches\/\S+/.exec(swept) ?? [];
  const list = join(folder, "serve.toml");
  const target = `[[target]]\nfolder = "${bench}"\nsize = "16m"\nkeep_free = "1m"\n`;
  writeFileSync(list, `suites = ["sweep"]\n${target}`, { mode: 0o600 });
  serving = spawn("python3", [agent, "serve", "--list", list], { env: environment, stdio: "ignore" });

  const again = page.getByRole("form", { name: "Run again" });
  await expect(async () => {
    await page.goto(batch);
    await page.getByRole("button", { name: "Run again" }).click();
    await expect(again).toBeVisible({ timeout: 2_000 });
  }).toPass();
  let polls = 0;
  page.on("request", (request) => {
    polls += request.url().includes("/samples") ? 1 : 0;
  });
  const streamed = page.waitForResponse((response) => response.url().endsWith("/live"));
  await again.getByRole("button", { name: "Run again" }).click();
  await expect(page.getByRole("heading", { level: 1, name: `sweep on ${bench}` })).toBeVisible();
  expect((await streamed).headers()["content-type"]).toContain("text/event-stream");
  await expect(page.getByTestId("chart-live").locator("[data-ready]")).toBeVisible({ timeout: 60_000 });
  const results = page.getByRole("link", { name: "Open results", exact: true });
  await results.waitFor({ timeout: 90_000 });
  expect(polls).toBe(0);
  await results.click();
  // The same four points as of the one that was run by hand.
  await expect(page.getByRole("link", { name: "Compare with previous" })).toBeVisible();
  await expect(page.getByText(/4 steps|4 runs/).first()).toBeVisible();
});
