/** Starts the real service with an empty database, signs in once, stops it at the end. */
import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { chromium, type FullConfig } from "@playwright/test";
import type { Stack } from "./stack.ts";

const checkout = fileURLToPath(new URL("../../", import.meta.url));
/** Only a bound: shared cores may be busy with other suites. */
const READY_MS = 300_000;

export default async function startStack(config: FullConfig) {
  const folder = mkdtempSync(join(tmpdir(), "fioboard-e2e-"));
  const demo = process.env["FIOBOARD_E2E_DEMO"] === undefined ? [] : ["--demo"];
  const { stack, stop } = await start(demo);
  process.env["FIOBOARD_E2E"] = JSON.stringify(stack);
  process.env["FIOBOARD_E2E_STATE"] = await signIn(stack, join(folder, "state.json"), config);
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}

/** A service of its own, by e2e_stack.py with these arguments. */
export async function start(given: string[]): Promise<{ stack: Stack; stop: () => Promise<void> }> {
  const python = join(checkout, "backend/.venv/bin/python");
  if (!existsSync(python)) throw new Error("the Python environment is missing: run `make setup`");
  const child = spawn(python, ["backend/scripts/e2e_stack.py", ...given], {
    cwd: checkout,
    stdio: ["pipe", "pipe", process.env["FIOBOARD_E2E_LOG"] === undefined ? "ignore" : "inherit"],
  });
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const line = new Promise<string>((resolve) => createInterface(child.stdout).once("line", resolve));
  const timer = setTimeout(() => child.kill(), READY_MS);
  const first = await Promise.race([line, ended]);
  clearTimeout(timer);
  if (typeof first !== "string") {
    throw new Error(`the service did not start (exit code ${first}); FIOBOARD_E2E_LOG=1 shows its log`);
  }
  return {
    // The one line that e2e_stack.py promises.
    stack: JSON.parse(first) as Stack,
    stop: async () => {
      // It stays until its standard input closes.
      child.stdin.end();
      await ended;
    },
  };
}

async function signIn(stack: Stack, file: string, config: FullConfig): Promise<string> {
  const { launchOptions } = config.projects[0]?.use ?? {};
  const browser = await chromium.launch(launchOptions ?? {});
  const page = await browser.newPage();
  await page.goto(stack.login_link);
  await page.waitForURL("**/runs");
  if (page.url().includes("code=")) throw new Error("the login code is still in the address");
  await page.context().storageState({ path: file });
  await browser.close();
  return file;
}
