import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Bay, Fleet, FleetDrive, FleetProblem } from "@/api/types";
import { errorBody } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/fleet/bays", { items: [], drives_left_out: 0 });
});

const TITLES: readonly FleetProblem[] = ["warning", "link", "odd", "hot"];

function drive(more: Partial<FleetDrive> = {}): FleetDrive {
  return {
    id: "d1",
    host: { id: "h1", name: "jupiter" },
    name: "nvme0n1",
    model: "EXAMPLE 15T",
    model_id: "m1",
    firmware: "1.0",
    transport: "pcie",
    slot: "bay 1",
    size_bytes: 15_362_991_415_296,
    link: { now: "Gen4 x4", capable: "Gen4 x4", is_below: false },
    temperature_c: 41,
    used_pct: 7,
    spare_pct: null,
    media_errors: 0,
    critical_warning: 0,
    seen_at: "2026-11-20T10:00:00Z",
    last_run_at: null,
    last_run_id: null,
    problems: [],
    firmware_fault: null,
    degraded_arrays: [],
    odd: [],
    ...more,
  };
}

function fleet(items: FleetDrive[], more: Partial<Fleet> = {}): Fleet {
  return {
    items,
    next_cursor: null,
    drives: items.length,
    hosts: 1,
    open_regressions: 0,
    with_problems: items.filter(({ problems }) => problems.length > 0).length,
    problems: TITLES.map((id) => ({
      id,
      title: id,
      drives: items.filter(({ problems }) => problems.includes(id)).length,
    })),
    last_seen_at: items[0]?.seen_at ?? null,
    odd_at: "2026-11-20T10:00:00Z",
    rated: { drives: 0, judged: 0, as_rated: 0 },
    not_judged: 2,
    ...more,
  };
}

const ODD = drive({
  id: "d2",
  name: "nvme1n1",
  problems: ["link", "odd"],
  link: { now: "Gen4 x2", capable: "Gen4 x4", is_below: true },
  odd: [
    {
      drive_id: "d2",
      workload_id: "w1",
      workload: "randread bs=4k",
      direction: "read",
      ratio: 0.75,
      score: 9,
      n: 3,
      drives: 9,
      noise: 0.01,
      run_id: "r1",
      apart: [
        { key: "pcie.link", title: "Drive link", value: "Gen4 x2", usual: "Gen4 x4", unit: null, others: 8 },
      ],
    },
  ],
});

test("says first what needs a look, and names the odd one with its difference", async () => {
  answer("get", "/fleet", fleet([ODD, drive()]));
  openApp("/fleet");
  await screen.findByText(
    "2 drives in 1 host, 1 with issues: 1 has a degraded link, 1 is an outlier of its model. No run can be compared with a drive’s datasheet yet.",
  );
  const row = await screen.findByRole("row", { name: /nvme1n1/ });
  expect(row.textContent).toContain("25 % below the median of 9 drives under randread bs=4k");
  expect(row.textContent).toContain("also different: Drive link Gen4 x2 (others Gen4 x4)");
  expect(within(row).getByRole("link", { name: "EXAMPLE 15T" }).getAttribute("href")).toBe("/models/m1");
  screen.getByText(/2 groups have too few drives/);
  expect(screen.getByRole("link", { name: "Download this view as CSV" }).getAttribute("href")).toBe(
    "api/v1/fleet/export",
  );
});

test("drives that report nothing are not called free of issues; a group counts its sizes", async () => {
  const silent = { link: null, temperature_c: null, used_pct: null, model: null, model_id: null, slot: null };
  const silents = [800e9, 800e9, 6e12].map((size, i) =>
    drive({ ...silent, id: `s${i}`, name: `ada${i}`, size_bytes: size }),
  );
  answer("get", "/fleet", fleet([drive(), ...silents]));
  openApp("/fleet");
  const group = await screen.findByRole("row", { name: /Show 3 drives/ });
  expect(group.textContent?.replaceAll("\u00a0", " ")).toContain("2 × 800 GB, 1 × 6 TB in jupiter");
  expect(within(group).getByText("no link, temperature or wear reported")).toBeDefined();
  const read = screen.getByRole("row", { name: /nvme0n1/ });
  expect(within(read).getByText("none known")).toBeDefined();
});

