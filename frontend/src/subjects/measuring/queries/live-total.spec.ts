import { expect, test } from "vitest";
import type { TotalSample } from "@/api/types";
import { findNewest, mergeTotals } from "./live-total";

function second(at: number, hosts: number, iops = 100 * hosts): TotalSample {
  const unknown = { write_iops: null, read_bw: null, write_bw: null };
  return {
    at: new Date(Date.UTC(2026, 10, 30, 8, 0, at)).toISOString(),
    step: 1,
    host_count: hosts,
    read_iops: iops,
    ...unknown,
  };
}

const list = (samples: readonly TotalSample[]) =>
  samples.map((one) => [new Date(one.at).getUTCSeconds(), one.host_count, one.read_iops]);

test("a second gains hosts, and loses none when a host has ended", () => {
  const first = mergeTotals([], [second(1, 2), second(2, 2), second(3, 1)]);
  const gained = mergeTotals(first, [second(2, 2, 222), second(3, 2), second(4, 1)]);
  expect(list(gained)).toEqual([
    [1, 2, 200],
    [2, 2, 222],
    [3, 2, 200],
    [4, 1, 100],
  ]);
  expect(list(mergeTotals(gained, [second(3, 1), second(4, 1), second(5, 1)]))).toEqual([
    ...list(gained),
    [5, 1, 100],
  ]);
});

test("what is shown as now holds the most hosts of the last seconds; old seconds are not live", () => {
  const find = (samples: TotalSample[], checkedAt: number) => {
    const found = findNewest({ samples, host_count: 3, checked_at: second(checkedAt, 0).at });
    return found === null ? null : list([found])[0];
  };
  const samples = [second(1, 3), second(6, 2), second(7, 2), second(8, 1)];
  expect(find(samples, 10)).toEqual([7, 2, 200]);
  expect(find(samples.slice(0, 1), 10)).toEqual([1, 3, 300]);
  expect(find(samples, 23)).toBeNull();
  expect(find([], 10)).toBeNull();
});
