import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import {
  formatBandwidth,
  formatBandwidthExact,
  formatBlockSize,
  formatBlockSizeProse,
  formatBytes,
  formatCapacity,
  formatChange,
  formatCount,
  formatCumulative,
  formatEnergy,
  formatIops,
  formatLatency,
  formatLatencyTick,
  formatPercent,
  formatProbability,
  formatRuntime,
  formatSize,
  formatSpan,
  MISSING,
} from "@/lib/units";
import cases from "@/test/figures.json";

/** Tests read better with an ordinary space; the product writes a non-breaking one. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("every quantity reads as in the sentences of the service", () => {
  const formats: Record<string, (value: number) => string> = {
    bandwidth: formatBandwidth,
    iops: formatIops,
    latency: formatLatency,
    energy: formatEnergy,
    tick: formatLatencyTick,
    bytes: formatBytes,
    count: formatCount,
    percent: formatPercent,
    runtime: formatRuntime,
    block: formatBlockSizeProse,
  };
  expect(Object.keys(cases).toSorted()).toEqual(Object.keys(formats).toSorted());
  for (const [name, rows] of Object.entries(cases))
    for (const [value, text] of rows)
      expect([name, value, plain(formats[name]?.(Number(value)) ?? "")]).toEqual([name, value, text]);
});

describe("bandwidth", () => {
  test.each([
    [0, "0 B/s"],
    [111, "111 B/s"],
    [6_840_000_000, "6.84 GB/s"],
    [822_000_000, "822 MB/s"],
    [999_400_000, "999 MB/s"],
    [999_500_000, "1.00 GB/s"],
    [999_700_000, "1.00 GB/s"],
    [28_400_000_000, "28.4 GB/s"],
    [106_000_000, "106 MB/s"],
    [49_200_000, "49.2 MB/s"],
    [1_562_000_000, "1.56 GB/s"],
    [2_000_000_000_000, "2.00 TB/s"],
  ])("%d bytes/s is %s", (value, text) => {
    expect(plain(formatBandwidth(value))).toBe(text);
  });

  test.each([
    [2 ** 30, "1.00 GiB/s"],
    [1000 * 2 ** 20, "0.977 GiB/s"],
    [6_840_000_000, "6.37 GiB/s"],
    [512, "512 B/s"],
    [4096, "4.00 KiB/s"],
  ])("%d bytes/s is %s in binary units", (value, text) => {
    expect(plain(formatBandwidth(value, "binary"))).toBe(text);
  });

  it("gives both units and the exact figure where space allows", () => {
    expect(plain(formatBandwidthExact(885_000_000))).toBe("885 MB/s = 844 MiB/s (885,000,000 bytes/s)");
  });
});

describe("IOPS", () => {
  test.each([
    [759_000, "759k"],
    [1_190_000, "1.19M"],
    [84, "84"],
    [84.4, "84.4"],
    [12.9, "12.9"],
    [111, "111"],
    [222, "222"],
    [999.4, "999"],
    [999.5, "1.00k"],
    [999_700, "1.00M"],
    [12_900, "12.9k"],
    [6_004, "6.00k"],
    [9.63, "9.63"],
    [0.4, "0.4"],
    [0, "0"],
  ])("%d is %s", (value, text) => {
    expect(plain(formatIops(value))).toBe(text);
  });
});

describe("spans", () => {
  it.each([
    [[1000, 4400], formatIops, "1.00–4.40k"],
    [[980, 4400], formatIops, "0.98–4.40k"],
    [[197, 408_000], formatIops, "0.197–408k"],
    [[1000, 1001], formatIops, "1.00k"],
    [[149_000, 2_070_000], formatLatency, "149 µs–2.07 ms"],
    [[4_096_000, 18_022_400], (v: number) => formatBandwidth(v, "decimal"), "4.10–18.0 MB/s"],
    [[0, 4_096_000], (v: number) => formatBandwidth(v, "decimal"), "0 B/s–4.10 MB/s"],
  ] as const)("%j reads as one text", (span, format, text) => {
    expect(plain(formatSpan(span, format) ?? "")).toBe(text);
  });
  it("says nothing of what was not measured", () => {
    expect(formatSpan(null, formatIops)).toBeNull();
  });
});

describe("latency", () => {
  test.each([
    [0, "0 ns"],
    [412, "412 ns"],
    [85.31, "85.3 ns"],
    [71_400, "71.4 µs"],
    [111_000, "111 µs"],
    [2_070_000, "2.07 ms"],
    [999_499, "999 µs"],
    [999_500, "1.00 ms"],
    [1_500_000_000, "1.50 s"],
    [90_000_000_000, "90.0 s"],
  ])("%d ns is %s", (value, text) => {
    expect(plain(formatLatency(value))).toBe(text);
  });

  test.each([
    [50_000, "50 µs"],
    [2_000_000, "2 ms"],
    [500, "500 ns"],
    [1_000_000_000, "1 s"],
  ])("an axis tick of %d ns is %s", (value, text) => {
    expect(plain(formatLatencyTick(value))).toBe(text);
  });
});

describe("sizes", () => {
  test.each([
    [512, "512", "512 B"],
    [4096, "4k", "4 KiB"],
    [131_072, "128k", "128 KiB"],
    [1_048_576, "1M", "1 MiB"],
    [1_572_864, "1536k", "1536 KiB"],
    [4500, "4500", "4500 B"],
    [2 ** 30, "1G", "1 GiB"],
    [2 ** 40, "1T", "1 TiB"],
    [0, "0", "0 B"],
    [1, "1", "1 B"],
    [65_536, "64k", "64 KiB"],
    [512_000, "500k", "500 KiB"],
    [128_000, "125k", "125 KiB"],
    [1536, "1536", "1536 B"],
    [4097, "4097", "4097 B"],
    [4000, "4000", "4000 B"],
    [1_000_000, "1 MB", "1 MB"],
    [32_000_000, "32 MB", "32 MB"],
    [1_000_000_000, "1 GB", "1 GB"],
  ])("a block of %d bytes is %s, in prose %s", (bytes, short, prose) => {
    expect(plain(formatBlockSize(bytes))).toBe(short);
    expect(plain(formatBlockSizeProse(bytes))).toBe(prose);
  });

  it("names drives in decimal and memory in binary units", () => {
    expect(plain(formatBytes(1_920_383_410_176))).toBe("1.92 TB");
    expect(plain(formatBytes(64 * 2 ** 30, "binary"))).toBe("64.0 GiB");
  });
});

describe("time and share", () => {
  test.each([
    [480, "480 ms"],
    [20_000, "20.0 s"],
    [59_949, "59.9 s"],
    [60_000, "60.0 s"],
    [119_499, "119 s"],
    [119_500, "2 min"],
    [300_000, "5 min"],
    [1_000_000, "16 min 40 s"],
    [3_723_000, "1 h 2 min"],
    [3_603_000, "1 h 3 s"],
  ])("%d ms is %s", (ms, text) => {
    expect(plain(formatRuntime(ms))).toBe(text);
  });

  test.each([
    [0.42, "0.4 %"],
    [9.0, "9 %"],
    [98.7, "98.7 %"],
    [100, "100 %"],
    [162.4, "162 %"],
  ])("%d is %s", (value, text) => {
    expect(plain(formatPercent(value))).toBe(text);
  });

  test.each([
    [50, "50 %"],
    [98.96, "99 %"],
    [99.96, "99.96 %"],
    [99.9996, "99.999 %"],
    [100, "100 %"],
  ])("%d of a distribution is %s", (value, text) => {
    expect(plain(formatCumulative(value))).toBe(text);
  });

  it("groups thousands of a count", () => {
    expect(formatCount(1_240)).toBe("1,240");
  });
});

describe("every formatter", () => {
  const all = [
    formatBandwidth,
    formatBandwidthExact,
    formatIops,
    formatLatency,
    formatBytes,
    formatCapacity,
    formatBlockSize,
    formatBlockSizeProse,
    formatPercent,
    formatCumulative,
    formatRuntime,
    formatCount,
  ];
  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY])(
    "shows %s as missing, never as 0",
    (value) => {
      for (const format of all) expect(format(value)).toBe(MISSING);
    },
  );

  it("never prints a magnitude of 1000 or more before a unit, and stays within half a percent", () => {
    const factor: Record<string, number> = { "": 1, k: 1e3, M: 1e6, G: 1e9 };
    fc.assert(
      fc.property(fc.double({ min: 10, max: 9.9e11, noNaN: true }), (iops) => {
        const [, number = "", unit = ""] = /^([\d.]+)(.*)$/.exec(formatIops(iops)) ?? [];
        expect(Number(number)).toBeLessThan(1000);
        const back = Number(number) * (factor[unit] ?? Number.NaN);
        expect(Math.abs(back - iops) / iops).toBeLessThanOrEqual(0.00503);
      }),
    );
    fc.assert(
      fc.property(fc.double({ min: 1, max: 9.9e11, noNaN: true }), (ns) => {
        const [number = "", unit = ""] = plain(formatLatency(ns)).split(" ");
        const back = Number(number) * ({ ns: 1, µs: 1e3, ms: 1e6, s: 1e9 }[unit] ?? Number.NaN);
        expect(Math.abs(back - ns) / ns).toBeLessThanOrEqual(0.00503);
      }),
    );
  });
});

describe("comparisons", () => {
  test.each([
    [2.958, "+195.8 %"],
    [0.972, "−2.8 %"],
    [1, "0.0 %"],
    [1.0004, "0.0 %"],
    [0.9996, "0.0 %"],
    [0.25, "−75.0 %"],
    [31.5, "+3,050 %"],
    [null, MISSING],
  ])("a ratio of %s is a change of %s", (ratio, text) => expect(plain(formatChange(ratio))).toBe(text));

  test.each([
    [3.2204, 0, "+200 %"],
    [3.2204, 1, "+220 %"],
    [0.671, 2, "−33 %"],
    [0.67134, 3, "−32.9 %"],
    [0.67134, 4, "−32.87 %"],
    [1.004, 2, "0 %"],
    [31.5, 0, "+3,100 %"],
  ])("a ratio of %s with %s decimals is a change of %s", (ratio, decimals, text) =>
    expect(plain(formatChange(ratio, decimals))).toBe(text),
  );

  test.each([
    [0.0304, "0.0304"],
    [0.5, "0.5"],
    [0.000_03, "< 0.0001"],
    [null, MISSING],
  ])("p of %s reads %s", (p, text) => expect(plain(formatProbability(p))).toBe(text));
});

test("memory and small sizes are given in powers of two, drives and data in powers of ten", () => {
  expect(plain(formatSize(16 * 2 ** 30, "memory.total"))).toBe("16.0 GiB");
  expect(plain(formatSize(1_920_383_410_176, "drive.capacity"))).toBe("1.92 TB");
  const sold = [2_000_398_934_016, 30_720_000_000_000, 274_877_906_944];
  expect(sold.map((size) => plain(formatCapacity(size)))).toEqual(["2 TB", "30.72 TB", "275 GB"]);
  expect(plain(formatSize(512 * 2 ** 20, "drive.capacity"))).toBe("512 MiB");
  expect(formatSize(null, "memory.total")).toBe(MISSING);
});
