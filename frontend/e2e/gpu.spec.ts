import { fioDocument } from "./fio-documents.ts";
import { type Machine, machine, type StoredRun, uploadRun } from "./machines.ts";
import { shareFrom, stranger } from "./sharing.ts";
import { expect, test } from "./stack.ts";

const BLOCK = 2 ** 20;
const startedAt = new Date("2026-11-18T09:00:00Z");
const GPU = "0000:3b:00.0";

/** Four drives of Gen3 x4 behind a switch; a GPU in eight lanes of its own root port, which carry 7.88 GB/s. */
function withGpu(): Machine {
  const made = machine("gpu-server");
  const pci = made.inventory["pci"] as Record<string, { name?: string; link: object }>;
  for (const address of ["0000:3a:00.0", GPU])
    Object.assign(pci[address]?.link ?? {}, {
      current_gts: 8,
      current_lanes: 8,
      max_gts: 8,
      max_lanes: 8,
    });
  Object.assign(pci[GPU] ?? {}, { name: "NVIDIA Corporation GV100GL", driver: "nvidia" });
  return { ...made, targets: made.targets.slice(-1) };
}

let run: StoredRun;

test.beforeAll(async () => {
  // 6500 MiB/s are 94.6 % of what the GPU's link carries, and half of what the drives' links do.
  const job = { name: "to-gpu", rw: "read", bs_bytes: BLOCK, iodepth: 16, ioengine: "libcufile" };
  const fio = fioDocument([{ ...job, read: { iops: 6500, clat_ns: 2_457_600 } }], startedAt);
  run = await uploadRun({ host: "gpu-box", startedAt, fio, machine: withGpu() });
});

test("a run to a GPU names the GPU's link as its limit, and shows the way", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto(`/runs/${run.id}`);
  await expect(
    page.getByText("The link of the GPU is nearly full: 6.82 of at most 7.20 GB/s, at least 94.6 %.").first(),
  ).toBeVisible();
  const stages = page.getByRole("region", { name: "Throughput limit per stage" });
  await expect(stages).toContainText("GPU linkGen3 x8 at 0000:3a:00.0close to the limit6.63–7.20 GB/s");
  await page.goto(`/runs/${run.id}#path`);
  const card = page.getByRole("region", { name: "Drives and GPUs" });
  await expect(card).toContainText(
    "4 drives × 3.94 GB/s = 15.8 GB/s behind the GPU's Gen3 x8 link of 7.88 GB/s.",
  );
  await expect(card).toContainText("(cuda_io=cufile)");
  const row = card.getByRole("row", { name: /GV100GL/ });
  await expect(row).toContainText(`${GPU} · nvidia`);
  await expect(row).toContainText("end of the path");
  await expect(row).toContainText("same socket: nvme0n1, nvme1n1, nvme2n1, nvme3n1, 3.94 GB/s each");
  await expect(row.getByRole("cell").last()).toHaveText("7.88 GB/s");
});

test("its host shows the same way and ceilings", { tag: "@nightly" }, async ({ page }) => {
  await page.goto(`/hosts/${run.hostId}#hardware`);
  const card = page.getByRole("region", { name: "Drives and GPUs" });
  await expect(card).toContainText("end of the path");
  await expect(
    card
      .getByRole("row", { name: /GV100GL/ })
      .getByRole("cell")
      .last(),
  ).toHaveText("7.88 GB/s");
  await expect(card).toContainText("behind the GPU's Gen3 x8 link of 7.88 GB/s.");
});

test("a share shows the way to the GPU by labels", { tag: "@nightly" }, async ({ page, browser }) => {
  test.slow();
  await page.goto(`/runs/${run.id}`);
  const link = await shareFrom(page);
  const recipient = await stranger(browser);
  await recipient.page.goto(link);
  const text = recipient.page.locator("body");
  await expect(text).toContainText(
    "The link of the GPU is nearly full: 6.82 of at most 7.20 GB/s, at least 94.6 %.",
  );
  const card = recipient.page.getByRole("region", { name: "Drives and GPUs" });
  await expect(card).toContainText("NVIDIA Corporation GV100GL");
  await expect(card).toContainText("behind the GPU's Gen3 x8 link of 7.88 GB/s.");
  await expect(card).toContainText("end of the path");
  for (const name of ["gpu-box", "nvme0n1", "to-gpu"]) await expect(text).not.toContainText(name);
  expect(recipient.faults).toEqual([]);
  await recipient.context.close();
});
