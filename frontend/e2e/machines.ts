/** Runs as the agent sends them: a real machine's inventory and targets, fio's output, samples over the run. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { stack } from "./stack.ts";
import type { Stack } from "./start-stack.ts";

const folder = new URL("../../agent/tests/data/machines/", import.meta.url);

export interface Machine {
  inventory: Record<string, unknown>;
  targets: unknown[];
  fio_cpus: unknown;
}

/** One of the machines that the agent's tests describe: epyc-nps4, laptop, vm … */
export function machine(name: string): Machine {
  // Written by agent/tests/machine_documents.py; a wrong shape is refused by the service.
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8")) as Machine;
}

/** The machine with drives of a model, and its first drive alone as target. */
export function oneDrive(made: Machine, model: string): Machine {
  const disks = made.inventory["disks"] as Record<string, Record<string, unknown>>;
  const [name = ""] = Object.keys(disks);
  const told = Object.entries(disks).map(([key, disk], i) => [
    key,
    { ...disk, model, serial: `${model} ${i}`, firmware: "1.0" },
  ]);
  const target = {
    path: `/dev/${name}`,
    kind: "disk",
    real_path: `/dev/${name}`,
    filesystem: null,
    network: null,
    reason: null,
    graph: { root: name, nodes: { [name]: { kind: "disk", name, children: [] } } },
    members: [name],
  };
  return { ...made, inventory: { ...made.inventory, disks: Object.fromEntries(told) }, targets: [target] };
}

export interface Upload {
  host: string;
  startedAt: Date;
  fio: unknown;
  machine?: Machine | undefined;
  samples?: unknown;
  batch?: { id: string; name: string; step: number; steps: number };
  labels?: Record<string, string>;
}

export interface StoredRun {
  id: string;
  hostId: string;
  inventoryId: string | null;
}

const MINUTE_MS = 60_000;

/** The same run has the same key: a spec that is tried again does not store its runs twice. */
function keyOf(run: object): string {
  const hex = createHash("sha256").update(JSON.stringify(run)).digest("hex");
  return hex.slice(0, 32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

/** Sends a run to the worker's service, or to another one. */
export async function uploadRun(
  { host, startedAt, fio, machine, samples, batch, labels }: Upload,
  to: Pick<Stack, "url" | "token"> = stack(),
): Promise<StoredRun> {
  const files = [
    { name: "fio.json", kind: "fio_output", body: JSON.stringify(fio) },
    ...(samples === undefined
      ? []
      : [{ name: "samples.json", kind: "samples", body: JSON.stringify(samples) }]),
  ];
  const manifest = {
    schema: 1,
    upload_key: keyOf({ host, startedAt, files, machine, batch, labels }),
    agent: { name: "fioboard-agent", version: "0.1.0" },
    host: { id: `${host}-0000-0000`, name: host },
    started_at: startedAt.toISOString(),
    ended_at: new Date(startedAt.getTime() + MINUTE_MS).toISOString(),
    argv: ["fio", "--output-format=json+", "job.fio"],
    exit_code: 0,
    interrupted: false,
    labels: labels ?? {},
    tags: [],
    ...(batch === undefined ? {} : { batch }),
    ...(machine === undefined ? {} : { targets: machine.targets, fio_cpus: machine.fio_cpus }),
    files: files.map(({ name, kind, body }) => ({
      name,
      kind,
      sha256: createHash("sha256").update(body).digest("hex"),
      bytes: Buffer.byteLength(body),
    })),
  };
  const form = new FormData();
  form.append("manifest", json(manifest));
  if (machine !== undefined) form.append("inventory", json(machine.inventory));
  for (const { name, body } of files)
    form.append("file", new Blob([body], { type: "application/json" }), name);

  const { id } = await ask<{ id: string }>(to, "uploads", { method: "POST", body: form });
  const run = await ask<{ host: { id: string }; inventory_id: string | null }>(to, `runs/${id}`);
  return { id, hostId: run.host.id, inventoryId: run.inventory_id };
}

async function ask<T>(
  { url, token }: Pick<Stack, "url" | "token">,
  path: string,
  init: RequestInit = {},
): Promise<T> {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}` },
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  // The caller names the shape of the call it makes; a wrong one fails the spec that uses it.
  return (await answer.json()) as T;
}

function json(document: unknown): Blob {
  return new Blob([JSON.stringify(document)], { type: "application/json" });
}

export interface SampledDrive {
  name: string;
  bytesPerS: number;
  celsius: number;
}

/**
 * A minute of samples, one a second: each drive near its bandwidth with a dip at 0:30, warming by 12 °C; the CPU busy;
 * nothing at all from 0:40 to 0:43.
 */
export function minuteOfSamples(drives: readonly SampledDrive[], blockBytes: number, startedAt: Date) {
  const seconds = Array.from({ length: 60 }, (_, second) => second);
  const series = (
    subject: string,
    metric: string,
    direction: string | null,
    at: (second: number) => number,
  ) => ({
    subject,
    metric,
    direction,
    values: seconds.map((second) => (second >= 40 && second < 43 ? null : at(second))),
  });
  // A ripple without chance: the same picture every time.
  const ripple = (second: number) => 1 + 0.02 * Math.sin(second * 1.7) - (second === 30 ? 0.45 : 0);
  return {
    schema: 1,
    interval_ms: 1000,
    started_at: startedAt.toISOString(),
    sampler: { cpu_ms: 31, missed: 3, version: "0.1.0" },
    t_ms: seconds.map((second) => second * 1000),
    series: [
      ...drives.flatMap(({ name, bytesPerS, celsius }) => [
        series(`disk:${name}`, "bw_bytes_per_s", "read", (second) => bytesPerS * ripple(second)),
        series(`disk:${name}`, "iops", "read", (second) => (bytesPerS * ripple(second)) / blockBytes),
        series(`disk:${name}`, "await_ns", "read", (second) => 1_117_600 / ripple(second)),
        series(`disk:${name}`, "temperature_c", null, (second) => celsius + Math.round(second / 5)),
      ]),
      series("node:0", "cpu_busy_pct", null, (second) => 44 + 4 * ripple(second)),
      series("node:1", "cpu_busy_pct", null, (second) => 12 + 2 * ripple(second)),
    ],
    links: [],
    before: {},
    after: {},
    events: [],
  };
}
