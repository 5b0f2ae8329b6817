import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Headlines } from "@/subjects/runs/parts/Headlines";
import { latency, result } from "@/test/api-data";

test("a durable write has its mean with what it is known from, or the reason why it has none", () => {
  const synced = result({ direction: "write", rw: "write", sync_lat_ns: latency() });
  const { rerender } = render(
    <Headlines
      units="decimal"
      result={{ ...synced, durable_write_mean_ns: 1_920_000, durable_basis: "write_and_sync" }}
    />,
  );
  const figures = within(screen.getByRole("region"));
  expect(figures.getByText("1.92 ms")).toBeDefined();
  expect(figures.getByText("write + sync")).toBeDefined();
  expect(figures.getByText("percentiles cannot be added")).toBeDefined();
  rerender(<Headlines units="decimal" result={{ ...synced, durable_basis: "not_each_synced" }} />);
  expect(screen.getAllByText(/not every write was followed by a sync/).length).toBeGreaterThan(0);
  // A buffered write without any sync has no row: nothing was asked to be durable.
  rerender(
    <Headlines units="decimal" result={result({ direction: "write", durable_basis: "not_synced" })} />,
  );
  expect(screen.queryByText(/Durable write/)).toBeNull();
});

test("the power of a run has its interval, its meter, and what was done with it", () => {
  const metered = result({
    power_source: "command",
    power_w: 212.4,
    power_low_w: 208.1,
    power_high_w: 216.7,
    power_readings: 58,
    power_bytes_per_s: 2e9,
    power_iops: 100_000,
  });
  const { rerender } = render(<Headlines units="decimal" result={metered} />);
  const text = () => screen.getByRole("region").textContent?.replaceAll("\u00a0", " ");
  expect(text()).toContain("Power, whole machine212 W");
  expect(text()).toContain("95 % CI 208 W to 217 W, n = 58, meter of the host");
  expect(text()).toContain("106 J/GB");
  expect(text()).toContain("471 IOPS/W");
  rerender(
    <Headlines
      units="decimal"
      result={{ ...metered, power_source: "rapl_packages", power_low_w: null, power_high_w: null }}
    />,
  );
  expect(text()).toContain("Power, CPUs");
  expect(text()).toContain("n = 58, RAPL, packages");
  rerender(<Headlines units="decimal" result={result()} />);
  expect(screen.queryByText(/Power/)).toBeNull();
});

test("fio's steady state is reached or not, with what the last window showed", () => {
  const state = {
    is_attained: true,
    metric: "iops" as const,
    kind: "slope" as const,
    limit: 0.3,
    reached: -0.12,
    is_share: true,
    window_s: 30,
  };
  const { rerender } = render(
    <Headlines units="decimal" result={result({ runtime_ms: 42_000, steady_state: state })} />,
  );
  const text = () => screen.getByRole("region").textContent?.replaceAll("\u00a0", " ");
  expect(text()).toContain("reached after 42.0 s");
  expect(text()).toContain("IOPS slope 0.12 %, limit 0.3 %, window 30.0 s");
  const missed = {
    ...state,
    is_attained: false,
    metric: "bw" as const,
    is_share: false,
    reached: 5e6,
    limit: 1e6,
  };
  rerender(<Headlines units="decimal" result={result({ runtime_ms: 60_000, steady_state: missed })} />);
  expect(text()).toContain("not reached within 60.0 s");
  expect(text()).toContain("bandwidth slope 5.00 MB/s, limit 1.00 MB/s, window 30.0 s");
  rerender(<Headlines units="decimal" result={result({ steady_state: null })} />);
  expect(screen.queryByText("fio steady state")).toBeNull();
});
