/** The drives of a batch: one sentence first, the slow bay marked, the full link named; nothing for one target. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Pool } from "@/api/types";
import { batchOf, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
});

const bay = (drive: string, alone: number, together: number, is_slow = false): Pool["bays"][number] => ({
  drive,
  model: "Example SSD",
  slot: null,
  link: is_slow ? "Gen4 x1" : "Gen4 x4",
  numa_node: 0,
  alone_bytes_per_s: alone,
  together_bytes_per_s: together,
  peer_bytes_per_s: 4e9,
  rated_share: null,
  is_slow,
  surface: [],
});

const POOL: Pool = {
  direction: "read",
  workload: "sequential read 128 KiB, QD 32, 1 job",
  left_out: [],
  sentence: "Port, Gen4 x4 (0000:00:01.0) is full.",
  text: ["nvme2n1 reads 1.70 GB/s alone, 43 % of the 4.00 GB/s of its 3 peers."],
  bays: [
    bay("nvme0n1", 4e9, 2e9),
    bay("nvme1n1", 4e9, 2e9),
    bay("nvme2n1", 1.7e9, 1.7e9, true),
    bay("nvme3n1", 4e9, 4e9),
  ],
  levels: [
    {
      name: "Port, Gen4 x4 (0000:00:01.0)",
      drives: ["nvme0n1", "nvme1n1"],
      alone_bytes_per_s: 8e9,
      together_bytes_per_s: 4e9,
      ceiling_bytes_per_s: 4.2e9,
      is_lost: true,
      is_full: true,
      run_id: "run-5",
    },
    {
      name: "All drives",
      drives: ["nvme0n1", "nvme1n1", "nvme2n1", "nvme3n1"],
      alone_bytes_per_s: 13.7e9,
      together_bytes_per_s: 9.7e9,
      ceiling_bytes_per_s: null,
      is_lost: false,
      is_full: false,
      run_id: "run-6",
    },
  ],
};

const open = (targets: readonly string[]) => {
  const runs = targets.map((target, i) => runSummary({ id: `run-${i}`, target }));
  const batch = batchOf({ agent_name: "drives", runs });
  answer("get", `/batches/${batch.id}`, batch);
  answer("get", `/batches/${batch.id}/drives`, { items: [POOL] });
  answer("get", "/ratings", { items: [] });
  openApp(`/batches/${batch.id}`);
};

test("the sentence comes first, then bays behind each shared link, then each set with its share", async () => {
  open(["/dev/nvme0n1", "/dev/nvme1n1"]);
  expect(await screen.findByText(POOL.sentence)).toBeDefined();
  const [port] = screen.getAllByRole("region", { name: "Port, Gen4 x4 (0000:00:01.0)" });
  expect(within(port as HTMLElement).getAllByRole("listitem")).toHaveLength(2);
  const slow = screen.getByText("nvme2n1").closest("li") as HTMLElement;
  expect(within(slow).getByText("slow")).toBeDefined();
  const row = screen.getByRole("row", { name: /^Port, Gen4 x4/ });
  expect(row.textContent?.replaceAll("\u00a0", " ")).toContain("50 %");
});

test("a batch over one target has no such part", async () => {
  open(["/dev/nvme0n1", "/dev/nvme0n1"]);
  expect(await screen.findByRole("heading", { name: "drives" })).toBeDefined();
  expect(screen.queryByText(POOL.sentence)).toBeNull();
});
