import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import type { MachineFinding, PreflightCheck, RunAnswer, RunCeiling } from "@/api/types";
import { Answer } from "@/subjects/runs/parts/answer/Answer";
import { Ceilings } from "@/subjects/runs/parts/answer/Ceilings";
import { Checks } from "@/subjects/runs/parts/answer/Checks";
import { AgentProgram } from "@/ui/AgentProgram";

const experiment = {
  title: "Run the same job against half the drives",
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
  compared_with: "limit",
  limits: [],
  text: [],
  evidence: [
    { name: "measured", value: 28.4e9, unit: "bytes/s", source: "result" },
    { name: "link limit, at most", value: 28.8e9, unit: "bytes/s", source: "computed" },
  ],
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
  source: "negotiated link",
  state: "touched",
  is_near: false,
  missing: null,
  command: null,
};

test.each([
  ["limit", "Limit"],
  ["trust", "Unreliable"],
  ["unexplained", "Unexplained"],
  ["none", "No limit found"],
] as const)("a verdict of kind %s says so in a word, with its sentence and the next step", (kind, word) => {
  render(<Answer verdict={{ ...verdict, kind }} />);
  const answer = within(screen.getByRole("region", { name: "Answer" }));
  expect(answer.getByText(word)).toBeDefined();
  expect(answer.getByRole("heading", { level: 2 }).textContent).toBe(verdict.sentence);
  expect(answer.getByText("--direct=1")).toBeDefined();
  expect(answer.getByText("28.8 GB/s", { selector: "dd" })).toBeDefined();
  expect(answer.getByText("calculated")).toBeDefined();
  // The sentence says what was measured.
  expect(answer.queryByText("28.4 GB/s", { selector: "dd" })).toBeNull();
});

test("what no limit explains may be why, however sure the finding is", () => {
  render(<Answer verdict={{ ...verdict, kind: "unexplained", is_possible_cause: true }} />);
  expect(screen.getByText(/possible cause/).textContent).toBe("Unexplained · possible cause");
});

