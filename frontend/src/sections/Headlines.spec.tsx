import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Headlines } from "@/sections/Headlines";
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
