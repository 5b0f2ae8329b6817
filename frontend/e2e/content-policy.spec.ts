/** No page breaks its own content security policy, in either scheme, nor while the reader switches between them. */
import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { machine, minuteOfSamples, type StoredRun, uploadRun } from "./machines.ts";
import { expect, stack, test } from "./stack.ts";

let run: StoredRun;

test.beforeAll(async () => {
  const startedAt = new Date("2026-11-12T09:00:00Z");
  const figures = { iops: 333, clat_ns: 111_104 };
  const fio = fioDocument(
    [{ name: "job", rw: "randrw", bs_bytes: 4096, read: figures, write: figures }],
    startedAt,
  );
  const drives = [0, 1, 2, 3].map((i) => ({ name: `nvme${i}n1`, bytesPerS: 7e9, celsius: 40 + i }));
  const samples = minuteOfSamples(drives, 4096, startedAt);
  run = await uploadRun({ host: "policy-host", fio, startedAt, machine: machine("epyc-nps4"), samples });
});

const PAGES: Record<string, () => string> = {
  "run history": () => "/runs?host=policy-host",
  run: () => `/runs/${run.id}`,
  explore: () => "/explore?x=iodepth&host=policy-host",
  "charts to start from": () => "/explore",
  comparison: () =>
    `/compare?${new URLSearchParams({ base: `run=${run.id}`, new: `run=${run.id}` }).toString()}`,
  hosts: () => "/hosts",
  fleet: () => "/fleet",
  changes: () => "/changes?state=any",
  events: () => "/events?state=any&gone=shown",
  "drive models": () => "/models",
  datasheets: () => "/datasheets",
  "one datasheet": () => "/datasheets/intel-dc-p3700-400-gb",
  host: () => `/hosts/${run.hostId}`,
  import: () => "/import",
  "shared links": () => "/shares",
  "deleted runs": () => "/trash",
  people: () => "/settings/people",
  tokens: () => "/settings/tokens",
  "audit log": () => "/settings/audit",
  notifications: () => "/settings/notifications",
  references: () => "/settings/references",
  account: () => "/settings/account",
  "sign-in": () => "/login",
  "no such page": () => "/nowhere",
};

/** What the browser refused, told by itself: the directive, what it was about, and where. */
async function refusalsOf(page: Page): Promise<string[]> {
  const refusals: string[] = [];
  await page.exposeFunction("tellRefusal", (text: string) => refusals.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", (event) => {
      const { effectiveDirective, blockedURI, sourceFile, lineNumber, sample } = event;
      // Made known by exposeFunction above.
      const tell = Reflect.get(globalThis, "tellRefusal") as (text: string) => void;
      tell(`${effectiveDirective} refused ${blockedURI} ${sample} of ${sourceFile}:${lineNumber}`);
    });
  });
  return refusals;
}

/** The page with all that it loads later. */
async function isWhole(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}

for (const [name, address] of Object.entries(PAGES)) {
  test(`${name} keeps its policy`, async ({ page }) => {
    const refusals = await refusalsOf(page);
    await page.goto(address());
    await isWhole(page);
    for (const colorScheme of ["dark", "light"] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
    }
    expect(refusals).toEqual([]);
  });
}

test("the page of a share keeps its policy, and the listener hears what is refused", async ({
  page,
  faults,
}) => {
  const refusals = await refusalsOf(page);
  await page.goto(`${stack().url}/s/zzz`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("There is nothing at this address.");
  expect(refusals).toEqual([]);
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement("style"), { textContent: "a{}" })),
  );
  await expect.poll(() => refusals).toHaveLength(1);
  expect(refusals[0]).toContain("style-src");
  // Made on purpose: the browser's own message is none of the page's.
  await expect.poll(() => faults).toHaveLength(1);
  faults.length = 0;
});
