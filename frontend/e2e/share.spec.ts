import { readFile } from "node:fs/promises";
import { axe } from "./axe.ts";
import { fioDocument } from "./fio-documents.ts";
import { machine, minuteOfSamples, type StoredRun, uploadRun } from "./machines.ts";
import { FROZEN_MS, pagesOf, shareFrom, stranger } from "./sharing.ts";
import { expect, stack, test } from "./stack.ts";

// A failed test starts this file anew: its runs must not stand beside those of the first time.
const HOST = `share-epyc-${process.pid}`;
const BLOCK = 2 ** 21;
const runs: StoredRun[] = [];

test.slow();

test.beforeAll(async () => {
  const drives = [0, 1, 2, 3].map((i) => ({ name: `nvme${i}n1`, bytesPerS: 7e9, celsius: 40 + i }));
  for (const [i, iops] of [4530, 4550, 4571, 4562].entries()) {
    for (const [nps, factor, day] of [
      ["epyc-nps1", 1, 10],
      ["epyc-nps4", 3, 12],
    ] as const) {
      const startedAt = new Date(Date.UTC(2026, 10, day, 9 + i));
      const read = { iops: iops * factor, clat_ns: 1_122_304 };
      const job = { name: "secret-project", rw: "read", bs_bytes: BLOCK, iodepth: 16, read };
      runs.push(
        await uploadRun({
          host: HOST,
          startedAt,
          fio: fioDocument([job], startedAt),
          machine: machine(nps),
          samples: minuteOfSamples(drives, BLOCK, startedAt),
        }),
      );
    }
  }
});

const comparison = () =>
  `/compare?${new URLSearchParams([
    ["base", `bios.nps=1&host=${HOST}`],
    ["new", `bios.nps=4&host=${HOST}`],
  ]).toString()}`;

test("a comparison is seen, shared, and read by somebody without an account", async ({ page, browser }) => {
  await page.goto(comparison());
  const link = await shareFrom(page, { label: "Acme support, case 4711" });
  const { context, page: theirs, asked, faults } = await stranger(browser);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { level: 1 })).toBeVisible();

  // The three questions of the vendor, answered on the first screen.
  const questions = theirs.getByRole("region", { name: "Vendor support checklist" }).getByRole("listitem");
  for (const question of [/slot/i, /NUMA node|pin/i, /driver/i]) {
    const row = questions.filter({ has: theirs.getByRole("heading", { name: question }) }).first();
    await expect(row).toBeInViewport({ ratio: 1 });
    await expect(row.getByText(/^(Yes|No|In part|Unknown)$/)).toBeVisible();
  }
  await expect(theirs.getByText("Acme support, case 4711")).toBeVisible();
  await expect(theirs.getByRole("region", { name: "Answer", exact: true })).toContainText(
    "NPS 4 is 3.000 times as fast as NPS 1",
  );
  await theirs.waitForLoadState("networkidle");
  await expect(theirs.getByTestId("chart-sides").locator("[data-ready]")).toBeVisible();

  // Nothing but its own share and the built files, and nothing kept in the browser.
  const own = new URL(link);
  const token = own.pathname.split("/").at(-1) ?? "";
  const scope = [
    `${own.origin}/s/${token}`,
    `${own.origin}/api/v1/shared/${token}`,
    `${own.origin}/assets/`,
    `${own.origin}/logo.svg`,
    `${own.origin}/first-share.js`,
  ];
  expect(asked.filter((url) => !scope.some((start) => url.startsWith(start)))).toEqual([]);
  expect(asked.filter((url) => url === scope[1])).toHaveLength(1);
  expect(await context.cookies()).toEqual([]);
  expect(await theirs.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
  expect(faults).toEqual([]);

  // Names stay at home, in every attribute too.
  const whole = await theirs.content();
  for (const secret of [HOST, "secret-project", "/dev/md0", "/data/test", ...runs.map(({ id }) => id)])
    expect(whole).not.toContain(secret);

  // Two pages of paper, and on a phone the answer with the rest folded.
  const paper = await theirs.pdf({ format: "A4" });
  await theirs.setViewportSize({ width: 390, height: 844 });
  await theirs.reload();
  await expect(theirs.getByText("Latency distribution", { exact: true })).toBeVisible();
  await theirs.waitForLoadState("networkidle");
  const height = await theirs.evaluate(() => document.documentElement.scrollHeight);
  expect(pagesOf(paper)).toBe(2);
  expect(height).toBeLessThan(5200);
  await context.close();
});

