/** An experiment with real fio: measured, the change asked for, measured again, and answered on its page. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { AGENT, benchOf } from "./agent.ts";
import { expect, stack, test } from "./stack.ts";

const QUESTION = "Is the new cable slower?";
const bench = benchOf("experiment");

test.afterAll(() => bench.remove());

test("an experiment waits for the change and then answers its question", { tag: "@nightly" }, async ({
  page,
}) => {
  test.setTimeout(240_000);
  const first = await bench.run(
    ...["experiment", "new", "--vary", "cable=old,new", "--question", QUESTION, "--target", bench.bench],
    ...["--repeat", "3", "--runtime", "1", "--size", "8m", "--no-samples", "--yes"],
  );
  const address = /^Stored 3 of 6: (\S+)$/m.exec(first)?.[1] ?? "";
  await page.goto(address);
  await expect(page.getByRole("heading", { level: 1, name: QUESTION })).toBeVisible();
  const card = page.getByRole("region", { name: "Experiment" });
  await expect(card).toContainText("Still to be measured, of the conditions of cable: new.");

  // No change is seen by itself: without the word of a person the second half is refused.
  const resume = async (...more: string[]) =>
    await promisify(execFile)(
      "python3",
      [AGENT, "experiment", "resume", "--no-samples", "--server", stack().url, "--token-file"].concat(
        join(bench.folder, "token"),
        more,
      ),
      { cwd: bench.bench, env: bench.environment() },
    );
  await expect(resume()).rejects.toThrow(/The cable has not changed yet/);
  const { stdout } = await resume("--anyway");
  const sentence =
    stdout
      .split("\n")
      .find((line) => line.includes("Of what was recorded, only Condition old → new changed.")) ?? "";
  const comparison = /^Comparison: (\S+)$/m.exec(stdout)?.[1] ?? "";

  await page.reload();
  await expect(card).toContainText(sentence);
  await expect(card).toContainText("Conditions of cable: old (3 runs), new (3 runs)");
  await expect(page.getByRole("table", { name: "Runs of this batch" }).getByRole("row")).toHaveCount(7);
  await card.getByRole("link", { name: "Compare in detail" }).click();
  await expect(
    page.getByRole("heading", { level: 1, name: "Condition old vs. Condition new" }),
  ).toBeVisible();
  await page.goto(comparison);
  await expect(
    page.getByRole("heading", { level: 1, name: "Condition old vs. Condition new" }),
  ).toBeVisible();
});
