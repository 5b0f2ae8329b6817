import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { DriveModelDetail, ModelFigure, ModelRated, ModelWorkload, OddDrive } from "@/api/types";
import { errorBody } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/series", errorBody("Unavailable", "The database is away."), 503);
});

function odd(more: Partial<OddDrive> = {}): OddDrive {
  return {
    drive_id: "d2",
    workload_id: "w1",
    workload: "random read 4 KiB, QD 32",
    direction: "read",
    ratio: 0.75,
    score: 24.04,
    n: 3,
    drives: 9,
    noise: 0.011,
    run_id: "r2",
    apart: [
      { key: "pcie.link", title: "Drive link", value: "Gen4 x2", usual: "Gen4 x4", unit: null, others: 8 },
    ],
    ...more,
  };
}

function figure(id: string, host: string, slot: string | null = "bay 1"): ModelFigure {
  return {
    drive_id: id,
    host: { id: host, name: host },
    name: "nvme0n1",
    slot,
    firmware: "1.0",
    link: "Gen4 x4",
    iops: 100_000,
    bw_bytes_per_s: 409_600_000,
    n: 3,
    run_id: "r1",
  };
}

function rated(more: Partial<ModelRated["figure"]> = {}, runs = 8): ModelRated {
  return {
    figure: {
      metric: "iops",
      unit: "IOPS",
      rw: "randread",
      bs_bytes: 4096,
      percentile: null,
      measured: 360_000,
      rated: 450_000,
      rated_each: 450_000,
      drive_count: 1,
      rule: null,
      is_at_ceiling: false,
      share: 0.8,
      verdict: "comparable",
      may_judge: true,
      differs: [],
      is_stated: false,
      claim: "up to",
      source: {
        title: "Product brief",
        address: "https://maker.example/brief",
        kind: "maker",
        page: 3,
        dated: "2024",
        read_at: "2026-11-22",
        is_copy: false,
      },
      card: { id: "c", title: "EXAMPLE", origin: "built_in", grade: "A" },
      ...more,
    },
    run_id: "r7",
    limit: null,
    runs,
    share_lowest: 0.7,
    share_highest: 0.9,
  };
}

function workload(more: Partial<ModelWorkload> = {}): ModelWorkload {
  return {
    workload_id: "w1",
    workload: "random read 4 KiB, QD 32",
    direction: "read",
    target_kind: "disk",
    size_bytes: 15_000_000_000_000,
    drives: 9,
    runs: 27,
    iops_best: 110_000,
    iops_typical: 100_000,
    bw_typical_bytes_per_s: 409_600_000,
    bw_best_bytes_per_s: 450_560_000,
    latency_p50_typical_ns: null,
    noise: 0.011,
    odd: [odd()],
    why_not: null,
    typical_runs: ["r8", "r9"],
    rated: [rated()],
    why_not_rated: null,
    figures: [figure("d2", "slow"), figure("d1", "host1")],
    ...more,
  };
}

function model(more: Partial<DriveModelDetail> = {}): DriveModelDetail {
  return {
    id: "m1",
    model: "EXAMPLE 15T",
    drives: 9,
    hosts: 9,
    firmware: ["1.0", "0.9"],
    capacities_bytes: [15_000_000_000_000],
    missing: 0,
    rated: null,
    links: 9,
    links_below: 1,
    card_ids: [],
    worn: 0,
    hot: 2,
    warnings: 0,
    used_pct_max: 40,
    odd: 1,
    firmware_faults: [],
    last_seen_at: "2026-11-20T10:00:00Z",
    firmware_mix: [
      { version: "1.0", drives: 8, fault: null, fixed_in: null, source: null },
      {
        version: "0.9",
        drives: 1,
        fault: "lose data at power off",
        fixed_in: "1.0",
        source: "https://maker.example/a",
      },
    ],
    slots: [{ slot: "bay 1", drives: 9 }],
    hosts_with: [
      { id: "h1", name: "host1", drives: 1 },
      { id: "h2", name: "slow", drives: 1 },
    ],
    capacities: [{ size_bytes: 15_000_000_000_000, drives: 9 }],
    health: {
      temperature_n: 9,
      temperature_median_c: 44,
      temperature_max_c: 71,
      used_n: 8,
      used_median_pct: 12,
      used_max_pct: 40,
      spare_n: 0,
      spare_min_pct: null,
      errors_n: 9,
      with_errors: 0,
    },
    workloads: [workload()],
    ...more,
  };
}

