/**
 * Signs in by a login link, opens an address and takes a picture of it; fails when its heading lacks the words.
 * Arguments: login link, address, words of the heading, file for the picture; rehearse_wheel.sh calls it.
 */
import { chromium } from "@playwright/test";
import config from "../playwright.config.ts";

const [link, address, words, picture] = process.argv.slice(2);
if (link === undefined || address === undefined || words === undefined || picture === undefined)
  throw new Error("arguments: login link, address, words of the heading, file for the picture");
const browser = await chromium.launch(config.use?.launchOptions ?? {});
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(link);
  await page.waitForURL("**/runs");
  await page.goto(address);
  await page.getByRole("heading", { level: 1, name: words }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.screenshot({ path: picture });
} finally {
  await browser.close();
}
