import type { Locator, Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { type Machine, machine, minuteOfSamples, uploadRun } from "./machines.ts";
import { expect, test } from "./stack.ts";

/** One drive of four behind a switch: the PCIe function that the test lets train low. */
const DRIVE = "0000:23:00.0";
const startedAt = new Date("2026-11-15T09:00:00Z");
const runs: Record<"narrow" | "slow" | "asleep", string> = { narrow: "", slow: "", asleep: "" };

interface Link {
  current_gts: number;
  current_lanes: number;
}

/** The dual-socket machine whose first drive's link is as given when the inventory is taken. */
function withLink(link: Link): Machine {
  const epyc = machine("epyc-nps4");
  const [target] = epyc.targets.slice(-1);
  const pci = epyc.inventory["pci"] as Record<string, { link: Link }>;
  const drive = pci[DRIVE];
  if (drive === undefined) throw new Error(`the machine has no ${DRIVE}`);
  Object.assign(drive.link, link);
  return { ...epyc, targets: [target] };
}

async function measure(host: string, idle: Link, underLoad: Link): Promise<string> {
  const fio = fioDocument(
    [{ name: "seq", rw: "read", bs_bytes: 65_536, iodepth: 16, read: { iops: 20_000, clat_ns: 321_536 } }],
    startedAt,
  );
  const drives = [0, 1, 2, 3].map((n) => ({ name: `nvme${n}n1`, bytesPerS: 327_680_000, celsius: 33 }));
  const samples = {
    ...minuteOfSamples(drives, 65_536, startedAt),
    links: [{ t_ms: 2003, function: DRIVE, gts: underLoad.current_gts, lanes: underLoad.current_lanes }],
  };
  return (await uploadRun({ host, startedAt, fio, machine: withLink(idle), samples })).id;
}

test.beforeAll(async () => {
  const full = { current_gts: 16, current_lanes: 4 };
  const narrow = { current_gts: 16, current_lanes: 2 };
  const slow = { current_gts: 8, current_lanes: 4 };
  runs.narrow = await measure("link-narrow", narrow, narrow);
  runs.slow = await measure("link-slow", slow, slow);
  runs.asleep = await measure("link-asleep", { current_gts: 2.5, current_lanes: 4 }, full);
});

/** The machine's picture on a run's page. */
async function pictureOf(page: Page, id: string): Promise<Locator> {
  await page.goto(`/runs/${id}#path`);
  const picture = page.getByTestId("chart-machine");
  await expect(picture.locator("[data-ready]")).toBeVisible();
  return picture;
}

/** Lines of links, not the warning signs beside them: these have a place of their own. */
const redLines = (picture: Locator) => picture.locator('path[stroke="var(--bad)"]:not([transform])');

test("a link trained x2 of x4 is said in words, drawn red, and a finding", { tag: "@nightly" }, async ({
  page,
}) => {
  const picture = await pictureOf(page, runs.narrow);
  await expect(picture).toContainText("Gen4 x2 of x4");
  await expect(redLines(picture)).toHaveCount(1);
  expect(await redLines(picture).evaluate((line) => getComputedStyle(line).stroke)).toBe("rgb(192, 43, 43)");
  await expect(picture.getByText("degraded link")).toBeVisible();
  await expect(
    picture.getByRole("treeitem", { name: /^nvme0n1.*degraded: narrower than both ends support/ }),
  ).toBeVisible();
  await page
    .getByRole("navigation", { name: "Parts of this run" })
    .getByRole("link", { name: "Limits" })
    .click();
  const findings = page.getByRole("region", { name: "Checks" });
  await expect(findings).toContainText("2 of 4 lanes. Check seating, riser, cable and bifurcation.");
});

test("a link trained Gen3 of Gen4 under load is said and drawn the same way", { tag: "@nightly" }, async ({
  page,
}) => {
  const picture = await pictureOf(page, runs.slow);
  await expect(picture).toContainText("Gen3 x4 of Gen4");
  await expect(redLines(picture)).toHaveCount(1);
  await page
    .getByRole("navigation", { name: "Parts of this run" })
    .getByRole("link", { name: "Limits" })
    .click();
  const findings = page.getByRole("region", { name: "Checks" });
  await expect(findings).toContainText("8 of 16 GT/s under load");
});

test("a link that only slept before the run is as good as it can be", { tag: "@nightly" }, async ({
  page,
}) => {
  const picture = await pictureOf(page, runs.asleep);
  await expect(redLines(picture)).toHaveCount(0);
  await expect(picture.getByRole("treeitem", { name: /^nvme0n1.*full speed and width/ })).toBeVisible();
});
