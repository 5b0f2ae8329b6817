import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { JudgedRequirement } from "@/api/types";
import { formatMargin, purposeAdvice, purposeAnswer } from "@/subjects/purposes/parts/purpose-words";
import { runDetail } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";
import { ETCD, ETCD_WAL } from "@/test/purpose-data";

beforeEach(signedIn);

test("each answer has its word", () => {
  const cases: [Partial<JudgedRequirement>, string][] = [
    [{}, "Yes"],
    [{ answer: "comfortable" }, "Yes, with margin"],
    [{ is_narrow: true }, "Barely"],
    [{ answer: "fails" }, "No"],
    [{ answer: "fails", is_narrow: true }, "No, narrowly"],
    [{ answer: null }, "Below recommendation"],
    [{ answer: null, count: 23, counted_in: "cameras" }, "23 cameras"],
    [{ answer: null, seconds: 51.6 }, "51.6 s"],
  ];
  for (const [fields, word] of cases)
    expect(purposeAnswer({ ...ETCD_WAL, ...fields }).word.replaceAll("\u00a0", " ")).toBe(word);
  expect([0.552, 4.23, 32.25, 101.4].map(formatMargin)).toEqual(["0.552 ×", "4.23 ×", "32.3 ×", "101 ×"]);
  expect(purposeAdvice({ ...ETCD_WAL, is_settled: false })).toContain("repeat it");
});

test("the tab says the answer with its percentiles, and which use cases need other measurements", async () => {
  answer("get", "/runs/:id", runDetail());
  answer("get", "/factors", { items: [] });
  answer("get", "/runs/:id/purposes", {
    sentence: "Fast enough for etcd.",
    items: [
      ETCD,
      {
        id: "nvr",
        title: "Network video recorder",
        is_own: true,
        version: "2",
        verdict: "cannot_tell",
        margin: null,
        requirements: [],
        reason: "its blocks are 2300 B, not 256 KiB",
        job: "fioboard-agent suite purpose nvr --target PATH",
      },
    ],
  });
  openApp("/runs/run-1#purposes");
  const row = await screen.findByRole("row", { name: /etcd/ });
  const cells = within(row)
    .getAllByRole("cell")
    .map((cell) => cell.textContent?.replaceAll("\u00a0", " "));
  expect(cells).toEqual([
    "Yes",
    "7.83 msstated: ≤ 10 msmedian of 3",
    "1.28 ×",
    "7.83 ms",
    "12.0 ms",
    "15.9 ms",
    "etcd FAQ 3.5v3.5",
  ]);
  expect(screen.getByText("Fast enough for etcd.")).toBeDefined();
  expect(screen.getByText(/1 use case needs other measurements/)).toBeDefined();
  expect(screen.getByText("own card nvr, version 2")).toBeDefined();
});
