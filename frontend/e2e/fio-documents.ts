/**
 * fio outputs (json+ of fio 3.36) whose every figure is known. They are consistent as fio's own are: iops × runtime is
 * the number of I/Os, times the block size the bytes, and the bins hold exactly the I/Os.
 */

export interface Figures {
  iops: number;
  /** One of fio's bucket values, so that percentiles and bins say the same. */
  clat_ns: number;
}

export interface JobSpec {
  name: string;
  rw: string;
  bs_bytes: number;
  iodepth?: number;
  /** One that queues, with direct=1; without it psync, buffered. */
  ioengine?: string;
  read?: Figures;
  write?: Figures;
}

const RUNTIME_S = 1000;
const PERCENTILES = [1, 5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99];

/** A whole output with these jobs. */
export function fioDocument(jobs: readonly JobSpec[], startedAt: Date) {
  return {
    "fio version": "fio-3.36",
    timestamp: Math.floor(startedAt.getTime() / 1000) + RUNTIME_S,
    timestamp_ms: startedAt.getTime() + RUNTIME_S * 1000,
    time: startedAt.toUTCString(),
    jobs: jobs.map((job, i) => ({
      jobname: job.name,
      groupid: i,
      error: 0,
      eta: 0,
      elapsed: RUNTIME_S + 1,
      "job options": {
        name: job.name,
        rw: job.rw,
        bs: String(job.bs_bytes),
        iodepth: String(job.iodepth ?? 1),
        ioengine: job.ioengine ?? "psync",
        ...(job.ioengine === undefined ? {} : { direct: "1" }),
        runtime: String(RUNTIME_S),
        time_based: "",
        filename: "/data/test",
        size: "1G",
      },
      read: direction(job.read, job.bs_bytes),
      write: direction(job.write, job.bs_bytes),
      trim: direction(undefined, job.bs_bytes),
      job_runtime: RUNTIME_S * 1000,
      usr_cpu: 1.5,
      sys_cpu: 9.5,
      ctx: 1,
      majf: 0,
      minf: 1,
    })),
    disk_util: [],
  };
}

function direction(figures: Figures | undefined, bsBytes: number) {
  const ios = (figures?.iops ?? 0) * RUNTIME_S;
  const bandwidth = (figures?.iops ?? 0) * bsBytes;
  return {
    io_bytes: ios * bsBytes,
    io_kbytes: Math.floor((ios * bsBytes) / 1024),
    bw_bytes: bandwidth,
    bw: Math.floor(bandwidth / 1024),
    iops: figures?.iops ?? 0,
    runtime: figures === undefined ? 0 : RUNTIME_S * 1000,
    total_ios: ios,
    short_ios: 0,
    drop_ios: 0,
    slat_ns: { min: 0, max: 0, mean: 0, stddev: 0, N: 0 },
    clat_ns: latency(figures, ios),
    lat_ns: latency(figures, ios),
    bw_min: 0,
    bw_max: 0,
    bw_agg: 0,
    bw_mean: 0,
    bw_dev: 0,
    bw_samples: 0,
    iops_min: 0,
    iops_max: 0,
    iops_mean: 0,
    iops_stddev: 0,
    iops_samples: 0,
  };
}

function latency(figures: Figures | undefined, n: number) {
  if (figures === undefined) return { min: 0, max: 0, mean: 0, stddev: 0, N: 0 };
  const value = figures.clat_ns;
  return {
    min: value,
    max: value,
    mean: value,
    stddev: 0,
    N: n,
    percentile: Object.fromEntries(PERCENTILES.map((percentile) => [percentile.toFixed(6), value])),
    bins: { [String(value)]: n },
  };
}