test("a drive in the evidence keeps its name", () => {
  const [figure] = verdict.evidence;
  if (figure === undefined) throw new Error("the verdict rests on nothing");
  render(<Answer verdict={{ ...verdict, evidence: [{ ...figure, name: "sdg" }] }} />);
  expect(screen.getByText("sdg")).toBeDefined();
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

test("each stage is a row that reads as a sentence; unknown ones are folded, each with its command", () => {
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
  const { rerender } = render(
    <AgentProgram value="/srv/fioboard-agent">
      <Ceilings rows={[unknown, ceiling]} units="decimal" />
    </AgentProgram>,
  );
  const [, link] = screen.getAllByRole("row");
  expect(link?.textContent).toContain("Shared linkGen4 x16 at 0000:20:03.1at the limit");
  // A figure above the lower end refutes it: the share is at least that of the upper end.
  expect(link?.textContent).toMatch(/≥ 98\s%/);
  const fold = screen.getByRole("group");
  expect(within(fold).getByText("1 stage unknown: Drive rating")).toBeDefined();
  expect(within(fold).getByRole("listitem", { hidden: true }).textContent).toBe(
    "Drive rating: rating of the drive · /srv/fioboard-agent run",
  );
  rerender(<Ceilings rows={[{ ...ceiling, share: 0.842, low: 1.73e9, high: 1.855e9 }]} units="decimal" />);
  expect(screen.getByText(/^84–90\s%$/)).toBeDefined();
  rerender(<Ceilings rows={[unknown]} units="decimal" />);
  expect(screen.queryByRole("table")).toBeNull();
  expect(screen.getByText("No stage has a known limit.")).toBeDefined();
});

test("a limit that the run passed by far is recorded wrong, never full", () => {
  render(
    <Ceilings rows={[{ ...ceiling, share: 1.68, low: 1e9, high: 1e9, measured: 1.68e9 }]} units="decimal" />,
  );
  expect(screen.getByRole("cell", { name: "limit recorded wrong" })).toBeDefined();
  expect(screen.queryByText("at the limit")).toBeNull();
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
    "Next known limit: 32.0 GB/s (fio CPU).",
  );
  expect(read([{ ...room, stage: "drive_links", is_near: true }, unknown])).toBe(
    "Drive links: close to the limit, but not certain to be the bottleneck.",
  );
  expect(read([ceiling])).toBe("The next limit after this one is unknown.");
  // What is rated for other conditions may be the next limit, too; what is below the figure is none.
  const rated: RunCeiling = { ...room, stage: "rated", low: 30e9, high: 30e9, state: "not_comparable" };
  expect(read([{ ...rated, label: "below", low: 1e9, high: 1e9 }, rated, ceiling, room])).toBe(
    "Next known limit: 30.0 GB/s (Drive rating, other or unknown conditions).",
  );
  // With room everywhere the rows say it: the only limit that is known is near nothing.
  expect(read([unknown, { ...room, share: 0.15 }])).toBeUndefined();
});

test("limits of different sizes are drawn in proportion, and what is far beyond runs off without an end", () => {
  const room: RunCeiling = { ...ceiling, measured: 10e9, stage: "cpu", low: 12e9, high: 12e9, state: "room" };
  const rows = [room, { ...room, stage: "network" as const, low: 24e9, high: 24e9 }];
  const { rerender } = render(<Ceilings rows={rows} units="decimal" />);
  expect(screen.getAllByText("below the limit", { selector: "td *" })).toHaveLength(2);
  rerender(<Ceilings rows={[room, { ...room, stage: "network", low: 90e9, high: 90e9 }]} units="decimal" />);
  expect(screen.getByText("below the limit, off scale")).toBeDefined();
});

test("nothing is drawn of a run that moved nothing", () => {
  const { container } = render(<Ceilings rows={[]} units="decimal" />);
  expect(container.textContent).toBe("");
});

const rule = (id: string, text: string): MachineFinding => ({
  ...{ id, text, kind: "limit", severity: "info", confidence: "certain", evidence: [], experiment: null },
});
const checked: RunAnswer = {
  verdict,
  findings: [
    rule("at-link-limit", "28.4 GB/s read, 98.6 % of the link."),
    rule("few-repeats", "Only one run: repeatability unknown."),
  ],
  ceilings: [],
  checks: {
    // oxlint-disable-next-line id-denylist -- the field of the HTTP contract
    found: ["at-link-limit", "few-repeats"],
    fine: ["depth-ignored", "saturated-depth"],
    titles: { "saturated-depth": "queue depth saturation" },
    unknown: [
      { id: "hot-drive", missing: "health and temperature", command: "sudo fioboard-agent run JOBFILE" },
      {
        id: "thermal-throttling",
        missing: "health and temperature",
        command: "sudo fioboard-agent run JOBFILE",
      },
    ],
    not_visible: [
      { id: "hypervisor-limit", missing: "the limits of the hypervisor", command: "virsh blkdeviotune" },
    ],
  },
};

test("one card holds the findings, and folds what passed, lacked data or no file shows", () => {
  const { rerender } = render(<Checks answer={checked} preflight={[]} units="decimal" />);
  const card = within(screen.getByRole("region", { name: "Checks" }));
  expect(card.getByText("6 checks: 2 findings, 2 passed, 2 lacked data")).toBeDefined();
  const [limit, repeats] = checked.findings.map((one) => ({ ...one, kind: "note" as const }));
  const noted = [limit, { ...repeats, severity: "warning" as const }] as RunAnswer["findings"];
  rerender(<Checks answer={{ ...checked, findings: noted }} preflight={[]} units="decimal" />);
  expect(card.getByText("6 checks: 1 finding, 1 note, 2 passed, 2 lacked data")).toBeDefined();
  rerender(
    <Checks
      answer={{ ...checked, findings: [limit, repeats] as RunAnswer["findings"] }}
      preflight={[]}
      units="decimal"
    />,
  );
  expect(card.getByText("6 checks: 2 notes, 2 passed, 2 lacked data")).toBeDefined();
  expect(card.getByText("2 passed").closest("details")?.textContent).toMatch(
    // What is listed are problems: none of them was found.
    /Checked, nothing found: queue depth ignored by the engine · queue depth saturation/,
  );
  expect(card.getByText("2 checks lacked data").closest("details")?.textContent).toMatch(
    /2 checks need sudo fioboard-agent run JOBFILE.*: health and temperature$/,
  );
  const hidden = { id: "pcie-errors", missing: "the hypervisor's storage", command: null };
  const lacking = { ...checked.checks, unknown: [...checked.checks.unknown, hidden] };
  rerender(<Checks answer={{ ...checked, checks: lacking }} preflight={[]} units="decimal" />);
  expect(card.getByText("3 checks lacked data").closest("details")?.textContent).toContain(
    "No command on this host shows it:",
  );
  expect(card.getByText(/^Not visible in this run’s files: /).closest("details")?.textContent).toContain(
    "virsh blkdeviotune",
  );
});

test("the finding that the answer quotes is folded, not said twice", () => {
  render(<Checks answer={checked} preflight={[]} units="decimal" />);
  const quoted = screen.getByText("28.4 GB/s read, 98.6 % of the link.");
  expect(quoted.closest("details")?.querySelector("summary")?.textContent).toBe("Evidence for the answer");
  expect(screen.getByText("Only one run: repeatability unknown.").closest("details")).toBeNull();
});

test("checks before the run are in the same card, and a busy host is told by one line", () => {
  const check = (
    id: string,
    status: PreflightCheck["status"],
    text: string,
    reason: string | null = null,
  ) => ({
    ...{ id, status, text, reason },
  });
  const preflight = [
    check("swap", "ok", "The host is not swapping."),
    check("governor", "unknown", "CPU governor", "a virtual machine"),
    check("other_load", "warning", "CPU is 95 % busy with other processes."),
    check("other_io", "warning", "Background I/O on the drives: vda 4.3 MB/s."),
  ];
  const { rerender } = render(<Checks answer={checked} preflight={preflight} units="decimal" />);
  const listed = () => screen.getAllByText(/^Before the run: (?!\d)/).map((line) => line.textContent);
  expect(listed()).toHaveLength(2);
  const busy = [rule("host-busy", "Noisy host: other processes used 74 % of the CPU."), ...checked.findings];
  rerender(<Checks answer={{ ...checked, findings: busy }} preflight={preflight} units="decimal" />);
  expect(listed()).toEqual(["Before the run: Background I/O on the drives: vda 4.3 MB/s."]);
  const part = screen.getByText("Before the run: 2 warnings, 1 passed, 1 skipped").closest("details");
  expect(part?.textContent).toContain("Skipped: CPU governor (a virtual machine)");
  expect(part?.textContent).toContain("CPU is 95 % busy with other processes.");
});

test("a run that nothing checked draws no card", () => {
  const { container } = render(<Checks answer={null} preflight={[]} units="decimal" />);
  expect(container.textContent).toBe("");
});

test("a figure without a limit says what it was compared with, and what to do where that is nothing", () => {
  const plain = { ...verdict, kind: "none" as const, id: null, experiments: [] };
  const choose = <a href="/datasheets">Choose the drive</a>;
  const { rerender } = render(<Answer verdict={{ ...plain, compared_with: "queue" }} choose={choose} />);
  expect(screen.getByText(/from queue depth and latency/)).toBeDefined();
  expect(screen.queryByRole("link")).toBeNull();
  rerender(<Answer verdict={{ ...plain, compared_with: null }} choose={choose} />);
  expect(screen.queryByText(/compared with/)).toBeNull();
  expect(screen.getByRole("link", { name: "Choose the drive" })).toBeDefined();
});

test("a regression that begins with the run is its answer, and to review it comes before any other step", () => {
  const moved = {
    ...verdict,
    kind: "none" as const,
    id: null,
    experiments: [],
    sentence: "IOPS −9.4 % from this run on.",
  };
  const review = <a href="/changes/c1">Open the change</a>;
  const repeat = <a href="/repeat">Repeat the run</a>;
  const { rerender } = render(
    <Answer verdict={{ ...moved, compared_with: "history" }} isRegression review={review} repeat={repeat} />,
  );
  expect(screen.getByText("Regression").parentElement?.textContent).toBe("Regression");
  expect(screen.getByRole("link", { name: "Open the change" })).toBeDefined();
  expect(screen.queryByRole("link", { name: "Repeat the run" })).toBeNull();
  // A later run at that level keeps its own answer.
  rerender(<Answer verdict={{ ...moved, compared_with: null }} review={review} choose={repeat} />);
  expect(screen.getByText("No limit found")).toBeDefined();
  expect(screen.getByRole("link", { name: "Open the change" })).toBeDefined();
});
