/** The agent with real fio on this machine, through the real service, to the page: nothing in between is imitated. */
import { hostname } from "node:os";
import { benchOf, numberIn } from "./agent.ts";
import { expect, test } from "./stack.ts";

const REPEATS = 3;
const { bench, run, remove } = benchOf("agent");
let output = "";

test.beforeAll(async () => {
  test.setTimeout(120_000);
  output = await run(
    ...["suite", "sweep", "--target", bench, "--size", "8m", "--rw", "randread", "--bs", "4k"],
    ...["--iodepth", "1", "--runtime", "2", "--repeat", `${REPEATS}`, "--set", "bios.nps=4"],
  );
});

test.afterAll(remove);

test("what the agent measured is the batch, the run, the samples and the machine on the page", async ({
  page,
}) => {
  const [, stored, address] = /^Stored \((\d+)\): (\S+)$/m.exec(output) ?? [];
  expect(stored).toBe(`${REPEATS}`);
  await page.goto(address ?? "");
  await expect(page.getByRole("heading", { level: 1, name: "sweep" })).toBeVisible();
  const repeats = page.getByRole("table", { name: "Workloads and their repeats" });
  const cells = (await repeats.getByRole("row").nth(1).getByRole("cell").allTextContents()).map((cell) =>
    cell.replaceAll("\u00a0", " "),
  );
  expect(cells.slice(0, 2)).toEqual(["read", `n = ${REPEATS}`]);
  // The page's mean is the one that the agent printed.
  const [, mean] = /: read ([\d,]+) ± [\d,]+ IOPS/.exec(output) ?? [];
  expect(numberIn(cells[2] ?? "") / Number(mean?.replaceAll(",", ""))).toBeCloseTo(1, 1);

  await page.getByRole("table", { name: "Runs of this batch" }).getByRole("link").first().click();
  await expect(page).toHaveURL(/\/runs\//);
  await expect(page.getByText("NUMA nodes per socket").first()).toBeVisible();
  const series = page.getByTestId("chart-time");
  await expect(series.locator("[data-ready]")).toBeVisible();
  await series.getByRole("button", { name: "Table" }).click();
  const bandwidths = await series.getByRole("row").getByRole("cell").allTextContents();
  expect(bandwidths.filter((cell) => /^[1-9][\d.]*\s[kMG]B\/s$/.test(cell)).length).toBeGreaterThan(0);
  // A virtual machine may hide all of its PCIe, and then says so; this one shows at least its drives.
  const picture = page.getByRole("tree", { name: /^The machine/ });
  await expect(picture.or(page.getByText("This host shows no PCIe ports."))).toBeVisible();
});

test("what the agent said of itself stands on its host's page", async ({ page }) => {
  await page.goto("/hosts");
  await page.getByRole("link", { name: hostname(), exact: true }).first().click();
  await expect(page.getByText(/Agent \d+\.\d+\.\d+ spoke last.*no upload waits/)).toBeVisible();
});
