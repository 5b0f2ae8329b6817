/** Addresses at which there is nothing: an id that nothing has, and one that is none. */
import { expect, test } from "./stack.ts";

const NONE = "01a20397-0000-7000-8000-000000000000";
const PAGES = {
  [`/runs/${NONE}`]: "There is no such run.",
  "/runs/zzz": "There is no such run.",
  [`/hosts/${NONE}`]: "There is no such host.",
  "/hosts/zzz": "There is no such host.",
  [`/batches/${NONE}`]: "There is no such batch.",
  "/batches/zzz": "There is no such batch.",
  [`/inventories/${NONE}/diff/${NONE}`]: "There is no such inventory.",
  "/inventories/zzz/diff/yyy": "There is no such inventory.",
};

test("what is not there is said in words, with a way on", { tag: "@nightly" }, async ({ page }) => {
  for (const [path, sentence] of Object.entries(PAGES)) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText("Not found");
    await expect(page.getByText(sentence), path).toBeVisible();
    await expect(page.getByRole("button", { name: "Try again" }), path).toHaveCount(0);
    await page.getByRole("link", { name: "Go to Runs" }).click();
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText("Run history");
  }
});

test("a comparison says which run there is not", { tag: "@nightly" }, async ({ page }) => {
  for (const id of [NONE, "zzz"]) {
    const side = encodeURIComponent(`run=${id}`);
    await page.goto(`/compare?base=${side}&new=${side}`);
    const alert = page.getByRole("alert");
    await expect(alert).toContainText("This view cannot be shown.");
    await expect(alert).toContainText(id);
    await expect(page.getByRole("button", { name: "Try again" })).toHaveCount(0);
    await page.getByRole("link", { name: "Start a new comparison" }).click();
    await expect(page.getByRole("region", { name: "Worth comparing" })).toBeVisible();
  }
});

test("an address of no page says so", { tag: "@nightly" }, async ({ page }) => {
  for (const path of ["/nowhere", "/settings/nothing", "/runs/a/b"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 }), path).toHaveText("Page not found");
  }
});
