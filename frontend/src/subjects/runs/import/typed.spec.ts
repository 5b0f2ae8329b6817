import { expect, test } from "vitest";
import { ApiError } from "@/api/errors";
import type { Claim } from "@/api/types";
import { rangesInWords } from "@/subjects/runs/import/LinesSummary";
import {
  documentOf,
  documentOfClaims,
  draftProblems,
  EMPTY_DRAFT,
  refusedFields,
} from "@/subjects/runs/import/typed";

const DRAFT = { ...EMPTY_DRAFT, host: " nas ", iops: "12.9k" };

test("what was not typed is not in the document", () => {
  expect(documentOf(DRAFT)).toEqual({
    host: "nas",
    tool: "fio",
    labels: {},
    results: [{ direction: "read", iops: "12.9k" }],
  });
  expect(documentOf({ ...DRAFT, iodepth: "32", labels: ["fan=off"], bs: "8k" })).toMatchObject({
    labels: { fan: "off" },
    results: [{ direction: "read", bs: "8k", iodepth: 32, iops: "12.9k" }],
  });
});

test("a host, a figure, whole numbers and labels are asked for before anything is sent", () => {
  expect(draftProblems(DRAFT)).toEqual({});
  expect(Object.keys(draftProblems({ ...EMPTY_DRAFT, iodepth: "x", labels: ["Fan"] })).sort()).toEqual([
    "host",
    "iodepth",
    "iops",
    "labels",
  ]);
});

test("what the service refuses stands at its field", () => {
  const body = {
    problems: [
      { where: "/results/0/bandwidth", detail: "No unit." },
      { where: "/date", detail: "Late." },
    ],
  };
  const error = new ApiError("No.", { status: 422, kind: "Invalid", requestId: null, body });
  expect(refusedFields(error)).toEqual({ bandwidth: "No unit.", date: "Late." });
  expect(
    refusedFields(new ApiError("No.", { status: 503, kind: "Unavailable", requestId: null })),
  ).toBeNull();
  expect(refusedFields(new Error("no"))).toBeNull();
});

function claim(changed: Partial<Claim>): Claim {
  return {
    where: "line 3, column 8",
    line: 3,
    column: 8,
    text: "12.9k",
    quantity: "12.9k",
    metric: "iops",
    direction: "read",
    value: 12_900,
    unit: "IOPS",
    pattern: "random",
    bs_bytes: 8192,
    iodepth: null,
    numjobs: null,
    status: "no_run",
    cause: null,
    measured: null,
    measured_direction: null,
    factor: null,
    run: null,
    run_id: null,
    sentence: "No measured run that this can mean is known.",
    ...changed,
  };
}

test("the cells of a line and direction become one typed result in their own digits", () => {
  const cells = [
    claim({}),
    claim({ column: 15, metric: "bw_bytes_per_s", quantity: "106 MB/s" }),
    claim({ column: 22, direction: "write", quantity: "6004" }),
    claim({ line: 4, direction: null }),
  ];
  expect(documentOfClaims(cells, { host: "nas", title: "" })?.results).toEqual([
    { direction: "read", rw: "randread", bs: "8192", iops: "12.9k", bandwidth: "106 MB/s" },
    { direction: "write", rw: "randwrite", bs: "8192", iops: "6004" },
  ]);
  expect(documentOfClaims([claim({ direction: null })], { host: "nas", title: "" })).toBeNull();
});

test("lines are told as ranges", () => {
  expect(
    rangesInWords([
      [1, 4],
      [9, 9],
    ]),
  ).toBe("1–4, 9");
  expect(rangesInWords(Array.from({ length: 9 }, (_, i) => [2 * i + 1, 2 * i + 1]))).toBe(
    "1, 3, 5, 7, 9, 11, …",
  );
});
