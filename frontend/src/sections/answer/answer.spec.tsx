import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { RunAnswer, RunCeiling } from "@/api/types";
import { Answer } from "@/sections/answer/Answer";
import { Ceilings } from "@/sections/answer/Ceilings";
import { Checks } from "@/sections/answer/Checks";

const experiment = {
  title: "The same job against half the drives",
  options: ["direct=1"],
  if_true: "It falls in proportion.",
  if_false: "Else something behind it is the limit.",
  is_destructive: false,
};
const verdict: RunAnswer["verdict"] = {
  kind: "limit",
  id: "at-link-limit",
  sentence: "The x16 link is full: 28.4 of 28.8 GB/s, 98.6 %.",
  confidence: "certain",
  share: 0.986,
  limits: [],
  text: [],
  evidence: [{ name: "measured", value: 28.4e9, unit: "bytes/s", source: "result" }],
  experiments: [experiment],
};
const ceiling: RunCeiling = {
  stage: "shared_links",
  label: "Gen4 x16 at 0000:20:03.1",
  direction: "read",
  low: 26.5e9,
  high: 28.8e9,
  unit: "bytes/s",
  measured: 28.4e9,
  share: 0.986,
  source: "trained link",
  state: "touched",
  is_near: false,
  missing: null,
  command: null,
};

test.each([
  ["limit", "Limit"],
  ["trust", "Trust"],
  ["unexplained", "Unexplained"],
  ["none", "No verdict yet"],
] as const)("a verdict of kind %s says so in a word, with its sentence and the next step", (kind, word) => {
  render(<Answer verdict={{ ...verdict, kind }} />);
  const answer = within(screen.getByRole("region", { name: "Answer" }));
  expect(answer.getByText(word)).toBeDefined();
  expect(answer.getByRole("heading", { level: 2 }).textContent).toBe(verdict.sentence);
  expect(answer.getByText("--direct=1")).toBeDefined();
  expect(answer.getByText("28.4 GB/s")).toBeDefined();
});

test("what the agent is asked to try it stands beside it to be copied, unless data would be lost", () => {
  const command = "fioboard-agent confirm run-1 at-link-limit";
  const { rerender } = render(<Answer verdict={verdict} trial={<code>{command}</code>} />);
  expect(screen.getByText(command)).toBeDefined();
  rerender(
    <Answer
      verdict={{ ...verdict, experiments: [{ ...experiment, is_destructive: true }] }}
      trial={<code>{command}</code>}
    />,
  );
  expect(screen.queryByText(command)).toBeNull();
  rerender(<Answer verdict={verdict} />);
  expect(screen.queryByText(command)).toBeNull();
});

test("each stage is a row that reads as a sentence; what is not known says which command tells it", () => {
  const unknown: RunCeiling = {
    ...ceiling,
    stage: "rated",
    label: "drives",
    low: null,
    high: null,
    share: null,
    state: "unknown",
    missing: "rating of the drive",
    command: "fioboard-agent run",
  };
  render(<Ceilings rows={[unknown, ceiling]} units="decimal" />);
  const [, rated, link] = screen.getAllByRole("row");
  expect(rated?.textContent).toContain("Not known: rating of the drive · fioboard-agent run");
  expect(link?.textContent).toContain("Shared linkGen4 x16 at 0000:20:03.1at the limit");
  expect(link?.textContent).toMatch(/99\s%/);
});

test("the bars are read in one sentence: what is next in line, or what it may be", () => {
  const room: RunCeiling = { ...ceiling, stage: "cpu", label: "1 job", low: 32e9, high: 32e9, state: "room" };
  const unknown: RunCeiling = {
    ...ceiling,
    stage: "rated",
    low: null,
    high: null,
    share: null,
    state: "unknown",
  };
  const read = (rows: RunCeiling[]) => {
    const { container, unmount } = render(<Ceilings rows={rows} units="decimal" />);
    const text = container.querySelector("table + p")?.textContent?.replaceAll("\u00a0", " ");
    unmount();
    return text;
  };
  expect(read([ceiling, room, { ...room, stage: "network", low: 40e9, high: 40e9 }])).toBe(
    "Next known limit: CPU of fio at 32.0 GB/s.",
  );
  expect(read([{ ...room, stage: "drive_links", is_near: true }, unknown])).toBe(
    "Drive links: close to its limit; not certain to be the bottleneck.",
  );
  expect(read([ceiling])).toBe("The next limit after this one is unknown.");
  expect(read([unknown, room])).toBe(
    "None of the known stages is the limit. One stage (hatched) is unknown.",
  );
  expect(read([room])).toBe("None of these stages is the limit.");
});

test("nothing is drawn of a run that moved nothing", () => {
  const { container } = render(<Ceilings rows={[]} units="decimal" />);
  expect(container.textContent).toBe("");
});

test("found, fine and unknown add up, and rules have words", () => {
  const answer: RunAnswer = {
    verdict,
    findings: [],
    ceilings: [],
    checks: {
      // oxlint-disable-next-line id-denylist -- the field of the HTTP contract
      found: ["at-link-limit"],
      fine: ["depth-ignored", "remote-numa-node"],
      unknown: [{ id: "hot-drive", missing: "health and temperature", command: null }],
      not_visible: [
        { id: "hypervisor-limit", missing: "the limits of the hypervisor", command: "virsh blkdeviotune" },
      ],
    },
  };
  render(<Checks answer={answer} units="decimal" />);
  expect(screen.getByRole("heading", { name: "4 checks" })).toBeDefined();
  expect(screen.getByText("1 finding · 2 passed · 1 not possible")).toBeDefined();
  expect(screen.getByText(/the node fio ran on/)).toBeDefined();
  expect(screen.getByText(/temperature of the drives/)).toBeDefined();
  expect(screen.getByText("1 not visible from this file")).toBeDefined();
  expect(screen.getByText("virsh blkdeviotune")).toBeDefined();
});
