/** Signing in, and the tokens of hosts and scripts. */
import { expect, stack, test } from "./stack.ts";

test.describe("not signed in", () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  test("every page leads to the sign-in page, which says how to get a link", async ({ page }) => {
    for (const path of ["/runs?sort=-iops", "/hosts", "/settings/tokens"]) {
      await page.goto(path);
      await expect(page).toHaveURL(
        (url) => url.pathname === "/login" && url.searchParams.get("next") === path,
      );
    }
    await page.getByText("No password, or forgot it?").click();
    await expect(page.getByText('make -s cli A="login-link"')).toBeVisible();
  });

  test("a code that does not work is refused in words and leaves the address at once", async ({ page }) => {
    const before = await page.evaluate(() => history.length);
    await page.goto("/login#code=never-issued");
    await expect(page.getByText("This login link does not work.")).toBeVisible();
    expect(page.url()).not.toContain("never-issued");
    expect(await page.evaluate(() => history.length)).toBeLessThanOrEqual(before + 1);
  });

  test("a login link pasted into a tab that shows the sign-in page is used", { tag: "@nightly" }, async ({
    page,
  }) => {
    const opened: string[] = [];
    page.on("request", (request) => {
      if (request.isNavigationRequest()) opened.push(request.url());
    });
    await page.goto("/login");
    await expect(page.getByRole("heading", { name: "Sign in" })).toBeVisible();
    // Only the fragment differs: the browser loads nothing.
    await page.goto("/login#code=never-issued");
    await expect(page.getByText("This login link does not work.")).toBeVisible();
    expect(page.url()).not.toContain("never-issued");
    expect(opened).toEqual([`${stack().url}/login`]);
  });
});

test("a token is shown once, works, and ends when it is revoked", async ({ page }) => {
  await page.goto("/settings/tokens");
  await page.getByLabel("Name").fill("nightly report");
  await page.getByRole("button", { name: "Create" }).click();
  const made = page.getByText("Token “nightly report” created. Copy it now; it will not be shown again.");
  await expect(made).toBeVisible();
  const secret = (await made.locator("..").locator("code").textContent()) ?? "";

  const ask = () => fetch(`${stack().url}/api/v1/runs`, { headers: { authorization: `Bearer ${secret}` } });
  expect((await ask()).status).toBe(200);

  await page.reload();
  await expect(page.getByRole("row").filter({ hasText: "nightly report" })).toContainText("read");
  await expect(page.getByText(secret)).toHaveCount(0);

  await page.getByRole("button", { name: "Revoke nightly report" }).click();
  await page.getByRole("button", { name: "Revoke nightly report" }).click();
  await expect(page.getByRole("row").filter({ hasText: "nightly report" })).toContainText("Revoked");
  expect((await ask()).status).toBe(401);
});