test("a problem is a filter of the address", { tags: ["nightly"] }, async () => {
  answer("get", "/fleet", fleet([ODD, drive()]));
  const { user, address } = openApp("/fleet");
  await user.click(await screen.findByRole("link", { name: "outlier 1" }));
  expect(address()).toBe("/fleet?problem=odd");
  await user.type(screen.getByRole("textbox", { name: "Search drives" }), "bay 1{enter}");
  expect(address()).toBe("/fleet?problem=odd&q=bay%201");
});

test("no drive, no match, and an error are said as such", async () => {
  answer("get", "/fleet", fleet([]));
  openApp("/fleet");
  await screen.findByText("No drives yet. The agent reports them with every run.");
  expect(screen.queryByRole("link", { name: "Download this view as CSV" })).toBeNull();
  expect(screen.queryByRole("textbox", { name: "Search drives" })).toBeNull();
});

test("a filter without a match leads back", async () => {
  answer("get", "/fleet", fleet([], { drives: 3 }));
  openApp("/fleet?q=x");
  await screen.findByText("No drive matches this filter.");
  expect(screen.getByRole("link", { name: "Show all drives" }).getAttribute("href")).toBe("/fleet");
});

test("an error offers another try", { tags: ["nightly"] }, async () => {
  answer("get", "/fleet", errorBody("Unavailable", "The database is away."), 503);
  openApp("/fleet");
  await screen.findByText("The fleet could not be loaded.");
});

const bay = (id: string, more: Partial<Bay> = {}): Bay => ({
  drive_id: id,
  name: `nvme${id}n1`,
  slot: `bay ${id}`,
  model: "EXAMPLE 15T",
  firmware: "2.1",
  link: "x4",
  is_below: false,
  is_missing: false,
  rated_share: 0.96,
  is_least: false,
  alike_share: 0.96,
  alike_test: "randread 4k QD32, read",
  odd_ratio: null,
  ...more,
});

test("speed is part of the sentence; bays tell the degraded one in words, strips name what stands out", {
  tags: ["nightly"],
}, async () => {
  answer("get", "/fleet", fleet([ODD, drive()], { rated: { drives: 4, judged: 3, as_rated: 2 }, drives: 5 }));
  answer("get", "/fleet/bays", {
    items: [
      {
        id: "b",
        name: "node-b",
        bays: [
          bay("5"),
          bay("6", {
            link: "x2 of 4",
            is_below: true,
            rated_share: 0.49,
            alike_share: 0.49,
            odd_ratio: 0.51,
          }),
          bay("7", { link: null, is_missing: true, rated_share: null, alike_share: null, alike_test: null }),
        ],
      },
    ],
    drives_left_out: 0,
  });
  openApp("/fleet");
  await screen.findByText(
    /2 of 3 drives reach at least 90 % of the datasheet rating, 1 does not; 2 not comparable\./,
  );
  const places = await screen.findByRole("list", { name: "Drives of node-b" });
  expect(screen.getByText("1 of 2 known drive links degraded (marked)")).toBeDefined();
  expect(
    within(places)
      .getAllByRole("listitem")
      .map((one) => one.textContent),
  ).toEqual([
    "x4, bay 5: not degraded, as far as known",
    "x2 of 4, bay 6: degraded",
    "missing, bay 7: missing from the newest inventory of its host",
  ]);
  const chart = await screen.findByTestId("chart-fleet-rated");
  const words = (chart.textContent ?? "").replaceAll("\u00a0", " ");
  expect(words).toContain("nvme6n1 in bay 6: 49 % below the others, link x2 of 4");
  expect(words).toContain("1 outlier: nvme6n1 in bay 6 (node-b, firmware 2.1), 49 %.");
});
