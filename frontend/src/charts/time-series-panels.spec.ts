import { expect, test } from "vitest";
import { panelsOf, untoldOf } from "@/charts/time-series-panels";
import { point, runSeries, series, temperature } from "@/test/series-data";

const titles = (...list: Parameters<typeof runSeries>[0]) =>
  panelsOf(runSeries(list)).map((panel) => panel.title);
const panel = (name: string, ...list: Parameters<typeof runSeries>[0]) => {
  const panel = panelsOf(runSeries(list)).find((one) => one.name === name);
  if (panel === undefined) throw new Error(`no panel ${name}`);
  return panel;
};
const disk = (name: string, ...means: number[]) =>
  series(name, { subject: `disk:${name}`, points: means.map((mean, i) => point(i * 1000, mean)) });

test("fio's own figures come before the agent's samples", () => {
  const log = series("log", { source: "fio_log", subject: "job", points: [point(0, 7)] });
  const lines = panel("bandwidth", disk("nvme0n1", 5), log).lines;
  expect(lines.map((line) => line.key)).toEqual(["log"]);
});

test("one drive stands for itself, several are summed and shown apart", () => {
  expect(titles(disk("nvme0n1", 5))).toEqual(["Bandwidth"]);
  const [a, b] = [disk("nvme0n1", 5, 6), disk("nvme1n1", 7, 8)];
  expect(titles(a, b)).toEqual(["Bandwidth", "Throughput per member"]);
  const [sum] = panel("bandwidth", a, b).lines;
  expect(sum).toMatchObject({ label: "all 2 drives, read", hasBand: false });
  expect(sum?.points.map((p) => p.mean)).toEqual([12, 14]);
});

test("a sum has no value where a member has none", () => {
  const [sum] = panel("bandwidth", disk("a", 5, 6, 7), disk("b", 1, 1)).lines;
  expect(sum?.points.map((p) => p.t_ms)).toEqual([0, 1000]);
});

test("an array stands for its members", () => {
  const volume = series("md0", { subject: "volume:md0", points: [point(0, 11)] });
  const lines = panel("bandwidth", disk("a", 5), disk("b", 6), volume).lines;
  expect(lines.map((line) => line.label)).toEqual(["md0, read"]);
});

test("a direction in which nothing moved is left out, unless nothing moved at all", () => {
  const idle = series("w", { direction: "write", points: [point(0, 0)] });
  expect(panel("bandwidth", disk("a", 5), idle).lines.map((line) => line.direction)).toEqual(["read"]);
  expect(panel("bandwidth", idle).lines.map((line) => line.direction)).toEqual(["write"]);
});

test("CPU: busy per node, and what a single node was busy with", () => {
  const cpu = (node: number, metric: string) =>
    series(`${node}${metric}`, { subject: `node:${node}`, metric, direction: null, unit: "%" });
  const both = ["cpu_busy_pct", "cpu_sys_pct"];
  expect(panel("cpu", ...both.map((m) => cpu(0, m))).lines.map((l) => l.label)).toEqual([
    "node 0, busy",
    "node 0, system",
  ]);
  expect(panel("cpu", ...both.flatMap((m) => [cpu(0, m), cpu(1, m)])).lines.map((l) => l.label)).toEqual([
    "node 0, busy",
    "node 1, busy",
  ]);
});

test("CPU: time taken by the hypervisor is a line only where some was taken", () => {
  const cpu = (metric: string, share: number) =>
    series(metric, { subject: "node:0", metric, direction: null, unit: "%", points: [point(0, share)] });
  const labels = (stolen: number) =>
    panel("cpu", cpu("cpu_busy_pct", 50), cpu("cpu_steal_pct", stolen)).lines.map((line) => line.label);
  expect(labels(0)).toEqual(["node 0, busy"]);
  expect(labels(7)).toEqual(["node 0, busy", "node 0, taken by the hypervisor"]);
});

test("fio's latency is preferred to the kernel's await", () => {
  const wait = series("await", { metric: "await_ns", unit: "ns" });
  const clat = series("clat", { source: "fio_log", subject: "job", metric: "clat_ns", unit: "ns" });
  expect(panel("latency", wait).lines.map((line) => line.label)).toEqual(["nvme0n1, read, await"]);
  expect(panel("latency", wait, clat).lines.map((line) => line.label)).toEqual(["job, read, clat"]);
});

test("temperature alone is still a panel, an empty series is none", () => {
  expect(titles(temperature("a", 40))).toEqual(["Temperature"]);
  expect(titles(series("x", { points: [] }))).toEqual([]);
});

test("what cannot be drawn is named once for each reason", () => {
  const reason = "Lines of several jobs.";
  const of = (key: string, subject: string) => series(key, { subject, points: [], reason });
  const told = untoldOf(runSeries([of("a", "x_bw.log"), of("b", "x_bw.log"), of("c", "x_iops.log")]));
  expect(told).toEqual([{ names: ["x_bw.log", "x_iops.log"], reason }]);
  expect(untoldOf(runSeries([series("d")]))).toEqual([]);
});
