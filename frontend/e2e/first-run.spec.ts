import { expect, stack, test } from "./stack.ts";

test("an empty history says how to send the first run, with a command that works", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/runs$/);
  await expect(page.getByRole("heading", { level: 1, name: "Run history" })).toBeVisible();
  await expect(page.getByText("No runs yet.")).toBeVisible();
  await expect(page.getByText("fioboard-agent suite quick --target FOLDER")).toBeVisible();

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
