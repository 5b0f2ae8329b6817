/** A job, and each step of a suite, that two hosts start at one moment: two real agents, each in a network of its own, with real fio. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { LiveFrame, RequestGroup } from "../src/api/types.ts";
import { AGENT } from "./agent.ts";
import { axe } from "./axe.ts";
import { expect, stack, test } from "./stack.ts";

const folder = mkdtempSync(join(tmpdir(), "fioboard-together-e2e-"));
const SECONDS = 25;
// What a loaded machine that tests may add to the 100 ms of an idle network.
const MAX_SKEW_MS = 1000;
const JOB = `[nightly]\nrw=randread\nbs=4k\nsize=16m\nioengine=libaio\niodepth=4\ndirect=1\ntime_based=1\nruntime=${SECONDS}\n`;
const QUICK = ["seq-read-1m", "seq-write-1m", "rand-read-4k", "rand-write-4k"];
const servers: Server[] = [];
const serving: ChildProcess[] = [];

interface Host {
  name: string;
  namespace: string;
  /** Of the service, as the host reaches it. */
  url: string;
  bench: string;
}

function ip(...args: string[]): void {
  const { status, stderr } = spawnSync("ip", args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`ip ${args.join(" ")}: ${stderr}`);
}

const canIsolate =
  process.getuid?.() === 0 && spawnSync("unshare", ["--net", "--mount", "--uts", "true"]).status === 0;
test.skip(!canIsolate, "networks and names of their own need root");

test.afterAll(async () => {
  for (const process of serving.filter(({ exitCode }) => exitCode === null)) {
    const ended = once(process, "exit");
    process.kill("SIGTERM");
    await ended;
  }
  for (const server of servers) server.close();
  for (const name of ["saturn", "moon"]) spawnSync("ip", ["netns", "delete", `fbe2e-${name}`]);
  rmSync(folder, { recursive: true, force: true });
});

/** A host behind a cable of its own, with a name and a machine id that are not this machine's. */
async function addHost(name: string, number: number): Promise<Host> {
  const [namespace, near, address] = [`fbe2e-${name}`, `fbe2e${number}`, `10.213.${number}.1`];
  ip("netns", "add", namespace);
  ip("link", "add", near, "type", "veth", "peer", "name", "eth0", "netns", namespace);
  ip("addr", "add", `${address}/24`, "dev", near);
  ip("link", "set", near, "up");
  ip("-n", namespace, "addr", "add", `10.213.${number}.2/24`, "dev", "eth0");
  ip("-n", namespace, "link", "set", "eth0", "up");
  const bench = join(folder, name, "bench");
  mkdirSync(bench, { recursive: true });
  writeFileSync(join(folder, name, "machine-id"), `${String(number).repeat(32)}\n`);
  writeFileSync(join(folder, name, "nightly.fio"), `${JOB}directory=${bench}\n`, { mode: 0o600 });
  const job = `[[job]]\nname = "nightly"\nfile = "${join(folder, name, "nightly.fio")}"\n`;
  const target = `suites = ["quick"]\n[[target]]\nfolder = "${bench}"\nsize = "16m"\nkeep_free = "1m"\n`;
  writeFileSync(join(folder, name, "serve.toml"), target + job, { mode: 0o600 });
  const { hostname, port } = new URL(stack().url);
  const server = createServer((one) => {
    const other = connect(Number(port), hostname);
    one.pipe(other).pipe(one);
    for (const socket of [one, other]) socket.on("error", () => one.destroy() && other.destroy());
  });
  server.listen(0, address);
  await once(server, "listening");
  servers.push(server);
  const bound = server.address();
  if (bound === null || typeof bound === "string") throw new Error("no port");
  return { name, namespace, url: `http://${address}:${bound.port}`, bench };
}

