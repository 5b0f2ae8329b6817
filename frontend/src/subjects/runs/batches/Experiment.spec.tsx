/** An experiment: its answer first, then the conditions and the way to their comparison; nothing for other batches. */
import { screen, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import type { Experiment } from "@/api/types";
import { batchOf, result, runSummary } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
});

const EXPERIMENT: Experiment = {
  question: "Which scheduler is faster?",
  thing: "scheduler",
  conditions: [
    { name: "none", runs: 4, filter: "batch=batch-1&label.experiment_condition=none" },
    { name: "bfq", runs: 1, filter: "batch=batch-1&label.experiment_condition=bfq" },
    { name: "kyber", runs: 0, filter: "batch=batch-1&label.experiment_condition=kyber" },
  ],
  sentence: "Condition bfq is 20 % slower than Condition none.",
  text: ["Still to be measured, of the conditions of scheduler: kyber."],
};

function open(agent_name: string) {
  const batch = batchOf({
    agent_name,
    runs: [runSummary({ id: "run-1", labels: { experiment_condition: "bfq" } })],
    result_names: { [result().id]: "random read 4 KiB, QD 32, 1 job, bfq" },
  });
  answer("get", "/batches/batch-1", { ...batch, id: "batch-1" });
  answer("get", "/batches/batch-1/experiment", { items: [EXPERIMENT] });
  openApp("/batches/batch-1");
}

test("the answer, the conditions, and a comparison of those that have runs", async () => {
  open("experiment");
  const card = await screen.findByRole("region", { name: "Experiment" });
  expect(card.textContent).toContain("Which scheduler is faster?");
  expect(card.textContent).toContain("Condition bfq is 20 % slower than Condition none.");
  expect(card.textContent).toContain("Conditions of scheduler: none (4 runs), bfq (1 run), kyber (0 runs)");
  expect(screen.getByRole("link", { name: /, bfq$/ })).toBeDefined();
  const link = within(card).getByRole("link", { name: "Compare in detail" });
  const search = new URL(link.getAttribute("href") ?? "", "http://x").searchParams;
  expect(search.get("base")).toBe("batch=batch-1&label.experiment_condition=none");
  expect(search.getAll("new")).toEqual(["batch=batch-1&label.experiment_condition=bfq"]);
});

test("any other batch has no experiment", async () => {
  open("quick");
  expect(await screen.findByRole("heading", { name: "quick" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Experiment" })).toBeNull();
});
