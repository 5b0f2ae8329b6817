/** What a run is called: its workload, the drive and the host in words, never the path of a test file. */
import { t } from "@lingui/core/macro";
import { sentenceCase } from "@/lib/format";
import { type WorkloadOptions, workloadInWords } from "@/lib/workload";

export interface NamedRun {
  title: string | null;
  target: string | null;
  host: { name: string };
  factors: Readonly<Record<string, unknown>>;
  /** Null where the sender said nothing of its targets. */
  path: {
    targets: readonly {
      path: string | null;
      filesystem: string | null;
      members: readonly { disk: string }[];
    }[];
  } | null;
  results: readonly WorkloadOptions[];
}

/** More drives than this are counted, not named. */
const MAX_NAMES = 2;

/** Returns the title that a person gave, or names the run by what it measured. */
export function runTitle(run: NamedRun): string {
  if (run.title !== null && run.title !== "") return run.title;
  return [describeWorkloads(run.results), describeDrives(run), run.host.name]
    .filter((part) => part !== null)
    .join(" · ");
}

/** "Random read 4 KiB, QD 32", or how many workloads there are. */
export function describeWorkloads(results: NamedRun["results"]): string {
  const [first, ...others] = [...new Set(results.map(workloadInWords))];
  if (first === undefined) return t`No results`;
  // One job is what a reader expects; several are said.
  return others.length === 0
    ? sentenceCase(first.replace(/, 1 job$/, ""))
    : t`${{ count: others.length + 1 }} workloads`;
}

/** "vda", "4 × KCD8XRUG1T92", "md0, raid0 of 4"; null where neither the path nor the target names a device. */
export function describeDrives({ target, factors, path }: Omit<NamedRun, "title">): string | null {
  const [first] = path?.targets ?? [];
  const model = textOf(factors["drive.model"]);
  const level = textOf(factors["raid.level"]);
  const names = [...new Set(first?.members.map(({ disk }) => disk))];
  if (level !== null) {
    const device = deviceName(target) ?? deviceName(first?.path ?? null);
    const array = t`${level} of ${{ names: names.length }}${{ model: model === null ? "" : ` × ${model}` }}`;
    return device === null ? array : `${device}, ${array}`;
  }
  if (model !== null) return names.length > 1 ? `${names.length} × ${model}` : model;
  if (names.length > MAX_NAMES) return t`${{ names: names.length }} drives`;
  if (names.length > 0) return names.join(", ");
  if (first?.filesystem != null) return first.filesystem;
  return deviceName(target);
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

/** Name of a device whose path is given; null for a path of a file or folder. */
export function deviceName(target: string | null): string | null {
  return target?.startsWith("/dev/") === true ? target.slice("/dev/".length) : null;
}
