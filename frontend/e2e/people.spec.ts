/** Coming by invitation, signing in by password, being held to one's role, and being let in no more. */
import { expect, test } from "./stack.ts";

const PASSWORD = "correct horse battery";

/** A name that an earlier try of the same test has not taken. */
function namedAnew(name: string): string {
  return `${name}${test.info().retry || ""}`;
}

test("somebody is invited, joins, sees what a viewer may, signs in by password, and is let in no more", {
  tag: "@nightly",
}, async ({ page, browser, baseURL }) => {
  const name = namedAnew("mara");
  await page.goto("/settings/people");
  await page.getByLabel("Invitation for").fill("Mara");
  await page.getByRole("button", { name: "Invite" }).click();
  const made = page.getByText("Send this link to Mara. It is not shown again.");
  await expect(made).toBeVisible();
  const link = (await made.locator("..").locator("code").textContent()) ?? "";
  expect(link).toContain("/join#code=");

  const nobody = {
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  };
  const hers = await browser.newContext(nobody);
  const mara = await hers.newPage();
  // Pasted into a tab that shows the page already, where only the fragment changes and nothing is loaded.
  await mara.goto("/join");
  await expect(mara.getByText("This invitation link is incomplete.")).toBeVisible();
  await mara.goto(link);
  await expect(mara).toHaveURL((url) => url.hash === "");
  await mara.getByLabel("Name").fill(name);
  await mara.getByRole("textbox", { name: "Password" }).fill("password1234");
  await mara.getByRole("button", { name: "Create my account" }).click();
  await expect(mara.getByRole("alert")).toContainText("too common");
  await mara.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await mara.getByRole("button", { name: "Create my account" }).click();
  await expect(mara.getByRole("heading", { level: 1, name: "Run history" })).toBeVisible();

  await mara.getByRole("link", { name: "Settings" }).click();
  const tabs = mara.getByRole("navigation", { name: "Settings" }).getByRole("link");
  await expect(tabs).toHaveText(["Account", "Notifications", "Baselines"]);
  await expect(mara.getByText("This browser", { exact: true })).toBeVisible();
  await mara.getByRole("button", { name: "Sign out", exact: true }).click();
  await mara.getByLabel("Name").fill(name.toUpperCase());
  await mara.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await mara.getByRole("button", { name: "Sign in" }).click();
  await expect(mara.getByRole("heading", { level: 1, name: "Run history" })).toBeVisible();

  await page.reload();
  await page.getByRole("button", { name: `Deactivate ${name}` }).click();
  await expect(page.getByRole("button", { name: `Activate ${name}` })).toBeVisible();
  await mara.reload();
  await expect(mara.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();

  await page.getByRole("link", { name: "Audit log" }).click();
  const row = page.getByRole("row").filter({ hasText: "User changed" });
  await expect(row.first()).toContainText("active: yes → no");
  await hers.close();
});

test("a changed password keeps this browser and signs the others out", { tag: "@nightly" }, async ({
  page,
  browser,
  baseURL,
}) => {
  const name = namedAnew("ada");
  await page.goto("/settings/people");
  await page.getByLabel("Invitation for").fill("Ada");
  await page.getByRole("button", { name: "Invite" }).click();
  const made = page.getByText("Send this link to Ada. It is not shown again.");
  const link = (await made.locator("..").locator("code").textContent()) ?? "";
  const nobody = {
    storageState: { cookies: [], origins: [] },
    ...(baseURL === undefined ? {} : { baseURL }),
  };
  const [laptop, phone] = [await browser.newContext(nobody), await browser.newContext(nobody)];
  const [here, there] = [await laptop.newPage(), await phone.newPage()];
  await here.goto(link);
  await here.getByLabel("Name").fill(name);
  await here.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await here.getByRole("button", { name: "Create my account" }).click();
  await expect(here.getByRole("heading", { level: 1, name: "Run history" })).toBeVisible();
  await there.goto("/login?next=/hosts");
  await there.getByLabel("Name").fill(name);
  await there.getByRole("textbox", { name: "Password" }).fill(PASSWORD);
  await there.getByRole("button", { name: "Sign in" }).click();
  await expect(there.getByRole("heading", { level: 1, name: "Hosts" })).toBeVisible();

  await here.goto("/settings/account");
  await expect(here.getByRole("row")).toHaveCount(3);
  await here.getByRole("textbox", { name: "Current password" }).fill(PASSWORD);
  await here.getByRole("textbox", { name: "New password" }).fill(`${PASSWORD} staple`);
  await here.getByRole("button", { name: "Change password" }).click();
  await expect(here.getByText("Password changed. Other browsers are signed out.")).toBeVisible();
  await expect(here.getByRole("row")).toHaveCount(2);
  await there.reload();
  await expect(there.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
  await Promise.all([laptop.close(), phone.close()]);
});
