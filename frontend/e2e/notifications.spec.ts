import { expect } from "@playwright/test";
import { fioDocument } from "./fio-documents";
import { importRun, stack, test } from "./stack";

const SECRET = "topic-that-nobody-may-see";

test("a rule is added, tested, paused and removed, and its address is shown no more", {
  tag: "@nightly",
}, async ({ page }) => {
  await page.goto("/settings/notifications");
  await page.getByRole("textbox", { name: "Name" }).fill("regressions");
  await page.getByRole("combobox", { name: "Send via" }).selectOption("chat");
  await page.getByRole("textbox", { name: "Apprise address" }).fill("json://127.0.0.1/x");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByText("Apprise does not support this address")).toBeVisible();
  await page.getByRole("textbox", { name: "Apprise address" }).fill(`ntfy://127.0.0.1:9/${SECRET}`);
  await page.getByRole("combobox", { name: "When" }).selectOption("7");
  await page.getByRole("textbox", { name: "Time zone" }).fill("Europe/Atlantis");
  await page.getByRole("button", { name: "Add rule" }).click();
  await expect(page.getByText("There is no time zone 'Europe/Atlantis'.")).toBeVisible();
  await page.getByRole("textbox", { name: "Time zone" }).fill("Europe/Berlin");
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = page.getByRole("listitem").filter({ hasText: "regressions" });
  await expect(rule).toContainText("You get messages about regressions of 3 % or more; and of all events.");
  await expect(rule).toContainText("Once a day at 07:00 (Europe/Berlin), at ntfy.");
  await rule.getByRole("button", { name: "Send a test message with regressions" }).click();
  await expect(rule.getByRole("status")).toContainText("private network");
  await rule.getByRole("button", { name: "Pause regressions" }).click();
  await expect(rule).toContainText("Paused");
  expect(await page.content()).not.toContain(SECRET);
  await rule.getByRole("button", { name: "Remove regressions" }).click();
  await rule.getByRole("button", { name: "Remove regressions" }).click();
  await expect(rule).toHaveCount(0);
});

test("a rule is edited: what it tells, its filter, and another destination", { tag: "@nightly" }, async ({
  page,
}) => {
  await page.goto("/settings/notifications");
  await page.getByRole("textbox", { name: "Name" }).fill("the rack");
  await page
    .getByRole("textbox", { name: "Mail server" })
    .fill("smtps://mail.example.org/?from=a@b.c&to=d@e.f");
  await page.getByRole("button", { name: "Add rule" }).click();
  const rule = page.getByRole("listitem").filter({ hasText: "the rack" });
  await rule.getByRole("button", { name: "Edit the rack" }).click();
  const form = page.getByRole("form", { name: "Edit the rack" });
  for (const kind of ["run missing", "uploads rejected", "uploads pending", "worn", "hot"])
    await form.getByRole("checkbox", { name: kind }).uncheck();
  await form.getByRole("combobox", { name: "Metric" }).selectOption("iops");
  await form.getByRole("combobox", { name: "Also changed" }).selectOption("kernel");
  await form.getByRole("textbox", { name: "Filter" }).fill("hots=jupiter");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(form.getByText("There is no filter 'hots'; did you mean 'host'?")).toBeVisible();
  await form.getByRole("textbox", { name: "Filter" }).fill("rw=randread&bs=!4k");
  await form.getByRole("checkbox", { name: "A destination other than smtps://mail.example.org" }).check();
  await form
    .getByRole("textbox", { name: "Mail server" })
    .fill("smtp://other.example.org/?from=a@b.c&to=d@e.f");
  await form.getByRole("button", { name: "Save" }).click();
  await expect(rule).toContainText("regressions of 3 % or more, of IOPS, also changed: Kernel");
  await expect(rule).toContainText("events: SMART warning, array degraded, drive missing, link degraded");
  await expect(rule).toContainText("of runs with bs=!4k, rw=randread");
  await expect(rule).toContainText("Immediately, at smtp://other.example.org.");
});

test("a feed of a saved view is made, read by a stranger, and revoked", { tag: "@nightly" }, async ({
  page,
  playwright,
}) => {
  const read = { iops: 1_000, clat_ns: 100_000 };
  const job = { name: "feed", rw: "randread", bs_bytes: 4096, iodepth: 1, ioengine: "psync", read };
  await importRun(fioDocument([job], new Date(Date.UTC(2026, 8, 1))), {
    host: "feed-saturn",
    title: "a <b>bold</b> run",
  });
  await page.goto("/runs?host=feed-saturn");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("textbox", { name: "Save this view as" }).fill("reads at random");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Feed of the view reads at random" }).click();
  await page.getByRole("checkbox", { name: "Include the newest runs" }).check();
  await page.getByRole("button", { name: "Create feed" }).click();
  const address = await page.getByText(/\/api\/v1\/feeds\/fioboard_feed_\w+\.atom/).textContent();
  const path = `${stack().url}${new URL(address ?? "").pathname}`;
  const stranger = await playwright.request.newContext();
  const answer = await stranger.get(path);
  expect(answer.headers()["content-type"]).toContain("application/atom+xml");
  const titles = await page.evaluate(
    (text) =>
      [
        ...new DOMParser().parseFromString(text, "application/xml").querySelectorAll("feed > entry > title"),
      ].map((title) => title.textContent),
    await answer.text(),
  );
  expect(titles).toEqual([expect.stringMatching(/^Run on feed-saturn: a <b>bold<\/b> run · /)]);
  const known = { headers: { "if-none-match": answer.headers()["etag"] ?? "" } };
  expect((await stranger.get(path, known)).status()).toBe(304);
  await page.goto("/settings/notifications");
  const feed = page.getByRole("listitem").filter({ hasText: "reads at random" });
  await expect(feed).toContainText("last read");
  expect(await page.content()).not.toContain(new URL(path).pathname);
  await feed.getByRole("button", { name: "Revoke the feed of reads at random" }).click();
  await feed.getByRole("button", { name: "Revoke the feed of reads at random" }).click();
  await expect(feed).toHaveCount(0);
  expect((await stranger.get(path)).status()).toBe(401);
  await stranger.dispose();
});
