/**
 * The run history in headless Chromium against a running service, by the browser's own performance API.
 * Arguments: the service's address and a login link. Prints one line of JSON, times in ms and `blank` in frames;
 * bench_browse.py reads it.
 */
import { type Browser, chromium, type Page } from "@playwright/test";
import config from "../playwright.config.ts";

const LOADS = 9;
const FILTERS = 10;
const FRAMES = 300;
/** A fast reader: a row of 36 px per frame is sixty runs a second. */
const PX_PER_FRAME = 36;

/** Runs in the page before its own scripts: notes when the first row of data stands, and the largest paint. */
function watchFirstRows() {
  const observer = new MutationObserver(() => {
    if (document.querySelector("[role=row][aria-rowindex='2']") === null) return;
    observer.disconnect();
    requestAnimationFrame(() => performance.mark("rows"));
  });
  observer.observe(document, { subtree: true, childList: true });
}

/** The time from the next click until the rows it asked for were drawn. */
function changeOfRows() {
  return new Promise<number>((resolve) => {
    let began = 0;
    let wasBusy = false;
    addEventListener("click", (event) => (began = event.timeStamp), { capture: true, once: true });
    const observer = new MutationObserver(() => {
      const busy = document.querySelector("[role=table]")?.getAttribute("aria-busy");
      wasBusy ||= busy === "true";
      if (!wasBusy || busy !== "false") return;
      observer.disconnect();
      // The first frame holds the rows, the second one begins when it was drawn.
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() - began)));
    });
    observer.observe(document.body, { subtree: true, childList: true, attributes: true });
  });
}

interface Scrolling {
  /** ms that each frame took. */
  frames: number[];
  /** Frames that show a place of the table without a row. */
  blank: number;
}

/** Scrolls by some pixels in every frame, and looks for a row of data at three heights of what it will show. */
function scroll([frames, px]: [number, number]) {
  const isRow = (y: number) =>
    document.elementFromPoint(innerWidth / 2, y)?.closest("[role=row][aria-rowindex], tr") !== null;
  return new Promise<Scrolling>((resolve) => {
    const took: number[] = [];
    let blank = 0;
    let before = 0;
    const step = (now: number) => {
      if (before > 0) took.push(now - before);
      before = now;
      window.scrollBy(0, px);
      if (![innerHeight / 3, innerHeight / 2, innerHeight - 4].every(isRow)) blank++;
      if (took.length < frames) requestAnimationFrame(step);
      else resolve({ frames: took, blank });
    };
    requestAnimationFrame(step);
  });
}

const [url = "", loginLink = ""] = process.argv.slice(2);
const browser = await chromium.launch(config.use?.launchOptions ?? {});
const state = await signedIn(browser);

const paints: number[] = [];
const largest: number[] = [];
const rows: number[] = [];
for (let i = 0; i < LOADS; i++) {
  await withPage(async (page) => {
    await page.addInitScript(watchFirstRows);
    await page.goto(`${url}/runs`);
    const seen = await page.evaluate(async () => {
      const last = (type: string) =>
        new Promise<number>((resolve) =>
          new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? 0)).observe({
            type,
            buffered: true,
          }),
        );
      while (performance.getEntriesByName("rows").length === 0) await new Promise((r) => setTimeout(r, 20));
      const rowsAt = performance.getEntriesByName("rows")[0]?.startTime ?? 0;
      return { rowsAt, paintAt: await last("paint"), largestAt: await last("largest-contentful-paint") };
    });
    paints.push(seen.paintAt);
    rows.push(seen.rowsAt);
    largest.push(seen.largestAt);
  });
}

const changes: number[] = [];
await withPage(async (page) => {
  await open(page);
  await page.getByRole("button", { name: "Host", exact: true, expanded: false }).click();
  const boxes = page.locator(".mantine-Popover-dropdown input[type=checkbox]");
  await boxes.nth(FILTERS).waitFor();
  for (let i = 0; i < FILTERS; i++) {
    const change = page.evaluate(changeOfRows);
    await boxes.nth(i).click();
    changes.push(await change);
    await page.waitForLoadState("networkidle");
  }
});

const ours = await scrolled(open);
/** As many cells without a line of script: what this machine and this browser need for scrolling alone. */
const floor = await scrolled((page) => {
  const cells = Array.from({ length: 9 }, (_, i) => `<td>value ${i}</td>`).join("");
  return page.setContent(`<table width="100%">${`<tr height="36">${cells}</tr>`.repeat(1000)}</table>`);
});

await browser.close();
console.log(
  JSON.stringify({
    ...{ paints, rows, largest, changes },
    ...{ frames: ours.frames, frame_cpu: [ours.cpuMs], blank: [ours.blank] },
    ...{ floor: floor.frames, floor_cpu: [floor.cpuMs] },
  }),
);

async function signedIn(chrome: Browser) {
  const page = await chrome.newPage();
  await page.goto(loginLink);
  await page.waitForURL("**/runs");
  const state = await page.context().storageState();
  await page.close();
  return state;
}

/** A context of its own has an empty cache. */
async function withPage(work: (page: Page) => Promise<void>) {
  const context = await browser.newContext({
    storageState: state,
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    timezoneId: "UTC",
  });
  await work(await context.newPage());
  await context.close();
}

/** Frames of a page while it scrolls, and the CPU time it takes for one, which other programs hardly touch. */
async function scrolled(prepare: (page: Page) => Promise<void>) {
  let seen: Scrolling = { frames: [], blank: 0 };
  let cpuMs = Number.NaN;
  await withPage(async (page) => {
    await prepare(page);
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const cpu = async () =>
      (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration")
        ?.value ?? Number.NaN;
    const before = await cpu();
    seen = await page.evaluate(scroll, [FRAMES, PX_PER_FRAME] as [number, number]);
    cpuMs = (1000 * ((await cpu()) - before)) / seen.frames.length;
  });
  return { ...seen, cpuMs };
}

async function open(page: Page) {
  await page.goto(`${url}/runs`);
  await page.locator("[role=row][aria-rowindex='2']").waitFor();
  await page.waitForLoadState("networkidle");
}
