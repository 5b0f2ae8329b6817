import type { RatedFigure } from "@/api/types";

/** A sequential run beside a rating of random reads, as the service answers it. */
export function ratedFigure(more: Partial<RatedFigure> = {}): RatedFigure {
  return {
    metric: "iops",
    unit: "IOPS",
    rw: "read",
    bs_bytes: 4096,
    percentile: null,
    measured: 75_945.1,
    rated: 450_000,
    rated_each: 450_000,
    drive_count: 1,
    rule: null,
    is_at_ceiling: false,
    share: 0.1688,
    verdict: "not_comparable",
    may_judge: false,
    differs: [
      { name: "pattern", rated: "randread", run: "read", effect: "differs" },
      { name: "outstanding", rated: "128", run: "31.9", effect: "easier" },
      { name: "direct", rated: "yes", run: null, effect: "unknown" },
    ],
    is_stated: false,
    claim: "up to",
    source: {
      title: "Product specification",
      address: "https://example.org/ds.pdf",
      kind: "maker",
      page: 12,
      dated: "2015-10",
      read_at: "2026-11-22",
      is_copy: false,
    },
    card: { id: "intel-dc-p3700", title: "Intel SSD DC P3700", origin: "built_in", grade: "B" },
    ...more,
  };
}
