/**
 * The wheel in an empty environment: it serves, its own agent measures with real fio, and the page shows the run.
 */
import { execFile } from "node:child_process";
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

test.beforeAll(async () => {
  test.setTimeout(320_000);
  ({ stack, stop } = await start(["--wheel"]));
});

test.afterAll(async () => {
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

test("what the wheel's agent measured is on the wheel's page", { tag: "@nightly" }, async ({ page }) => {
  const installer = join(folder, "install.sh");
  const answer = await fetch(`${stack.url}/install.sh`);
  writeFileSync(installer, await answer.text());
  await run("sh", [installer, "--no-timer", "--dir", folder]);
  const agent = join(folder, "fioboard-agent");
  expect(existsSync(agent)).toBe(true);

  const token = join(folder, "token");
  writeFileSync(token, stack.token, { mode: 0o600 });
  const bench = join(folder, "bench");
  mkdirSync(bench);
  const job = ["--name=wheel", "--rw=randread", "--bs=4k", "--size=4m", "--time_based", "--runtime=1"];
  const { stdout } = await run(
    "python3",
    [agent, "run", "--title", "by the wheel", "--keep-free", "1m", "--server", stack.url].concat(
      ["--token-file", token, "--"],
      job,
      [`--directory=${bench}`],
    ),
    {
      env: {
        ...process.env,
        FIOBOARD_AGENT_STATE: join(folder, "state"),
        FIOBOARD_AGENT_CONFIG: join(folder, "config.json"),
        FIOBOARD_AGENT_LOCK: join(folder, "lock"),
      },
    },
  );
  const [address = ""] = /http\S+\/runs\/\S+/.exec(stdout) ?? [];
  expect(address).toContain(stack.url);

  await page.goto(stack.login_link);
  await page.waitForURL("**/runs");
  await expect(page.getByText(/^1 run$/)).toBeVisible();
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("by the wheel");
});
