import { expect, test } from "vitest";
import { endInWords, gpuLink, togetherInWords } from "@/subjects/hosts/parts/machine/gpu-words";
import type { Gpu, GpuDrives, GpuUse } from "@/subjects/hosts/parts/machine/machine";

const plain = (text: string | null) => text?.replaceAll("\u00a0", " ") ?? null;
const X4 = 7_876_923_077;
const X16 = 31_507_692_308;

const drives = (count: number, rate: number | null = X4): GpuDrives => ({
  disks: Array.from({ length: count }, (_, i) => `nvme${i}n1`),
  nearness: "same switch",
  nearness_reason: null,
  rate_bytes_per_s: rate,
  rate_reason: rate === null ? "link unknown" : null,
  limited_by: null,
});

const gpu = (more: Partial<Gpu> = {}): Gpu => ({
  id: "0000:10:00.0",
  title: "GPU",
  driver: "nvidia",
  numa_node: 0,
  generation: 4,
  lanes: 16,
  link_bytes_per_s: X16,
  drives: [drives(4)],
  drives_bytes_per_s: X16,
  together_bytes_per_s: X16,
  shared_hops: [],
  is_end: false,
  ...more,
});

const use = (more: Partial<GpuUse>): GpuUse => ({
  way: "direct",
  option: "cuda_io=cufile",
  numbers: [0],
  end_reason: null,
  ...more,
});

test.each([
  [gpu(), "4 drives × 7.88 GB/s = 31.5 GB/s behind the GPU's Gen4 x16 link of 31.5 GB/s."],
  [
    gpu({ drives: [drives(6)], drives_bytes_per_s: 6 * X4, together_bytes_per_s: X16 / 2 }),
    "6 drives × 7.88 GB/s = 47.3 GB/s behind the GPU's Gen4 x16 link of 31.5 GB/s; shared links on the way let 15.8 GB/s through.",
  ],
  [
    gpu({
      drives: [drives(2), drives(1, X4 / 2)],
      drives_bytes_per_s: 2.5 * X4,
      together_bytes_per_s: 2.5 * X4,
    }),
    "3 drives with 19.7 GB/s behind the GPU's Gen4 x16 link of 31.5 GB/s.",
  ],
  [gpu({ drives: [drives(4, null)], drives_bytes_per_s: null, together_bytes_per_s: null }), null],
  [gpu({ generation: null, link_bytes_per_s: null, together_bytes_per_s: null }), null],
  [gpu({ drives: [] }), null],
])("says what all drives bring together, or nothing where a part is unknown", (one, words) => {
  expect(plain(togetherInWords(one))).toBe(words);
});

test("names a link only with speed and width", () => {
  expect(gpuLink(gpu())).toBe("Gen4 x16");
  expect(gpuLink(gpu({ lanes: null }))).toBeNull();
});

test("says which GPU was meant, or why that is unknown", () => {
  expect(endInWords(use({}))).toContain("(cuda_io=cufile)");
  expect(endInWords(use({ end_reason: "several GPUs" }))).toContain("GPU 0 is unknown");
  expect(endInWords(use({ end_reason: "several GPUs", numbers: [] }))).toContain("the GPU is unknown");
  expect(endInWords(use({ end_reason: "GPU not visible", numbers: [3] }))).toContain("not in the inventory");
  expect(endInWords(use({ way: "host memory only", option: null }))).not.toContain("(");
});
