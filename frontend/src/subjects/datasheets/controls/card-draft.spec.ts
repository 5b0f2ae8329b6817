import { expect, test } from "vitest";
import { cardOf, emptyDraft, problemOf } from "@/subjects/datasheets/controls/card-draft";

const draft = {
  ...emptyDraft("INTEL SSDPEDMD020T4", 2_000_398_934_016),
  readMb: "2,800",
  readIops: "450000",
  randomKib: "4",
  queueDepth: "32",
  workers: "4",
  address: "https://example.org/ds.pdf",
  page: "12",
};

test("a draft becomes a card in base units, with what was printed alone", () => {
  expect(problemOf(draft)).toBeNull();
  const card = cardOf(draft, "2026-11-23");
  expect(card["id"]).toBe("intel-ssdpedmd020t4-2000-gb");
  expect(card["rating"]).toEqual([
    { metric: "bw_bytes_per_s", value: 2.8e9, claim: "rated", rw: "read", source: "typed" },
    {
      ...{ metric: "iops", value: 450_000, claim: "rated", rw: "randread", bs_bytes: 4096 },
      ...{ queue_depth: 32, workers: 4, source: "typed" },
    },
  ]);
  expect(card["source"]).toEqual([
    {
      ...{ key: "typed", title: "https://example.org/ds.pdf", address: "https://example.org/ds.pdf" },
      ...{ kind: "maker", read_at: "2026-11-23", page: 12 },
    },
  ]);
});

test("without an address there is no source, and no figure names one", () => {
  const card = cardOf({ ...draft, address: " " }, "2026-11-23");
  expect(card["source"]).toEqual([]);
  expect(JSON.stringify(card["rating"])).not.toContain("source");
});

test.each([
  [{ readMb: "2.8 GB/s" }, "Figures are plain numbers above 0, without units."],
  [{ readIops: "0" }, "Figures are plain numbers above 0, without units."],
  [{ readMb: "", readIops: "" }, "A datasheet needs at least one figure."],
  [{ capacityGb: "" }, "Enter the drive's capacity in GB."],
  [{ address: "data:text/html,1" }, "The URL of the source must begin with http:// or https://."],
])("what is no card says why", (change, problem) => {
  expect(problemOf({ ...draft, ...change })).toBe(problem);
});
