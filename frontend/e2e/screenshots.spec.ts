/** Pictures for the README, of the demo data (`fioboard demo load`), light and dark. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, stack, test } from "./stack.ts";

const images =
  process.env["FIOBOARD_IMAGES"] ?? fileURLToPath(new URL("../../docs/images/", import.meta.url));
const NPS = { base: "bios.nps=1&tag=epyc", new: "bios.nps=4&tag=epyc&label.cpus=" };

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

const PAGES: Record<string, { address: () => Promise<string>; hasChart: boolean; height: number }> = {
  runs: { address: () => Promise.resolve("/runs?tag=demo"), hasChart: false, height: 760 },
  raid: {
    address: () => Promise.resolve("/explore?tag=gpu-server&x=raid.width"),
    hasChart: true,
    height: 860,
  },
  compare: {
    address: () => Promise.resolve(`/compare?${new URLSearchParams(NPS).toString()}`),
    hasChart: false,
    height: 900,
  },
  run: { address: async () => `/runs/${await newest("tag=epyc&bios.nps=4")}`, hasChart: false, height: 1100 },
};

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });
    for (const [name, { address, hasChart, height }] of Object.entries(PAGES)) {
      test(`${name}, ${colorScheme}`, async ({ page }) => {
        await page.setViewportSize({ width: 1440, height });
        await page.goto(await address());
        await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
        if (hasChart) await expect(page.locator("[data-ready]").first()).toBeVisible();
        // The bar of filters comes last, in a chunk of its own.
        if (name === "runs")
          await expect(
            page.getByRole("button", { name: "Host", exact: true, expanded: false }),
          ).toBeVisible();
        await page.waitForLoadState("networkidle");
        await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
        await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
      });
    }
  });
}
