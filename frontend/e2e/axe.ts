import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/**
 * The check of a page's accessibility, in half the time: no page of ours has a frame of another origin, for which the
 * library would collect each frame's findings and open a blank page to put them together; and nobody reads what passed.
 */
export function axe(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
}
