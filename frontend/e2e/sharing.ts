/** How a link is made in the browser, and how somebody without an account opens it. */
import { type Browser, expect, type Page } from "@playwright/test";

interface Wish {
  label?: string;
  passphrase?: string;
  show?: string;
  expectation?: string;
}

/** A report of many runs takes its time on a busy machine. */
export const FROZEN_MS = 40_000;

/** From the button of the page to the link, as a sender goes. */
export async function shareFrom(
  page: Page,
  { label = "Acme support", passphrase, show, expectation }: Wish = {},
): Promise<string> {
  await page.getByRole("button", { name: "Share", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Share report (snapshot)" });
  await expect(dialog.getByRole("region", { name: "Vendor support checklist" })).toBeVisible({
    timeout: FROZEN_MS,
  });
  await dialog.getByLabel("Recipient").fill(label);
  if (passphrase !== undefined) await dialog.getByLabel("Passphrase", { exact: true }).fill(passphrase);
  if (expectation !== undefined) await dialog.getByLabel("Expected result").fill(expectation);
  if (show !== undefined) await dialog.getByLabel(`Show: ${show}`).check();
  await dialog.getByRole("button", { name: "Create link" }).click();
  await expect(dialog.getByText("Link created.")).toBeVisible({ timeout: FROZEN_MS });
  const link = (await dialog.getByRole("status").locator("code").first().textContent()) ?? "";
  expect(link).toMatch(/\/s\/[A-Za-z0-9]{20,}$/);
  await dialog.getByRole("button", { name: "Done" }).click();
  return link;
}

/** Somebody else's browser: no cookie, no session. What it asks and what it complains of is kept. */
export async function stranger(browser: Browser, width = 1440) {
  const context = await browser.newContext({
    viewport: { width, height: width < 600 ? 844 : 900 },
    // Playwright would hand on the sender's session.
    storageState: { cookies: [], origins: [] },
  });
  const page = await context.newPage();
  const asked: string[] = [];
  const faults: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (/Content.Security.Policy|Refused/i.test(message.text())) faults.push(message.text());
  });
  return { context, page, asked, faults };
}

/** How many pages a PDF of Chromium has. */
export const pagesOf = (paper: Buffer) => paper.toString("latin1").match(/\/Type\s*\/Page[^s]/g)?.length;
