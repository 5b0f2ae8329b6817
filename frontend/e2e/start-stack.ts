/** Starts a real service with a database of its own, and signs a browser in. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { Browser, BrowserContext } from "@playwright/test";

const checkout = fileURLToPath(new URL("../../", import.meta.url));
/** Only a bound: shared cores may be busy with other suites. */
export const READY_MS = 300_000;

export interface Stack {
  url: string;
  /** Works once: the worker's own sign-in uses it. */
  login_link: string;
  /** An API token of scope admin. */
  token: string;
  /** Where its commands find it; null: of the wheel. */
  data_dir: string | null;
}

export type Session = Awaited<ReturnType<BrowserContext["storageState"]>>;

/** Starts a service by e2e_stack.py with these arguments. */
export async function start(given: string[] = []): Promise<{ stack: Stack; stop: () => Promise<void> }> {
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

/** Follows the login link as a person would and returns the cookies that it gave. */
export async function signIn(browser: Browser, stack: Stack): Promise<Session> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(stack.login_link);
  await page.waitForURL("**/runs");
  if (page.url().includes("code=")) throw new Error("the login code is still in the address");
  const session = await context.storageState();
  await context.close();
  return session;
}