const CALM: Partial<DriveModelDetail> = { links_below: 0, odd: 0, hot: 0, firmware: ["1.0"] };
// What the page says first, the worst before all; the figures are those of the cards below it.
const ANSWERS: [string, Partial<DriveModelDetail>, string, string][] = [
  [
    "what needs a look",
    {},
    "9 drives in 9 hosts: 1 degraded link, 1 outlier, 2 hot, 2 firmware versions.",
    "Random read, 4 KiB: 8 drives, each measured alone, reach 70 % to 90 % of their rating, median 360k of 450k IOPS. 1 outlier.",
  ],
  [
    "the share of one drive",
    { ...CALM, workloads: [workload({ odd: [], rated: [rated({}, 1)] })] },
    "Random read, 4 KiB: one drive alone reaches 80 % of its rating, 360k of 450k IOPS.",
    "No outlier in 1 workload.",
  ],
  [
    "a drive that may do more",
    { ...CALM, workloads: [workload({ odd: [], rated: [rated({ verdict: "at_least" }, 1)] })] },
    "Random read, 4 KiB: one drive alone reaches at least 80 % of its rating, 360k of 450k IOPS.",
    "No outlier in 1 workload.",
  ],
  [
    "that not rated",
    {
      ...CALM,
      workloads: [
        workload({
          odd: [],
          why_not: "needs 5 measured drives; 1 measured",
          rated: [
            rated({
              may_judge: false,
              verdict: "not_comparable",
              differs: [
                { name: "state", effect: "unknown", rated: "sustained", run: null, is_hidden: false },
                { name: "block_size", effect: "differs", rated: "4096", run: "8192", is_hidden: false },
                { name: "target", effect: "differs", rated: "raw", run: "not raw", is_hidden: false },
              ],
            }),
          ],
        }),
      ],
    },
    "Random read, 4 KiB: 360k IOPS measured, 450k IOPS rated; not comparable (block size, target).",
    // Why no drive can stand out is said once, in the card of outliers.
    "Next step",
  ],
  [
    "what limited the run, and no rating of another pattern",
    {
      ...CALM,
      workloads: [
        workload({
          odd: [],
          rated: [
            {
              ...rated({
                rw: "read",
                may_judge: false,
                verdict: "not_comparable",
                differs: [
                  { name: "pattern", effect: "differs", rated: "randread", run: "read", is_hidden: false },
                ],
              }),
              limit: "The CPU is the limit.",
            },
          ],
        }),
      ],
    },
    "Sequential read, 4 KiB: 360k IOPS measured; the datasheet's 450k IOPS is for random read. The CPU is the limit.",
    "No outlier in 1 workload.",
  ],
  [
    "that somebody states what is of another pattern",
    {
      ...CALM,
      workloads: [
        workload({
          odd: [],
          rated: [
            {
              ...rated({
                is_stated: true,
                rw: "read",
                may_judge: false,
                verdict: "not_comparable",
                differs: [
                  { name: "pattern", effect: "differs", rated: "randread", run: "read", is_hidden: false },
                ],
              }),
              limit: null,
            },
          ],
        }),
      ],
    },
    "Sequential read, 4 KiB: 360k IOPS measured; the 450k IOPS stated on the run is for random read.",
    "No outlier in 1 workload.",
  ],
  [
    "that there is no rating",
    { ...CALM, workloads: [workload({ odd: [], rated: [], why_not_rated: "no_card" })] },
    "No single-drive run has a datasheet rating to compare with.",
    "No outlier in 1 workload.",
  ],
  ["that nothing was measured", { ...CALM, workloads: [] }, "No single-drive run of its 9 drives yet.", ""],
];

test.each(ANSWERS)("first it says %s", async (_, more, sentence, text) => {
  answer("get", "/models/:id", model(more));
  openApp("/models/m1");
  const box = await screen.findByRole("region", { name: "Answer" });
  expect(within(box).getByRole("heading", { level: 2 }).textContent?.replaceAll("\u00a0", " ")).toBe(
    sentence,
  );
  const words = box.textContent?.replaceAll("\u00a0", " ");
  expect(words).toContain(`${sentence}${text}`);
  expect(words?.split("Outliers")[0]).not.toContain("outlier check");
});

