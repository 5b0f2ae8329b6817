/**
 * Pictures of every page of a running service with the demo data, wide and narrow, light and dark, on one sheet, and a
 * table of their heights. Beside an older folder of the same kind the sheet shows before and after.
 *
 *     node scripts/sheet.ts "$(make -s cli A=login-link)" build/sheet [older folder]
 *
 * Writes into the folder: a picture per page and view, heights of all pages (Markdown), all of it as one page (HTML) and as
 * one picture (WebP). Makes three share links, which end after an hour.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import config from "../playwright.config.ts";

const VIEWS = [
  { name: "1440-light", width: 1440, shown: 220, colorScheme: "light" },
  { name: "1440-dark", width: 1440, shown: 220, colorScheme: "dark" },
  { name: "1024-light", width: 1024, shown: 160, colorScheme: "light" },
  { name: "390-light", width: 390, shown: 90, colorScheme: "light" },
] as const;
type View = (typeof VIEWS)[number];
/** Of a page on the sheet, pixels: so much of its top, where a picture is as wide as the view says (`shown`). */
const SHOWN_HEIGHT = 200;
const SHEET_WIDTH = 2440;
const SHEET = ".small";
const PLAIN = `today runs explore compare hosts fleet changes events schedules models datasheets import shares trash
  settings/account settings/notifications settings/references settings/people settings/audit settings/tokens nowhere`;
const TABS = "time latency results purposes datasheet path inventory configuration files history".split(" ");

interface Item {
  id: string;
  name?: string;
  host?: { name: string };
  batch?: { id: string; name: string } | null;
  series_id?: string;
}

const [link, folder, older] = process.argv.slice(2);
if (link === undefined || folder === undefined)
  throw new Error("arguments: login link, folder [older folder]");
const base = new URL(link).origin;

/** Every page by a short name: those without an address of their own lead to what the demo holds. */
async function listPages(page: Page): Promise<Map<string, string>> {
  const list = async (path: string) => {
    const answer = await page.request.get(`${base}/api/v1/${path}`);
    // Lists of the API have items with ids.
    return answer.ok() ? ((await answer.json()) as { items: Item[] }).items : [];
  };
  const share = async (kind: string, spec: object) => {
    const answer = await page.request.post(`${base}/api/v1/shares`, {
      headers: { origin: base },
      data: { kind, spec, label: "sheet", expires_at: new Date(Date.now() + 36e5).toISOString() },
    });
    return answer.ok() ? new URL(((await answer.json()) as { url: string }).url, base).pathname : undefined;
  };
  const [runs, hosts] = [await list("runs?limit=200"), await list("hosts")];
  const [[change], [model]] = [await list("changes?state=any"), await list("models")];
  const ofHost = (name: string, at = 0) => runs.filter(({ host }) => host?.name.startsWith(name))[at];
  const batch = (name: string) => runs.find((run) => run.batch?.name === name)?.batch?.id;
  const nps = "base=bios.nps%3D1%26tag%3Depyc&new=bios.nps%3D4%26tag%3Depyc%26label.cpus%3D";
  const kernels = "base=kernel%3D6.1.0-28-amd64&new=kernel%3D6.12.6-amd64";
  const run = ofHost("gpu-server")?.id;
  const pages: [string, string | undefined][] = [
    ...PLAIN.split(/\s+/).map((path): [string, string] => [path, `/${path}`]),
    ...["gpu-server", "freebsd-box", "epyc", "cloud-vm", "nas-client", "workstation", "db-server"].map(
      (name): [string, string | undefined] => [
        `run ${name}`,
        ofHost(name)?.id && `/runs/${ofHost(name)?.id}`,
      ],
    ),
    ...TABS.map((tab): [string, string | undefined] => [`run ${tab}`, run && `/runs/${run}#${tab}`]),
    ...["quick", "sweep", "nightly"].map((name): [string, string | undefined] => [
      `batch ${name}`,
      batch(name) && `/batches/${batch(name)}`,
    ]),
    ...hosts
      .filter(({ name = "" }) => name.includes("demo"))
      .map(({ id, name = "" }): [string, string] => [`host ${name.split(" ")[0]}`, `/hosts/${id}`]),
    ["change", change && `/changes/${change.id}`],
    ["series", change?.series_id && `/series/${change.series_id}`],
    ["model", model && `/models/${model.id}`],
    ["datasheet", "/datasheets/intel-dc-p3700-400-gb"],
    ["explore sweep", "/explore?x=iodepth&by=bs&metric=iops&tag=sweep"],
    ["compare nps", `/compare?${nps}`],
    ["compare kernels", `/compare?${kernels}`],
    ["share run", run && (await share("run", { run_id: run }))],
    ["share batch", batch("sweep") && (await share("batch", { batch_id: batch("sweep") }))],
    ["share compare", await share("compare", { address: nps })],
    ["login", "/login"],
  ];
  return new Map(pages.flatMap(([name, path]) => (path ? [[name, path]] : [])));
}

const fileOf = (of: string, view: View, name: string, size = "") =>
  join(of, view.name, `${name.replace(/\W/g, "-")}${size}.jpeg`);

/** The top of a page as the sheet has it: pictures of whole pages are too much for one page. */
async function small(page: Page, view: View, height: number, file: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const scale = view.shown / view.width;
  const clip = { x: 0, y: 0, width: view.width, height: Math.min(height, SHOWN_HEIGHT / scale), scale };
  const shot = { format: "jpeg", quality: 80, captureBeyondViewport: true, clip } as const;
  writeFileSync(file, Buffer.from((await session.send("Page.captureScreenshot", shot)).data, "base64"));
}

