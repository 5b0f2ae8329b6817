/** A finding of a run, tried by the agent with real fio, and what the run's page then says of it. */
import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, stack, test } from "./stack.ts";

const AGENT = fileURLToPath(new URL("../../agent/dist/agent.pyz", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "fioboard-confirm-e2e-"));
// So slow that any drive does far more without it, however busy the machine is.
const CAPPED = ["--name=job", "--rw=randread", "--bs=4k", "--size=8m", "--rate_iops=50"];

test.beforeAll(() => {
  mkdirSync(join(folder, "bench"));
  writeFileSync(join(folder, "token"), stack().token, { mode: 0o600 });
});

test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function agent(words: string[], fio: string[] = []): Promise<{ stdout: string; stderr: string }> {
  const service = ["--server", stack().url, "--token-file", join(folder, "token"), "--keep-free", "1m"];
  return await promisify(execFile)("python3", [AGENT, ...words, ...service, ...fio], {
    env: {
      ...process.env,
      FIOBOARD_AGENT_STATE: join(folder, "state"),
      FIOBOARD_AGENT_CONFIG: join(folder, "config.json"),
      FIOBOARD_AGENT_LOCK: join(folder, "lock"),
    },
  });
}

test("a capped run is tried without its cap, and its page says confirmed", { tag: "@nightly" }, async ({
  page,
}) => {
  test.setTimeout(180_000);
  const target = `--filename=${join(folder, "bench", "data")}`;
  const run = await agent(["run"], ["--", ...CAPPED, target, "--time_based", "--runtime=2"]);
  const address = /^Stored: (\S+)$/m.exec(run.stdout)?.[1] ?? "";

  await page.goto(address);
  const command = page.getByText(/fioboard-agent confirm [0-9a-f-]{36} \S+/).first();
  await expect(command).toBeVisible();

  const plan = await agent(["confirm", address, "rate-capped", "--dry-run"]);
  expect(plan.stdout).toContain("A: fio --name=job");
  expect(plan.stdout).toMatch(/B: fio .*--rate_iops=0/);

  const tried = await agent(["confirm", address, "rate-capped", "--yes"]);
  expect(tried.stdout.trim().split("\n").at(-1)).toMatch(/^Confirmed: .* 4 runs without, 4 with it\)\. http/);
  expect(tried.stderr).toContain("8 runs in the order ABBAABBA");

  await page.reload();
  const card = page.getByRole("region", { name: "A/B tests" });
  await expect(card.getByText("Confirmed", { exact: true })).toBeVisible();
  await expect(card.getByRole("img", { name: /^without: .*; with: / })).toBeVisible();
  await card.getByRole("link", { name: "its runs" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "confirm rate-capped" })).toBeVisible();
  await expect(page.getByRole("table", { name: "Runs of this batch" }).getByRole("row")).toHaveCount(9);
});
