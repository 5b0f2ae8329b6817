import { expect } from "@playwright/test";
import { test } from "./stack";

const SECRET = "topic-that-nobody-may-see";

test("a rule is added, tested, paused and removed, and its address is shown no more", async ({ page }) => {
  await page.goto("/settings/notifications");
  await page.getByRole("textbox", { name: "Name" }).fill("regressions");
  await page.getByRole("combobox", { name: "Tell me by" }).selectOption("chat");
  await page.getByRole("textbox", { name: "Address, as Apprise writes it" }).fill("json://127.0.0.1/x");
  await page.getByRole("button", { name: "Add the rule" }).click();
  await expect(page.getByText("This is no address that Apprise understands")).toBeVisible();
  await page
    .getByRole("textbox", { name: "Address, as Apprise writes it" })
    .fill(`ntfy://127.0.0.1:9/${SECRET}`);
  await page.getByRole("combobox", { name: "When" }).selectOption("7");
  await page.getByRole("button", { name: "Add the rule" }).click();
  const rule = page.getByRole("listitem").filter({ hasText: "regressions" });
  await expect(rule).toContainText("for the worse by 3 % or more; once a day at 07:00 UTC, at ntfy");
  await rule.getByRole("button", { name: "Send a test message by regressions" }).click();
  await expect(rule.getByRole("status")).toContainText("private network");
  await rule.getByRole("button", { name: "Pause regressions" }).click();
  await expect(rule).toContainText("Paused");
  expect(await page.content()).not.toContain(SECRET);
  await rule.getByRole("button", { name: "Remove regressions" }).click();
  await rule.getByRole("button", { name: "Remove regressions" }).click();
  await expect(rule).toHaveCount(0);
});
