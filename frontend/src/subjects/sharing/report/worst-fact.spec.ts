import { expect, test } from "vitest";
import type { MachineFinding, SharedDocument } from "@/api/types";
import { worstFact } from "@/subjects/sharing/report/worst-fact";
import { sharedDocument } from "@/test/share-data";

function finding(id: string, more: Partial<MachineFinding> = {}): MachineFinding {
  return {
    id,
    kind: "cause",
    severity: "warning",
    confidence: "likely",
    text: `${id}.`,
    evidence: [],
    experiment: null,
    ...more,
  };
}

/** Findings about the first host, and those of the first run with its verdict. */
function documentWith(host: MachineFinding[], run: MachineFinding[], verdict: string | null): SharedDocument {
  const document = sharedDocument();
  const [firstHost] = document.hosts;
  const [firstRun] = document.runs;
  if (firstHost === undefined || firstRun === undefined)
    throw new Error("the document has no host or no run");
  const answer = {
    verdict: {
      kind: "limit" as const,
      id: verdict,
      sentence: "",
      confidence: "certain" as const,
      limits: [],
      share: null,
      compared_with: "limit" as const,
      text: [],
      evidence: [],
      experiments: [],
    },
    findings: run,
    // oxlint-disable-next-line id-denylist -- the field of the HTTP contract
    checks: { found: [], fine: [], unknown: [], not_visible: [] },
    ceilings: [],
  };
  return { ...document, hosts: [{ ...firstHost, findings: host }], runs: [{ ...firstRun, answer }] };
}

const WORST: [string, MachineFinding[], MachineFinding[], string | null][] = [
  ["link-errors", [finding("old-firmware"), finding("link-errors", { kind: "trust" })], [], null],
  ["certain", [finding("likely")], [finding("certain", { confidence: "certain" })], null],
  [
    "pcie-errors",
    [finding("not-the-speed", { kind: "trust", confidence: "certain" })],
    [finding("pcie-errors", { kind: "note", confidence: "possible" })],
    null,
  ],
  ["second", [], [finding("said-already", { kind: "trust" }), finding("second")], "said-already"],
];

test.each(WORST)("%s stands first", (id, host, run, verdict) => {
  expect(worstFact(documentWith(host, run, verdict))?.finding.id).toBe(id);
});

test("notes are no worst fact, and nothing is made up where no rule warns", () => {
  expect(worstFact(documentWith([finding("note", { severity: "info" })], [], null))).toBeNull();
  expect(worstFact(documentWith([], [], null))).toBeNull();
});