test("the second interval is the same on the page and behind its link", { tag: "@nightly" }, async ({
  page,
  browser,
}) => {
  await page.goto(comparison());
  const sentence =
    /^Bootstrap interval \+\d.*around.*that is why the verdict rests on the interval from ranks\.$/;
  // One workload alone is open.
  const mine = page.getByRole("table", { name: /of every compared workload/ }).getByText(sentence);
  await expect(mine).toBeVisible();
  const words = (await mine.textContent()) ?? "";
  const link = await shareFrom(page, { label: "Second opinion" });
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  await expect(theirs.getByText(sentence)).toHaveText(words);
  const [file] = await Promise.all([
    theirs.waitForEvent("download"),
    theirs.getByRole("button", { name: "Download CSV", exact: true }).click(),
  ]);
  const figures = await readFile(await file.path(), "utf8");
  expect(figures).toMatch(/,iops,\d+\.\d+,,bootstrap_ci95_low\r\n/);
  await context.close();
});

test("the report is taken away as figures, as data and as fio's output", { tag: "@nightly" }, async ({
  page,
  browser,
}) => {
  await page.goto(comparison());
  const link = await shareFrom(page, { passphrase: "correct horse" });
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "A passphrase protects this report." })).toBeVisible();
  await theirs.getByLabel("Passphrase").fill("wrong horse");
  await theirs.getByRole("button", { name: "Open" }).click();
  await expect(theirs.getByText("Wrong passphrase.")).toBeVisible();
  await theirs.getByLabel("Passphrase").fill("correct horse");
  await theirs.getByRole("button", { name: "Open" }).click();
  await expect(theirs.getByRole("region", { name: "Vendor support checklist" })).toBeVisible();
  for (const [name, ending] of [
    ["CSV", /\.csv$/],
    ["JSON", /\.json$/],
    ["fio JSON", /raw\.json$/],
  ] as const) {
    const [file] = await Promise.all([
      theirs.waitForEvent("download"),
      theirs.getByRole("button", { name: `Download ${name}`, exact: true }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(ending);
    const text = await readFile(await file.path(), "utf8");
    expect(text.length).toBeGreaterThan(200);
    expect(text).not.toContain(HOST);
  }
  await context.close();
});

test("what the sender chose to show is shown, and marked", { tag: "@nightly" }, async ({ page, browser }) => {
  await page.goto(`/runs/${runs[0]?.id}`);
  const link = await shareFrom(page, { show: "Host name" });
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  await expect(theirs.getByText("Shown by choice")).toBeVisible();
  await expect(theirs.getByText(HOST).first()).toBeVisible();
  expect(await theirs.content()).not.toContain("secret-project");
  await context.close();
});

test("what was expected stands beside the result, on two pages and on a phone", { tag: "@nightly" }, async ({
  page,
  browser,
}) => {
  await page.goto(`/runs/${runs[1]?.id}`);
  await page.getByRole("button", { name: "Share", exact: true }).click();
  // The service of this test is at 127.0.0.1, which no vendor reaches.
  const warning = page.getByRole("note", { name: "The link's address is local" });
  await expect(warning).toContainText("only open on this machine", { timeout: FROZEN_MS });
  await page.keyboard.press("Escape");
  const link = await shareFrom(page, { expectation: "28 GB/s: four drives of 7 GB/s on one x16 link" });
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  const expected = theirs.getByRole("region", { name: "What the sender expected" });
  await expect(expected).toBeInViewport({ ratio: 1 });
  await expect(expected).toContainText("28 GB/s: four drives of 7 GB/s on one x16 link");
  // What all vendors ask is open, the rest one click away.
  const questions = theirs.getByRole("region", { name: "Vendor support checklist" });
  const errors = questions.getByRole("heading", { name: "Any PCIe or media errors, resets?" });
  await expect(errors).toBeHidden();
  await questions.getByText(/unknown or only partly answered$/).click();
  await expect(errors).toBeVisible();
  await theirs.waitForLoadState("networkidle");

  const short = pagesOf(await theirs.pdf({ format: "A4" }));
  expect(short).toBe(2);
  await theirs.evaluate(() => {
    globalThis.print = () => undefined;
  });
  await theirs.getByRole("button", { name: "Long form" }).click();
  expect(pagesOf(await theirs.pdf({ format: "A4" }))).toBeGreaterThan(2);

  await theirs.setViewportSize({ width: 390, height: 844 });
  await theirs.reload();
  await expect(theirs.getByText("The whole configuration")).toBeVisible();
  await theirs.waitForLoadState("networkidle");
  expect(await theirs.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(8500);
  await context.close();
});

test("a second configuration is told by what differs from the first", { tag: "@nightly" }, async ({
  page,
  browser,
}) => {
  await page.goto(comparison());
  const link = await shareFrom(page);
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  const second = theirs.getByRole("region", { name: "Configuration of host 1, configuration 2" });
  await expect(second).toContainText("What differs from host 1");
  await second.getByText(/^\d+ fields differ/).click();
  // Planted: one node for each socket on one side, four on the other.
  await expect(second.getByRole("row", { name: /NUMA/ }).first()).toBeVisible();
  await expect(theirs.getByRole("heading", { name: "Hardware and configuration diff" })).toHaveCount(0);
  await context.close();
});

test("a chart is shared with its points", { tag: "@nightly" }, async ({ page, browser }) => {
  await page.goto(`/explore?x=bios.nps&host=${HOST}&yscale=log`);
  const link = await shareFrom(page);
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  const chart = theirs.getByTestId("chart-bw_bytes_per_s-over-bios.nps");
  await expect(chart.locator("[data-ready]")).toBeVisible();
  // On its maker's axes: a logarithmic one has no zero.
  const ticks = await chart.locator("[data-plot] text").allTextContents();
  expect(ticks.length).toBeGreaterThan(1);
  expect(ticks).not.toContain("0");
  await chart.getByRole("button", { name: "Table" }).click();
  await expect(chart.getByRole("row")).toHaveCount(3);
  await context.close();
});

test("paused, resumed, revoked: the list says so and the link obeys at once", { tag: "@nightly" }, async ({
  page,
  browser,
}) => {
  await page.goto(comparison());
  const link = await shareFrom(page, { label: "Obedient" });
  const { context, page: theirs } = await stranger(browser);
  const act = async (name: string) => {
    await page.getByRole("button", { name: "Actions for Obedient" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await theirs.goto(link);
  await expect(theirs.getByRole("region", { name: "Vendor support checklist" })).toBeVisible();

  await page.getByRole("navigation").getByRole("link", { name: "Shared links" }).click();
  const row = page.getByRole("row", { name: /Obedient/ });
  await expect(row).toContainText("Active");
  await expect(row).toContainText("once");
  await act("Access log…");
  await expect(page.getByRole("dialog").getByRole("row", { name: /opened/ })).toBeVisible();
  await page.keyboard.press("Escape");

  await act("Pause");
  await expect(row).toContainText("Paused");
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This link has expired." })).toBeVisible();
  expect(await theirs.content()).not.toContain("sequential");
  await act("Resume");
  await expect(row).toContainText("Active");
  await theirs.reload();
  await expect(theirs.getByRole("region", { name: "Vendor support checklist" })).toBeVisible();

  await act("Revoke…");
  await page.getByRole("dialog").getByRole("button", { name: "Revoke the link" }).click();
  await expect(row).toContainText("Revoked");
  await theirs.reload();
  await expect(theirs.getByRole("heading", { name: "This link has expired." })).toBeVisible();
  await context.close();
});

test("a link that has expired says so and shows nothing, and works again when it is extended", {
  tag: "@nightly",
}, async ({ page, browser }) => {
  await page.goto(`/runs/${runs[0]?.id}`);
  const link = await shareFrom(page, { label: "Expiring" });
  const { url, token } = stack();
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  // The shape is ShareList of the API; a wrong one finds no link below.
  const { items } = (await (await fetch(`${url}/api/v1/shares`, { headers })).json()) as {
    items: { id: string; label: string | null }[];
  };
  const id = items.find(({ label }) => label === "Expiring")?.id;
  const endsAt = new Date(Date.now() + 2000).toISOString();
  const body = JSON.stringify({ expires_at: endsAt });
  expect((await fetch(`${url}/api/v1/shares/${id}`, { method: "PATCH", headers, body })).status).toBe(200);

  const { context, page: theirs } = await stranger(browser);
  await expect(async () => {
    const answer = await theirs.goto(link);
    expect(answer?.status()).toBeLessThan(500);
    await expect(theirs.getByRole("heading", { name: "This link has expired." })).toBeVisible({
      timeout: 2000,
    });
  }).toPass({ timeout: 30_000 });
  expect(await theirs.content()).not.toContain("read 2M");

  await page.goto("/shares");
  const row = page.getByRole("row", { name: /Expiring/ });
  await expect(row).toContainText("Expired");
  await page.getByRole("button", { name: "Actions for Expiring" }).click();
  await page.getByRole("menuitem", { name: "Change expiry…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await expect(row).toContainText("Active");
  await theirs.reload();
  await expect(theirs.getByRole("region", { name: "Vendor support checklist" })).toBeVisible();
  await context.close();
});

test("an address that never was tells nothing", { tag: "@nightly" }, async ({ browser }) => {
  const { context, page: theirs, faults } = await stranger(browser);
  await theirs.goto(`${stack().url}/s/nothing0here0at0all00000`);
  await expect(theirs.getByRole("heading", { name: "Link not found." })).toBeVisible();
  await expect(theirs).toHaveTitle("Shared storage benchmark");
  expect(faults).toEqual([]);
  await context.close();
});

test("a run that is shown by a link is not deleted without asking what becomes of it", {
  tag: "@nightly",
}, async ({ page, browser }) => {
  const startedAt = new Date("2026-11-01T09:00:00Z");
  const read = { iops: 100, clat_ns: 111_104 };
  const fio = fioDocument([{ name: "x", rw: "randread", bs_bytes: 4096, read }], startedAt);
  // A second try deletes another run: this one is gone.
  const host = `share-gone-${test.info().retry}`;
  const { id } = await uploadRun({ host, startedAt, fio, machine: machine("epyc-nps4") });
  await page.goto(`/runs/${id}`);
  const link = await shareFrom(page);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this run?" });
  await expect(dialog).toContainText("1 link shared with others shows a frozen copy of it.");
  await dialog.getByRole("button", { name: "Delete, keep the links" }).click();
  await expect(page.getByText("Run deleted.")).toBeVisible();
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  await expect(theirs.getByRole("region", { name: "Vendor support checklist" })).toBeVisible();
  await context.close();
});

test("runs deleted together are asked about, too, and the links are named", { tag: "@nightly" }, async ({
  page,
  browser,
}) => {
  const ids: string[] = [];
  const host = `share-bulk-${test.info().retry}`;
  for (const minute of [1, 2]) {
    const startedAt = new Date(Date.UTC(2026, 10, 2, 9, minute));
    const read = { iops: 100, clat_ns: 111_104 };
    const fio = fioDocument([{ name: "x", rw: "randread", bs_bytes: 4096, read }], startedAt);
    ids.push((await uploadRun({ host, startedAt, fio })).id);
  }
  await page.goto(`/runs/${ids[0]}`);
  const link = await shareFrom(page, { label: "Case 4712" });
  await page.goto(`/runs?host=${host}`);
  for (const row of [1, 2]) await page.getByRole("row").nth(row).getByRole("checkbox").check();
  const bar = page.getByRole("region", { name: "Selected runs" });
  await bar.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete 2 runs?" });
  await expect(dialog).toContainText("1 link shared with others shows a frozen copy of them.");
  await expect(dialog.getByRole("listitem")).toHaveText(["Case 4712"]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("2 selected")).toBeVisible();
  await bar.getByRole("button", { name: "Delete" }).click();
  await dialog.getByRole("button", { name: "Delete, revoke the links" }).click();
  await expect(page.getByText("2 runs deleted.")).toBeVisible();
  const { context, page: theirs } = await stranger(browser);
  await theirs.goto(link);
  await expect(theirs.getByRole("heading", { name: "This link has expired." })).toBeVisible();
  await context.close();
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`report, dialog and list have no accessibility fault, wide or narrow, ${colorScheme}`, {
    tag: "@nightly",
  }, async ({ page, browser }) => {
    // Four checks of long pages.
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme });
    await page.goto(comparison());
    const link = await shareFrom(page, { label: `axe ${colorScheme}` });
    const { context, page: theirs } = await stranger(browser);
    await theirs.emulateMedia({ colorScheme });
    await theirs.goto(link);
    await theirs.waitForLoadState("networkidle");
    await page.getByRole("button", { name: "Share", exact: true }).click();
    await expect(page.getByRole("dialog").getByText("Vendor support checklist")).toBeVisible({
      timeout: FROZEN_MS,
    });
    await page.waitForLoadState("networkidle");
    for (const width of [1440, 390]) {
      for (const shown of [theirs, page]) {
        await shown.setViewportSize({ width, height: 900 });
        // While the dialog is open nothing else of the page can be reached.
        const whole = axe(shown);
        // All else is the same in both schemes, and was looked at in the light one.
        if (colorScheme === "dark") whole.withRules(["color-contrast", "link-in-text-block"]);
        const { violations } = await (shown === page ? whole.include("dialog[open]") : whole).analyze();
        expect(
          violations.map(
            ({ id, nodes }) => `${id} at ${width}: ${nodes.map((node) => node.target).join(" | ")}`,
          ),
        ).toEqual([]);
        const overflow = await shown.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow).toBeLessThanOrEqual(0);
      }
    }
    await page.goto("/shares");
    await expect(page.getByRole("table", { name: "Shared links" })).toBeVisible();
    const list = page.getByRole("region", { name: "Shared links, scrolls sideways" });
    expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    // As cards it is a table still.
    const row = list.getByRole("row", { name: `axe ${colorScheme}` });
    await expect(row.getByRole("cell").first()).toBeVisible();
    expect((await axe(page).analyze()).violations).toEqual([]);
    await context.close();
  });
}
