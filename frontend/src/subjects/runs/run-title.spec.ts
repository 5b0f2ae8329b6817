import { expect, test } from "vitest";
import { describeDrives, runTitle } from "@/subjects/runs/run-title";
import { result, runDetail } from "@/test/api-data";

const plain = (text: string | null) => text?.replaceAll("\u00a0", " ");
const member = (disk: string) => ({
  ...{ disk, link: null, slot: null, model: null, firmware: null, numa_node: 0 },
});
const pathTo = (path: string, disks: string[], filesystem: string | null = "ext4") => ({
  targets: [
    {
      ...{ kind: "file", path, place: path, layers: [], reason: null, filesystem },
      members: disks.map(member),
    },
  ],
  limited_by: null,
  shared_hops: [],
  path_unknown: [],
  path_fingerprint: "fp1",
  chain_limit_bytes_per_s: null,
});
const file = "/tmp/fioboard-606ac585-fa8c.dat";

test("a run is called by its title, else by workload, drive and host", () => {
  const run = runDetail({ target: file, path: pathTo(file, ["vda"]) });
  expect(plain(runTitle(run))).toBe("Random read 4 KiB, QD 32 · vda · jupiter");
  expect(runTitle({ ...run, title: "fan off" })).toBe("fan off");
  const results = [result({ position: 0, numjobs: 4 }), result({ position: 1, rw: "write" })];
  expect(runTitle({ ...run, results })).toBe("2 workloads · vda · jupiter");
  expect(plain(runTitle({ ...run, results: results.slice(0, 1) }))).toBe(
    "Random read 4 KiB, QD 32, 4 jobs · vda · jupiter",
  );
});

test("the path of a test file is never part of a title", () => {
  expect(plain(runTitle(runDetail({ target: file })))).toBe("Random read 4 KiB, QD 32 · jupiter");
  expect(runTitle(runDetail({ target: null, results: [] }))).toBe("No results · jupiter");
});

test("drives are named by model, array or device, and counted where they are many", () => {
  const run = (more: Parameters<typeof runDetail>[0]) => describeDrives(runDetail({ target: file, ...more }));
  expect(run({ factors: { "drive.model": "PM9A3" }, path: pathTo(file, ["nvme0n1"]) })).toBe("PM9A3");
  expect(run({ factors: { "drive.model": "PM9A3" }, path: pathTo(file, ["nvme0n1", "nvme1n1"]) })).toBe(
    "2 × PM9A3",
  );
  const array = { factors: { "raid.level": "raid0" }, path: pathTo("/dev/md0", ["a", "b", "c", "d"]) };
  expect(run({ ...array, target: "/dev/md0" })).toBe("md0, raid0 of 4");
  expect(run({ path: pathTo(file, ["disk2", "disk3"]) })).toBe("disk2, disk3");
  expect(run({ path: pathTo(file, ["a", "b", "c"]) })).toBe("3 drives");
  expect(run({ path: pathTo("/mnt/x", [], "nfs") })).toBe("nfs");
  expect(run({ target: "/dev/nvd7", path: null })).toBe("nvd7");
  expect(run({ path: null })).toBeNull();
});
