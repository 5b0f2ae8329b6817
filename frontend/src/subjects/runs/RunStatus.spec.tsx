import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import type { Problem } from "@/api/types";
import { RunStatus } from "@/subjects/runs/RunStatus";

const CONTRADICTION: Problem = {
  remark_class: "wrong_figure",
  error: "Contradiction",
  detail: "",
  where: "/results/1",
};

function shown(source: Record<string, string>, problems: readonly Problem[]) {
  const result = { error: 0, job_name: "x", problems: [...problems], settings_source: source };
  render(<RunStatus run={{ state: "understood", outcome: "complete", results: [result] }} />);
}

test("a run of typed figures is typed, with a remark on it too", () => {
  shown({ direction: "typed" }, [CONTRADICTION]);
  expect(screen.getByText("Typed").title).toContain("1 warning");
});

test("a measured run with a remark shows the remark", () => {
  shown({}, [CONTRADICTION]);
  expect(screen.getByText("1 warning")).toBeTruthy();
});