test("an odd one stands with its evidence, what else is different, and the way to compare it", {
  tags: ["nightly"],
}, async () => {
  answer("get", "/models/:id", model());
  openApp("/models/m1");
  const card = within(await screen.findByRole("region", { name: "Outliers" }));
  const row = card.getByRole("row", { name: /^nvme0n1 in slow/ });
  expect(row.textContent).toMatch(/−25\s%of 9 drives.*3noise 1\.1\s%24Drive link Gen4 x2 \(others Gen4 x4\)/);
  card.getByText(/not a proven cause/);
  const compare =
    card.getByRole("link", { name: "compare with 2 drives at the median" }).getAttribute("href") ?? "";
  const sides = new URLSearchParams(compare.slice(compare.indexOf("?")));
  expect(new URLSearchParams(sides.get("base") ?? "").getAll("run")).toEqual(["r8", "r9"]);
  expect(new URLSearchParams(sides.get("new") ?? "").get("slot")).toBe("bay 1");
  const runs = card.getByRole("link", { name: "its runs" }).getAttribute("href") ?? "";
  expect(new URLSearchParams(runs.slice(runs.indexOf("?"))).get("workload")).toBe("w1");
});

test("each verdict is a row of its own, with runs, figure and source", async () => {
  const unlike = rated(
    {
      verdict: "conditions_unknown",
      may_judge: false,
      share: 0.5,
      differs: [{ name: "outstanding", rated: null, run: "32", effect: "unknown" }],
    },
    1,
  );
  answer("get", "/models/:id", model({ workloads: [workload({ rated: [rated(), unlike] })] }));
  openApp("/models/m1");
  const card = within(await screen.findByRole("region", { name: "Measured vs. datasheet" }));
  const [, first, second] = card.getAllByRole("row");
  expect(first?.textContent).toMatch(/Comparable80\s%70\s% to 90\s%8360k IOPS450k IOPS/);
  expect(
    within(first as HTMLElement)
      .getByRole("link", { name: "Product brief" })
      .getAttribute("href"),
  ).toBe("https://maker.example/brief");
  expect(second?.textContent).toMatch(/Conditions unknown50\s% \?1/);
  expect(second?.textContent).toContain("I/Os in flight: 32 in the run, not stated");
});

test("a model without a card says so", async () => {
  answer(
    "get",
    "/models/:id",
    model({ workloads: [workload({ rated: [], why_not_rated: "no_card", odd: [] })] }),
  );
  openApp("/models/m1");
  await screen.findByText("No run of this model is comparable with a rating.");
  screen.getByText("There is no datasheet of this model.");
  await screen.findByText("No outlier in 1 workload.");
});

test("capacity and target choose workloads, host and firmware what the chart shows", {
  tags: ["nightly"],
}, async () => {
  const small = workload({
    workload_id: "w2",
    workload: "sequential read 1 MiB",
    size_bytes: 7_500_000_000_000,
  });
  answer("get", "/models/:id", model({ workloads: [workload(), small] }));
  const { address } = openApp("/models/m1?capacity=7500000000000&firmware=0.9");
  const table = within(await screen.findByRole("table", { name: "Workloads" }));
  expect(table.getAllByRole("row")).toHaveLength(2);
  table.getByText("Sequential read 1 MiB");
  expect(address()).toBe("/models/m1?capacity=7500000000000&firmware=0.9");
  const link = await screen.findByRole("link", { name: "its runs in the history" });
  const runs = link.getAttribute("href") ?? "";
  expect(new URLSearchParams(runs.slice(runs.indexOf("?"))).get("drive.firmware")).toBe("0.9");
});

test("health says how many drives report it; a known fault has its source", {
  tags: ["nightly"],
}, async () => {
  answer("get", "/models/:id", model());
  openApp("/models/m1");
  const card = within(await screen.findByRole("region", { name: "Health" }));
  expect(card.getByRole("row", { name: /^Temperature/ }).textContent).toMatch(/^Temperature44\s°C71\s°C9$/);
  expect(card.getByRole("link", { name: "2 hot" }).getAttribute("href")).toBe(
    "/fleet?model=EXAMPLE%2015T&problem=hot",
  );
  screen.getByText(/Known to lose data at power off/);
  expect(screen.getByRole("link", { name: "Source" }).getAttribute("href")).toBe("https://maker.example/a");
});

test("a model that nobody measured alone says so", async () => {
  answer("get", "/models/:id", model({ workloads: [] }));
  openApp("/models/m1");
  await screen.findByText("No single-drive run of this model.");
});