/** Takes a picture of a page as it is when all of it is there, and returns its height. */
async function picture(page: Page, view: View, name: string, path: string): Promise<number | null> {
  await page.goto("about:blank");
  await page.goto(base + path);
  try {
    await page.getByRole("heading", { level: 1 }).first().waitFor({ timeout: 15_000 });
  } catch {
    return null;
  }
  await page.waitForLoadState("networkidle");
  await page.waitForTimeout(300);
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  const file = fileOf(folder ?? "", view, name);
  await page.screenshot({ path: file, fullPage: true, type: "jpeg", quality: 70 });
  await small(page, view, height, fileOf(folder ?? "", view, name, SHEET));
  return height;
}

/** Returns each page's height in each view. */
async function takeAll(context: (view: View) => Promise<BrowserContext>, pages: ReadonlyMap<string, string>) {
  const heights = new Map<string, (number | null)[]>();
  for (const view of VIEWS) {
    mkdirSync(join(folder ?? "", view.name), { recursive: true });
    const opened = await context(view);
    const page = await opened.newPage();
    for (const [name, path] of pages) {
      if (path === "/login") await opened.clearCookies();
      const height = await picture(page, view, name, path);
      heights.set(name, [...(heights.get(name) ?? []), height]);
    }
    await opened.close();
  }
  return heights;
}

const formatHeight = (height: number | null | undefined) => height?.toLocaleString("en-GB") ?? "–";

function readHeights(file: string): Map<string, string[]> {
  if (!existsSync(file)) return new Map();
  const rows = readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.startsWith("| "));
  return new Map(
    rows
      .map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      )
      .map(([name = "", ...cells]) => [name, cells]),
  );
}

function writeHeights(heights: ReadonlyMap<string, readonly (number | null)[]>): void {
  const heading = ["Page", ...VIEWS.map(({ name }) => name)];
  const rows = [...heights].map(([name, cells]) => [name, ...cells.map(formatHeight)]);
  const lines = [heading, ["---", ...VIEWS.map(() => "--:")], ...rows].map(
    (cells) => `| ${cells.join(" | ")} |`,
  );
  writeFileSync(join(folder ?? "", "heights.md"), `${lines.join("\n")}\n`);
}

/** One row a page: each view after the same before, where there is one. */
function htmlOf(names: readonly string[], before: ReadonlyMap<string, string[]>): string {
  const shown = (of: string, view: View, name: string, label: string) => {
    const file = fileOf(of, view, name, SHEET);
    if (!existsSync(file)) return `<figure class=none>${label}: none</figure>`;
    const src = `data:image/jpeg;base64,${readFileSync(file).toString("base64")}`;
    return `<figure><img src="${src}"><figcaption>${label}</figcaption></figure>`;
  };
  const rows = names.map((name) => {
    const cells = VIEWS.map((view, i) => [
      ...(older === undefined || i === 1
        ? []
        : [shown(older, view, name, `before ${before.get(name)?.[i] ?? ""}`)]),
      shown(folder ?? "", view, name, `${older === undefined ? "" : "after "}${view.name}`),
    ]);
    return `<section><h2>${name}</h2><div>${cells.flat().join("")}</div></section>`;
  });
  return `<!doctype html><meta charset=utf-8><title>Pages</title><style>
body{margin:8px;background:#e4e6ea;font:10px/1.2 sans-serif;display:grid;grid-template-columns:1fr 1fr;gap:6px;width:${SHEET_WIDTH - 20}px}
section{background:#fff;padding:4px}h2{font-size:12px;margin:0 0 3px}div{display:flex;gap:3px}figure{margin:0}
img{display:block;border:1px solid #999}.none{color:#777}</style>${rows.join("")}`;
}

const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  const first = await browser.newContext();
  const page = await first.newPage();
  await page.goto(link);
  await page.waitForURL((url) => !url.href.includes("code=") && !url.pathname.includes("login"));
  const pages = await listPages(page);
  const storageState = await first.storageState();
  const heights = await takeAll(
    ({ width, colorScheme }) =>
      browser.newContext({
        storageState,
        colorScheme,
        viewport: { width, height: 900 },
        locale: "en-GB",
        timezoneId: "UTC",
      }),
    pages,
  );
  writeHeights(heights);
  const html = htmlOf([...pages.keys()], readHeights(join(older ?? "", "heights.md")));
  writeFileSync(join(folder, "index.html"), html);
  // Not within the service's page, whose policy loads no picture from a text.
  const sheet = await browser.newPage({ viewport: { width: SHEET_WIDTH, height: 900 } });
  await sheet.goto(pathToFileURL(join(folder, "index.html")).href);
  const height = await sheet.evaluate(() => document.documentElement.scrollHeight);
  const session = await sheet.context().newCDPSession(sheet);
  const clip = { x: 0, y: 0, width: SHEET_WIDTH, height, scale: 1 };
  const shot = { format: "webp", quality: 30, captureBeyondViewport: true, clip } as const;
  const { data } = await session.send("Page.captureScreenshot", shot);
  writeFileSync(join(folder, "sheet.webp"), Buffer.from(data, "base64"));
} finally {
  await browser.close();
}
