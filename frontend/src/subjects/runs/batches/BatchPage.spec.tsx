/** The first screen of a batch: its answer, then a row per result that leads to its run; charts from two points on. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Batch, Repeats } from "@/api/types";
import { batchOf, result, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
});

const JOBS = [
  { rw: "read", bs_bytes: 1 << 20, iodepth: 8, direction: "read" },
  { rw: "write", bs_bytes: 1 << 20, iodepth: 8, direction: "write" },
  { rw: "randread", bs_bytes: 4096, iodepth: 32, direction: "read" },
  { rw: "randwrite", bs_bytes: 4096, iodepth: 32, direction: "write" },
] as const;

const NAMES = [
  "sequential read 1 MiB, QD 8, 1 job",
  "sequential write 1 MiB, QD 8, 1 job",
  "random read 4 KiB, QD 32, 1 job",
  "random write 4 KiB, QD 32, 1 job",
];

const repeatOf = (job: (typeof JOBS)[number], i: number): Repeats => ({
  ...job,
  workload: job.rw,
  workload_id: `workload-${i}`,
  bs: null,
  numjobs: 1,
  ioengine: "libaio",
  setting: null,
  varied: {},
  n: 1,
  run_ids: [`run-${i}`],
  iops_mean: 1000,
  iops_min: 1000,
  iops_max: 1000,
  iops_ci95: null,
  bw_mean_bytes_per_s: 4_096_000,
  bw_ci95_bytes_per_s: null,
  clat_p99_ns: 1e6,
  clat_p99_min_ns: 1e6,
  clat_p99_max_ns: 1e6,
});

async function open(more: Partial<Batch> = {}) {
  const quick = batchOf({
    agent_name: "quick",
    runs: JOBS.map((job, i) =>
      runSummary({
        id: `run-${i}`,
        verdict: {
          kind: "limit",
          id: "cpu-saturated-node",
          sentence: "The CPUs are full.",
          share: null,
          compared_with: "limit" as const,
        },
        results: [
          result({ ...job, id: `result-${i}`, numjobs: 1, iops: 42_700, usr_cpu_pct: 4.1, sys_cpu_pct: 5.1 }),
        ],
      }),
    ),
    result_names: Object.fromEntries(NAMES.map((name, i) => [`result-${i}`, name])),
    repeats: JOBS.map(repeatOf),
    swept: [
      { key: "bs", count: 2, values: [4096, 1 << 20] },
      { key: "iodepth", count: 2, values: [8, 32] },
    ],
    ...more,
  });
  answer("get", `/batches/${quick.id}`, quick);
  answer("get", "/ratings", { items: [] });
  openApp(`/batches/${quick.id}`);
  return within(await screen.findByRole("table", { name: "Runs of this batch" }));
}

test("a suite of four workloads is four rows that lead to their runs, and no chart", async () => {
  const table = await open();
  const rows = table.getAllByRole("row").slice(1);
  expect(
    rows.map((row) => within(row).getByRole("rowheader").textContent?.replaceAll("\u00a0", " ")),
  ).toEqual(NAMES.map((name) => name.charAt(0).toUpperCase() + name.slice(1)));
  expect(rows[2]?.textContent).toContain("42.7k");
  expect(rows[2]?.textContent).toContain("9.2\u00a0%");
  expect(rows[2]?.textContent).toContain("at a limit");
  expect(table.getByRole("link", { name: /Random read/ }).getAttribute("href")).toContain("/runs/run-2");
  expect(screen.queryByTestId(/^chart-/)).toBeNull();
  expect(screen.getByText("4 steps")).toBeDefined();
  expect(screen.queryByText(/swept/)).toBeNull();
});

test("what was not measured is unknown with its reason, never 0", async () => {
  const table = await open({
    runs: [runSummary({ results: [result({ iops: null, clat_ns: null, usr_cpu_pct: null })] })],
  });
  expect(table.getByText("the output has no IOPS")).toBeDefined();
  expect(table.getByText("p50 is not in the output")).toBeDefined();
  expect(table.getByText("CPU usage is not in the output")).toBeDefined();
});
