import { expect, stack, test } from "./stack.ts";

test("an empty history says how to send the first run, with a command that works", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/runs$/);
  await expect(page.getByRole("heading", { level: 1, name: "Run history" })).toBeVisible();
  await expect(page.getByText("No runs yet.")).toBeVisible();
  await expect(page.getByText("fioboard-agent suite quick --target PATH")).toBeVisible();

  await page.getByRole("button", { name: "Show the install command" }).click();
  const command = page.getByText(/^curl -fsSL .*\/install\.sh \| sh -s -- --code \S+$/);
  await expect(command).toContainText(stack().url);
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy install command" }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await command.textContent());
});

test("no hosts and no tokens are said, not left blank", async ({ page }) => {
  await page.goto("/hosts");
  await expect(page.getByText("No hosts yet.")).toBeVisible();
});

test("the demo is loaded from an empty page, leads to its regression, and goes as a whole", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/hosts");
  await page.getByRole("button", { name: "Load demo data" }).click();
  // Only a bound: all runs of the demo are stored meanwhile.
  await expect(page).toHaveURL(/\/today\?days=30$/, { timeout: 60_000 });
  await expect(page.getByRole("heading", { name: /fell by 9\.4 % .* on db-server \(demo\)/ })).toBeVisible();
  await page.getByRole("link", { name: "Open change" }).click();
  await expect(page.getByRole("cell", { name: "6.1.0-28-amd64 → 6.12.6-amd64" })).toBeVisible();

  await page.goto("/today?days=30");
  await page.getByRole("button", { name: "Remove demo data" }).click();
  await expect(page.getByText("No runs yet.")).toBeVisible();
});