function startAgent({ name, namespace }: Host, ...args: string[]): ChildProcess {
  const own = join(folder, name);
  const inside = `hostname ${name}; mount --bind ${join(own, "machine-id")} /etc/machine-id; exec "$@"`;
  const isolated = ["netns", "exec", namespace, "unshare", "--mount", "--uts", "bash", "-c", inside, "--"];
  return spawn("ip", [...isolated, "python3", AGENT, ...args], {
    env: {
      ...process.env,
      FIOBOARD_AGENT_STATE: join(own, "state"),
      FIOBOARD_AGENT_CONFIG: join(own, "config.json"),
      FIOBOARD_AGENT_LOCK: join(own, "lock"),
    },
    stdio: "ignore",
  });
}

/** Asks both hosts for a test, on the page of the first. */
async function measure(page: Page, hosts: readonly Host[], name: string, runtime = ""): Promise<void> {
  await page.goto("/hosts");
  await page.getByRole("link", { name: "saturn", exact: true }).first().click();
  await page.getByRole("link", { name: "Measure and schedule" }).click();
  const form = page.getByRole("form", { name: "Measure" });
  const companion = form.getByLabel(`moon on ${hosts[1]?.bench}`);
  await expect(async () => {
    await page.reload();
    await form.getByLabel("Test").selectOption({ label: name });
    await expect(companion).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await form.getByLabel("Runtime per step").fill(runtime);
  await companion.check();
  await form.getByRole("button", { name: "Measure" }).click();
  await expect(page).toHaveURL(/\/request-groups\//);
}

async function expectSound(page: Page): Promise<void> {
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 });
    expect((await axe(page).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html])).toEqual([]);
    // Tables scroll in themselves; the page does not.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
}

