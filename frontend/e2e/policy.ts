import type { Page } from "@playwright/test";
import { expect } from "./stack.ts";

/** What the browser refused, told by itself: the directive, what it was about, and where. */
export async function refusalsOf(page: Page): Promise<string[]> {
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
export async function isWhole(page: Page) {
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.locator("main [aria-busy=true]")).toHaveCount(0);
}
