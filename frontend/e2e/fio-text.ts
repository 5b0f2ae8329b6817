/**
 * What a storage team pasted: four results of fio's normal text with prose and command lines between them, as a shell
 * prints them. The headings say "read" over writes and the other way round, as theirs did; the figures do not.
 */

interface TextResult {
  heading: string;
  rw: "randread" | "randwrite";
  bs: string;
  bs_bytes: number;
  /** I/Os that were done, from which IOPS and bandwidth follow. */
  ios: number;
  runtime_ms: number;
  clat_mean_us: number;
  /** p50, p99, p99.9 in whole milliseconds, as fio prints them. */
  percentiles_ms: readonly [number, number, number];
  pid: number;
  /** When fio printed it. */
  at: string;
}

/** 6,004.2 IOPS write and 12,898.8 IOPS read of 8 KiB, 3,085.1 write and 3,376.3 read of 256 KiB. */
export const NAS_RESULTS: readonly TextResult[] = [
  {
    heading: "8k random read test:",
    rw: "randwrite",
    bs: "8k",
    bs_bytes: 8192,
    ios: 1_801_368,
    runtime_ms: 300_018,
    clat_mean_us: 16_320,
    percentiles_ms: [9, 174, 422],
    pid: 4711,
    at: "Tue Nov 10 09:14:02 2026",
  },
  {
    heading: "8k random write test:",
    rw: "randread",
    bs: "8k",
    bs_bytes: 8192,
    ios: 3_870_169,
    runtime_ms: 300_041,
    clat_mean_us: 7750,
    percentiles_ms: [7, 28, 66],
    pid: 4913,
    at: "Tue Nov 10 09:19:11 2026",
  },
  {
    heading: "And with large blocks",
    rw: "randwrite",
    bs: "256k",
    bs_bytes: 262_144,
    ios: 925_703,
    runtime_ms: 300_056,
    clat_mean_us: 32_360,
    percentiles_ms: [30, 87, 108],
    pid: 5122,
    at: "Tue Nov 10 09:24:20 2026",
  },
  {
    heading: "random read, 256k",
    rw: "randread",
    bs: "256k",
    bs_bytes: 262_144,
    ios: 1_013_133,
    runtime_ms: 300_072,
    clat_mean_us: 29_610,
    percentiles_ms: [19, 175, 261],
    pid: 5330,
    at: "Tue Nov 10 09:29:29 2026",
  },
];

export function nasText(): string {
  return [
    "Hi all, these are our numbers for the new cluster over NFS (3 nodes, 10 GbE).",
    "",
    ...NAS_RESULTS.map(section),
    "Let me know what you think!",
    "",
  ].join("\n");
}

function section(result: TextResult): string {
  return `${result.heading}\n\n$ ${commandLine(result)}\n${fioText(result)}\n`;
}

export function commandLine({ rw, bs }: TextResult): string {
  return (
    `fio --name=nfs --directory=/mnt/nas --rw=${rw} --bs=${bs} --ioengine=psync --iodepth=1 --numjobs=100 ` +
    "--thread --size=1T --runtime=300 --time_based --direct=1 --group_reporting"
  );
}

/** One result as fio 3.x prints it, without its version line. Every figure follows from the I/Os and the runtime. */
export function fioText({ rw, bs_bytes: bs, ios, runtime_ms: ms, ...latency }: TextResult): string {
  const isRead = rw === "randread";
  const [p50, p99, p999] = latency.percentiles_ms;
  const bytes = ios * bs;
  const rate = (bytes / ms) * 1000;
  const mib = (value: number) => `${(value / 2 ** 20).toFixed(1)}MiB`;
  const gib = `${(bytes / 2 ** 30).toFixed(1)}GiB`;
  const iops = (ios / ms) * 1000;
  const shortIops = iops >= 10_000 ? `${(iops / 1000).toFixed(1)}k` : String(Math.floor(iops));
  const bandwidth = `${mib(rate)}/s (${(rate / 1e6).toFixed(1)}MB/s)`;
  const group = isRead ? "   READ" : "  WRITE";
  return `nfs: (g=0): rw=${rw}, bs=(R) ${bs}B-${bs}B, (W) ${bs}B-${bs}B, (T) ${bs}B-${bs}B, ioengine=psync, iodepth=1
...
Starting 100 threads

nfs: (groupid=0, jobs=100): err= 0: pid=${latency.pid}: ${latency.at}
  ${isRead ? "read" : "write"}: IOPS=${shortIops}, BW=${bandwidth}(${gib}/${ms}msec)
    clat (usec): min=301, max=1204112, avg=${latency.clat_mean_us.toFixed(2)}, stdev=30211.40
     lat (usec): min=302, max=1204113, avg=${(latency.clat_mean_us + 0.6).toFixed(2)}, stdev=30211.42
    clat percentiles (msec):
     |  1.00th=[    2], 50.00th=[ ${String(p50).padStart(4)}], 99.00th=[ ${String(p99).padStart(4)}], 99.90th=[ ${String(p999).padStart(4)}]
  cpu          : usr=0.08%, sys=0.51%, ctx=${ios}, majf=0, minf=100
  IO depths    : 1=100.0%, 2=0.0%, 4=0.0%, 8=0.0%, 16=0.0%, 32=0.0%, >=64=0.0%
     submit    : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%
     complete  : 0=0.0%, 4=100.0%, 8=0.0%, 16=0.0%, 32=0.0%, 64=0.0%, >=64=0.0%
     issued rwts: total=${isRead ? ios : 0},${isRead ? 0 : ios},0,0 short=0,0,0,0 dropped=0,0,0,0
     latency   : target=0, window=0, percentile=100.00%, depth=1

Run status group 0 (all jobs):
${group}: bw=${bandwidth}, ${mib(rate)}/s-${mib(rate)}/s (${(rate / 1e6).toFixed(1)}MB/s-${(rate / 1e6).toFixed(1)}MB/s), io=${gib} (${(bytes / 1e9).toFixed(1)}GB), run=${ms}-${ms}msec
`;
}
