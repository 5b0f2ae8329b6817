/** Pictures for the README: of the demo data (`fioboard demo load`), and one planted history for the page of a change. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents";
import { expect, importRun, stack, test } from "./stack.ts";

const images =
  process.env["FIOBOARD_IMAGES"] ?? fileURLToPath(new URL("../../docs/images/", import.meta.url));
const NPS = { base: "bios.nps=1&tag=epyc", new: "bios.nps=4&tag=epyc&label.cpus=" };
/** Of a small picture, pixels. */
const SMALL_HEIGHT = 440;
const NIGHTS = 28;
const STEP = 16;

/** The newest run that a filter means. */
async function newest(filter: string): Promise<string> {
  const { url, token } = stack();
  const answer = await fetch(`${url}/api/v1/runs?limit=1&${filter}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  // The shape is RunPage of the API; a wrong one fails below.
  const { items } = (await answer.json()) as { items: { id: string }[] };
  const [first] = items;
  if (first === undefined) throw new Error(`no run matches ${filter}`);
  return first.id;
}

/** A nightly test that loses 14 % with another kernel. */
async function plantHistory(): Promise<void> {
  for (let night = 0; night < NIGHTS; night += 1) {
    const isBefore = night < STEP;
    const job = {
      name: "nightly",
      rw: "randread",
      bs_bytes: 4096,
      iodepth: 32,
      ioengine: "io_uring",
      read: {
        iops: Math.round((isBefore ? 100_000 : 86_000) * (1 + ((night * 7) % 11) / 2000)),
        clat_ns: isBefore ? 317_440 : 370_688,
      },
    };
    await importRun(fioDocument([job], new Date(Date.UTC(2026, 8, 1 + night, 2))), {
      host: "db-01",
      "label.kernel": isBefore ? "6.1.0" : "6.8.0",
    });
  }
}

/** The page of the planted change, once the service has found it: it does so in the background. */
async function openChange(page: Page): Promise<void> {
  await expect(async () => {
    await page.goto("/changes?state=open");
    await expect(page.getByRole("row", { name: /db-01/ })).toHaveCount(1, { timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  await page.getByRole("row", { name: /db-01/ }).getByRole("link", { name: "IOPS" }).click();
}

async function waitUntilDrawn(page: Page, hasChart: boolean): Promise<void> {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  if (hasChart) await expect(page.locator("[data-ready]").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    test(`a run below its datasheet, ${colorScheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(`/runs/${await newest("tag=gpu-server")}`);
      await waitUntilDrawn(page, false);
      await page.screenshot({ path: join(images, `run-${colorScheme}.png`) });
    });
  });
}

interface Answer {
  name: string;
  open: (page: Page) => Promise<unknown>;
  hasChart: boolean;
  /** The heading at which the picture begins; the page's own, unless said. */
  heading?: string;
}

const ANSWERS: Answer[] = [
  {
    name: "limit",
    open: async (page) => page.goto(`/runs/${await newest("tag=epyc&bios.nps=4")}`),
    hasChart: false,
    heading: "Throughput limit per stage",
  },
  {
    name: "compare",
    open: (page) => page.goto(`/compare?${new URLSearchParams(NPS).toString()}`),
    hasChart: false,
  },
  {
    name: "knee",
    open: (page) => page.goto("/explore?tag=gpu-server&x=raid.width"),
    hasChart: true,
    heading: "Bandwidth vs. RAID width",
  },
  {
    name: "change",
    open: async (page) => {
      await plantHistory();
      await openChange(page);
    },
    hasChart: true,
  },
  { name: "datasheets", open: (page) => page.goto("/datasheets"), hasChart: false },
];

for (const { name, open, hasChart, heading } of ANSWERS) {
  test(`answer: ${name}`, async ({ page }) => {
    test.slow();
    await page.setViewportSize({ width: 1180, height: 1200 });
    await open(page);
    await waitUntilDrawn(page, hasChart);
    const first = page.getByRole("heading", heading === undefined ? { level: 1 } : { name: heading });
    const main = await page.locator("main").boundingBox();
    const top = await first.boundingBox();
    if (main === null || top === null) throw new Error("the page has no such heading");
    const clip = { x: main.x + 9, y: top.y - 24, width: main.width - 18, height: SMALL_HEIGHT };
    await page.screenshot({ path: join(images, `${name}.png`), clip });
  });
}
