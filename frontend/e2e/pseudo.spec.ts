/**
 * The main pages in the pseudo language, whose words are accented and a third longer: every text comes from a catalogue
 * or from the service, and longer words have room.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { findPlainText, stringsOf } from "../i18n/plain-text.ts";
import * as vocabulary from "../src/api/vocabulary.gen.ts";
import { findLayoutFaults } from "./layout-faults.ts";
import { findOtherPages } from "./pages.ts";
import { isWhole } from "./policy.ts";
import { shareFrom } from "./sharing.ts";
import { expect, stack, test } from "./stack.ts";

const frontend = fileURLToPath(new URL("..", import.meta.url));
const WIDTHS = [1440, 390];

test.use({ data: "demo" });

interface Found {
  items: { id: string }[];
}

async function first(path: string): Promise<string> {
  const answer = await fetch(`${stack().url}/api/v1${path}`, {
    headers: { authorization: `Bearer ${stack().token}` },
  });
  // The lists of the API have items with ids.
  const { items } = (await answer.json()) as Found;
  return items[0]?.id ?? "none";
}

/** Serves the pages of the pseudo build in place of the service's own, and keeps every text that the service answers. */
async function speakPseudo(context: BrowserContext, dist: string): Promise<Set<string>> {
  const answered = new Set<string>();
  await context.route(`${stack().url}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname.startsWith("/assets/")) return route.fulfill({ path: `${dist}${pathname}` });
    if (route.request().resourceType() !== "document" && !pathname.startsWith("/api/"))
      return route.continue();
    const response = await route.fetch();
    const body = await response.text();
    if (pathname.startsWith("/api/")) {
      if (response.headers()["content-type"]?.includes("json") === true)
        for (const text of stringsOf(JSON.parse(body), pathname.includes("/audit"))) answered.add(text);
      return route.fulfill({ response, body });
    }
    const [, base = "/"] = /<base href="([^"]*)"/.exec(body) ?? [];
    const [, nonce = ""] = /name="style-nonce" content="([^"]*)"/.exec(body) ?? [];
    const page = readFileSync(`${dist}/${pathname.startsWith("/s/") ? "share" : "index"}.html`, "utf8");
    return route.fulfill({
      response,
      body: page.replaceAll("__FIOBOARD_BASE__", base).replaceAll("__FIOBOARD_NONCE__", nonce),
    });
  });
  return answered;
}

async function findFaults(page: Page, name: string, answered: Set<string>): Promise<string[]> {
  const faults = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: width < 600 ? 844 : 900 });
    await isWhole(page);
    faults.push(...(await page.evaluate(findLayoutFaults)).map((fault) => `${name} at ${width}: ${fault}`));
  }
  const plain = await page.evaluate(() => document.documentElement.outerHTML);
  return [
    ...faults,
    ...findPlainText(plain, [...answered, ...stringsOf(vocabulary)]).map(
      (text) => `${name}: "${text}" is no message`,
    ),
  ];
}

test(
  "every page has its words from the catalogues and room for longer ones",
  { tag: "@nightly" },
  async ({ page, context }, testInfo) => {
    test.setTimeout(600_000);
    // One for each try and each worker.
    const dist = testInfo.outputPath("dist");
    const build = [
      "node_modules/vite/bin/vite.js",
      "build",
      "--outDir",
      dist,
      "--emptyOutDir",
      "--logLevel=error",
    ];
    execFileSync(process.execPath, build, {
      cwd: frontend,
      env: { ...process.env, FIOBOARD_LANGUAGE: "pseudo" },
    });
    const run = await first("/runs?limit=1");
    const older = await first("/runs?limit=1&sort=started_at");
    await page.goto(`/runs/${run}`);
    const share = new URL(await shareFrom(page)).pathname;
    const chosen: Record<string, string> = {
      today: "/today?days=30",
      run: `/runs/${run}`,
      "configuration of a run": `/runs/${run}#configuration`,
      "machine of a run": `/runs/${run}#machine`,
      comparison: `/compare?${new URLSearchParams({ base: `run=${older}`, new: `run=${run}` }).toString()}`,
      "comparison to be chosen": "/compare",
      changes: "/changes?state=any",
      events: "/events?state=any&gone=shown",
      share,
    };
    const { addresses } = findOtherPages(Object.values(chosen), { hosts: await first("/hosts") });
    const pages = { ...chosen, ...Object.fromEntries(addresses.map((path) => [path, path])) };
    // The service's own page would go on to ask for its own files, whose names the pseudo build does not have.
    await page.goto("about:blank");
    const answered = await speakPseudo(context, dist);
    const faults: string[] = [];
    for (const [name, address] of Object.entries(pages)) {
      await test.step(name, async () => {
        // A page asks anew for everything.
        await page.goto("about:blank");
        answered.clear();
        await page.setViewportSize({ width: 1440, height: 900 });
        await page.goto(address);
        await isWhole(page);
        if (process.env["FIOBOARD_PICTURES"] !== undefined)
          await page.screenshot({ path: `/tmp/pseudo/${name.replaceAll("/", "-")}.png`, fullPage: true });
        faults.push(...(await findFaults(page, name, answered)));
        if (process.env["FIOBOARD_PICTURES"] !== undefined)
          await page.screenshot({ path: `/tmp/pseudo/${name.replaceAll("/", "-")}-390.png`, fullPage: true });
      });
    }
    await context.unrouteAll({ behavior: "wait" });
    expect(faults).toEqual([]);
  },
);
