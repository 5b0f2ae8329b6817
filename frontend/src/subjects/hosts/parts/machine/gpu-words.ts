/** What is said of GPUs as the end of a path. Judges nothing: classes and limits are the service's. */
import { plural, t } from "@lingui/core/macro";
import { formatBandwidth, formatLanes } from "@/lib/units";
import type { Gpu, GpuDrives, GpuUse } from "@/subjects/hosts/parts/machine/machine";

export const NEARNESS: Record<NonNullable<GpuDrives["nearness"]>, string> = {
  "same switch": t`same switch`,
  "same root port": t`same root port`,
  "same socket": t`same socket`,
  "across sockets": t`across sockets`,
};

export const UNKNOWN_PLACE: Record<NonNullable<GpuDrives["nearness_reason"]>, string> = {
  "virtual machine": t`a virtual machine shows ports of its own`,
  "no PCIe address": t`the drive has no PCIe address`,
  "several controllers": t`the drive has several controllers`,
  "NUMA node unknown": t`a NUMA node is unknown`,
  "sockets unknown": t`the nodes of the sockets are unknown`,
  "node spans sockets": t`a NUMA node spans both sockets`,
};

export function noRate({ rate_reason: reason, limited_by: hop }: GpuDrives): string {
  if (reason !== null && reason !== "link unknown") return UNKNOWN_PLACE[reason];
  return hop === null ? t`a link is unknown` : t`the link at ${hop} is unknown`;
}

/** "Gen4 x16"; null when speed or width is unknown. */
export function gpuLink({ generation, lanes }: Pick<Gpu, "generation" | "lanes">): string | null {
  return generation === null || lanes === null ? null : `Gen${generation} ${formatLanes(lanes)}`;
}

/** "4 drives × 7.88 GB/s = 31.5 GB/s behind the GPU's Gen4 x16 link of 31.5 GB/s."; null where a part is unknown. */
export function togetherInWords(gpu: Gpu): string | null {
  const { drives, drives_bytes_per_s: sum, link_bytes_per_s: link, together_bytes_per_s: together } = gpu;
  const count = drives.reduce((total, { disks }) => total + disks.length, 0);
  if (count === 0 || sum === null || link === null || together === null) return null;
  const each = drives[0]?.rate_bytes_per_s ?? 0;
  const isEven =
    count > 1 &&
    Math.abs(each * count - sum) <= count &&
    drives.every(({ rate_bytes_per_s: rate }) => rate === each);
  const many = plural(count, { one: "# drive", other: "# drives" });
  const supply = isEven
    ? t`${many} × ${formatBandwidth(each)} = ${formatBandwidth(sum)}`
    : t`${many} with ${formatBandwidth(sum)}`;
  const behind = t`${supply} behind the GPU's ${gpuLink(gpu) ?? t`link`} link of ${formatBandwidth(link)}`;
  // A shared link before the GPU; rounding apart.
  if (together < Math.min(sum, link) * (1 - 1e-6)) {
    return t`${behind}; shared links on the way let ${formatBandwidth(together)} through.`;
  }
  return `${behind}.`;
}

const WAYS: Record<GpuUse["way"], string> = {
  direct: t`The job asked for direct transfers to the GPU; cuFile can fall back to host memory without a note in the output.`,
  "through host memory": t`The job copied data through host memory, so the figures below, for direct transfers, are not its limits.`,
  "host memory only": t`The job moved data to host memory only, not to a GPU.`,
  unknown: t`The job used memory of a GPU; how data got there is not known.`,
};

export function endInWords({ way, option, numbers, end_reason: reason }: GpuUse): string {
  const asked = option === null ? WAYS[way] : `${WAYS[way]} (${option})`;
  if (reason === "several GPUs") {
    const named = numbers.length === 0 ? t`the GPU` : t`GPU ${numbers.join(", ")}`;
    return t`${asked} Which of these is ${named} is unknown: CUDA numbers GPUs in an order of its own.`;
  }
  if (reason === "GPU not visible") return t`${asked} The GPU with that number is not in the inventory.`;
  return asked;
}