async function get<T>(path: string): Promise<T> {
  const { url, token } = stack();
  const answer = await fetch(`${url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  return (await answer.json()) as T;
}

const SHOWN_TOTALS = 4;
// Three digits are shown.
const ROUNDED = 0.006;
const STEPS: Record<string, number> = { "": 1, k: 1e3, M: 1e6 };

/** The live total is the sum of what each host measured of the same second, and is marked while a host is silent. */
async function expectLiveTotal(page: Page, { silence, resume }: Record<"silence" | "resume", () => void>) {
  const { hosts } = await get<RequestGroup>(new URL(page.url()).pathname);
  const region = page.getByRole("region", { name: "Live total" });
  const measured = hosts.map(() => new Map<number, number>());
  const read = async () => {
    const text = (await region.textContent()) ?? "";
    for (const [at, { request }] of hosts.entries()) {
      const { samples } = await get<LiveFrame>(`/requests/${request.id}/samples`);
      for (const one of samples)
        if (one.read_iops !== null) measured[at]?.set(Date.parse(one.at), one.read_iops);
    }
    const [, number = "", step = ""] = /Read IOPS\s*([\d.]+)(k|M)?/.exec(text) ?? [];
    return { text, iops: Number(number) * (STEPS[step] ?? Number.NaN) };
  };
  const isClose = (one: number, other: number) => Math.abs(one - other) / other < ROUNDED;
  await expect(region.getByText("Sum of 2 hosts, in the same second")).toBeVisible({ timeout: 60_000 });
  const shown = new Set<number>();
  await expect(async () => {
    const { text, iops } = await read();
    expect(text).toContain("Sum of 2 hosts");
    shown.add(iops);
    expect(shown.size).toBeGreaterThanOrEqual(SHOWN_TOTALS);
  }).toPass();
  const [first = new Map<number, number>(), second = new Map<number, number>()] = measured;
  const sums = [...first].flatMap(([at, one]) =>
    [...second].flatMap(([when, other]) => (Math.abs(at - when) < 1500 ? [one + other] : [])),
  );
  for (const iops of shown)
    expect(
      sums.some((sum) => isClose(iops, sum)),
      `${iops} of ${sums.join(", ")}`,
    ).toBe(true);

  silence();
  await expect(region.getByText("1 of 2 hosts")).toBeVisible();
  await expect(async () => {
    const { text, iops } = await read();
    expect(text).toContain("1 of 2 hosts");
    expect(measured.some((host) => [...host.values()].some((one) => isClose(iops, one)))).toBe(true);
  }).toPass();
  resume();
}

/** What the service says of the group that is shown; both hosts started each step close together. */
async function readSteps(page: Page): Promise<RequestGroup["steps"]> {
  const { steps } = await get<RequestGroup>(new URL(page.url()).pathname);
  for (const { step, start_skew_ms: skew, start_skew_uncertainty_ms: uncertainty, total_hosts } of steps) {
    test.info().annotations.push({
      type: "start skew",
      description: `step ${step}: ${skew} ms ± ${uncertainty} ms`,
    });
    expect(skew ?? MAX_SKEW_MS).toBeLessThan(MAX_SKEW_MS);
    expect(total_hosts).toBe(2);
  }
  return steps;
}

test("two hosts start a job and a suite together and are added up", { tag: "@nightly" }, async ({ page }) => {
  test.setTimeout(300_000);
  const hosts = [await addHost("saturn", 1), await addHost("moon", 2)];
  for (const host of hosts) {
    await page.goto("/hosts");
    await page.getByRole("button", { name: "Add a host" }).first().click();
    await page.getByRole("button", { name: "Show the install command" }).click();
    const [, code = ""] = /--code (\w+)/.exec((await page.getByText(/--code /).textContent()) ?? "") ?? [];
    const enrolling = ["enrol", "--new", "--allow-http", "--server", host.url, "--code", code];
    const [status] = await once(startAgent(host, ...enrolling), "exit");
    expect(status).toBe(0);
    serving.push(startAgent(host, "serve", "--list", join(folder, host.name, "serve.toml")));
  }
  await measure(page, hosts, "Job nightly");
  await expect(page).toHaveURL(/\/request-groups\//);
  await expect(page.getByRole("heading", { level: 1, name: "nightly on 2 hosts" })).toBeVisible();
  const [, moon] = serving;
  // Its fio goes on meanwhile.
  await expectLiveTotal(page, { silence: () => moon?.kill("SIGSTOP"), resume: () => moon?.kill("SIGCONT") });
  const total = page.getByRole("region", { name: "Total: Reads" });
  await expect(total).toBeVisible({ timeout: 120_000 });
  await expect(total.getByText(/I\/Os, from fio’s bins merged over these hosts$/)).toBeVisible();
  await expect(page.getByText(/^Start skew .* ± /)).toBeVisible();
  await expect(page.getByRole("region", { name: /^Storage stack: (saturn|moon)$/ })).toHaveCount(2);

  await expectSound(page);

  const [step] = await readSteps(page);
  if (step === undefined) throw new Error("no step");
  expect(step.totals[0]?.rates.reason).toBeNull();
  const window = Date.parse(step.window_to ?? "") - Date.parse(step.window_from ?? "");
  expect(window).toBeGreaterThan(1000 * SECONDS - 2 * MAX_SKEW_MS);
  // The runs' own pages say what each host did in all of its time.
  const alone = await Promise.all(
    step.hosts.map(async ({ run_id: runId }) => {
      const run = await get<{ results: { bw_bytes_per_s: number }[] }>(`/runs/${runId}`);
      return run.results[0]?.bw_bytes_per_s ?? Number.NaN;
    }),
  );
  const sum = alone.reduce((whole, one) => whole + one, 0);
  expect(Math.abs((step.totals[0]?.rates.bw_bytes_per_s ?? 0) - sum) / sum).toBeLessThan(0.15);

  await measure(page, hosts, "Suite quick", "3");
  await expect(page.getByRole("heading", { level: 1, name: "quick on 2 hosts" })).toBeVisible();
  const rows = page.getByRole("table", { name: "Steps" }).getByRole("row");
  await expect(rows.filter({ hasText: "2 of 2" })).toHaveCount(4, { timeout: 120_000 });
  await page.getByRole("button", { name: "3. rand-read-4k" }).click();
  await expect(page.getByRole("region", { name: "Total: Reads, 3. rand-read-4k" })).toBeVisible();
  await expectSound(page);
  const steps = await readSteps(page);
  expect(steps.map(({ workload }) => workload)).toEqual(QUICK);
  for (const { totals } of steps) expect(totals[0]?.rates.reason).toBeNull();
});
