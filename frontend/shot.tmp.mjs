import { chromium } from "playwright-core";

const [, , link, ...jobs] = process.argv;
const b = await chromium.launch({
  executablePath: "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking", "--disable-component-update", "--disable-sync"],
});
const ctx = await b.newContext({ viewport: { width: 1440, height: 900 } });
const p = await ctx.newPage();
await p.goto(link);
await p.waitForURL((u) => !String(u).includes("login"));
for (const job of jobs) {
  const [name, width, scheme, path, sel] = job.split("|");
  await p.setViewportSize({ width: Number(width), height: 900 });
  await p.emulateMedia({ colorScheme: scheme });
  await p.goto(new URL(path, link).href);
  await p.waitForLoadState("networkidle");
  await p.waitForTimeout(600);
  if (sel) {
    const l = p.locator(sel).first();
    await l.scrollIntoViewIfNeeded();
    await l.screenshot({ path: `/tmp/lk/${name}.png` });
  } else await p.screenshot({ path: `/tmp/lk/${name}.png`, fullPage: false });
}
await b.close();
