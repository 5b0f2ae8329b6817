import { expect, test } from "vitest";
import type { MachineFinding } from "@/api/types";
import { alikeInWords, foldFindings } from "@/subjects/runs/parts/fold-findings";

/** The service lists the names of its sentences. */
function finding(text: string, more: Partial<MachineFinding> = {}): MachineFinding {
  return {
    names: text.match(/drive [A-Z]|nvme\dn1|0000:\d+:00\.0/g) ?? [],
    id: "power-state",
    kind: "cause",
    severity: "warning",
    confidence: "certain",
    text,
    evidence: [],
    experiment: null,
    ...more,
  };
}

const of = (template: string, ...names: string[]) =>
  names.map((name) => finding(template.replace("NAME", name)));

const CASES: [string, MachineFinding[], (string | null)[]][] = [
  ["nothing", [], []],
  ["one drive alone", of("NAME sleeps.", "drive A"), [null]],
  [
    "four equal drives",
    of("NAME sleeps.", "drive A", "drive B", "drive C", "drive D"),
    ["The same for drive B, drive C and drive D."],
  ],
  ["two", of("NAME sleeps.", "nvme0n1", "nvme1n1"), ["The same for nvme1n1."]],
  ["links", of("NAME has small packets.", "0000:23:00.0", "0000:24:00.0"), ["The same for 0000:24:00.0."]],
  [
    "figures of their own",
    [finding("drive A reached 71.5 °C."), finding("drive B reached 80 °C.")],
    ["Similar, with different figures, for drive B."],
  ],
  ["another sentence", [finding("drive A sleeps."), finding("drive B is hot.")], [null, null]],
  [
    "another severity",
    [finding("drive A sleeps."), finding("drive B sleeps.", { severity: "info" })],
    [null, null],
  ],
  ["another rule", [finding("drive A sleeps."), finding("drive B sleeps.", { id: "apst" })], [null, null]],
  ["no name: of the machine", [finding("The clock is slow."), finding("The clock is slow.")], [null, null]],
  [
    "two names: how drives stand to each other",
    [finding("drive A is behind drive B."), finding("drive A is behind drive C.")],
    [null, null],
  ],
];

test.each(CASES)("%s", (_, findings, expected) => {
  const folded = foldFindings(findings);
  expect(folded.map(alikeInWords)).toEqual(expected);
  const told = folded.flatMap((one) => [one.finding, ...one.alike.map((other) => other.finding)]);
  expect(new Set(told)).toEqual(new Set(findings));
});
