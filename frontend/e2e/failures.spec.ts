/** A service in trouble: the page says so in the service's words and keeps its place. */
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, test } from "./stack.ts";

test.beforeAll(async () => {
  const job = { name: "job", rw: "randread", bs_bytes: 4096, read: { iops: 1000, clat_ns: 111_104 } };
  const startedAt = "2026-10-02T00:00:00Z";
  await importRun(fioDocument([job], new Date(startedAt)), { host: "trouble", started_at: startedAt });
});

const trouble = {
  error: "DatabaseUnavailable",
  detail: "The database does not answer.",
  // Else the page would first try again by itself.
  retryable: false,
  request_id: "0123456789abcdef",
  problems: [],
};

test("a failed list shows sentence and request id, and Try again loads it", { tag: "@nightly" }, async ({
  page,
}) => {
  let isDown = true;
  await page.route("**/api/v1/runs?*", (route) =>
    isDown ? route.fulfill({ status: 503, json: trouble }) : route.continue(),
  );
  await page.goto("/runs");
  const alert = page.getByRole("alert");
  await expect(alert).toContainText("The run history could not be loaded.");
  await expect(alert).toContainText("The database does not answer.");
  await expect(alert).toContainText("0123456789abcdef");
  isDown = false;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("table", { name: "Runs" })).toBeVisible();
});

test("no answer at all is tried again before it is called a failure", { tag: "@nightly" }, async ({
  page,
}) => {
  let tries = 0;
  await page.route("**/api/v1/hosts", (route) => {
    tries += 1;
    return tries < 3 ? route.abort() : route.continue();
  });
  await page.goto("/hosts");
  await expect(page.getByRole("table", { name: "Hosts" })).toBeVisible();
  expect(tries).toBe(3);
});

test("while the answer is awaited the frame has its size and says that it is busy", {
  tag: "@nightly",
}, async ({ page }) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/api/v1/runs?*", async (route) => {
    await answered;
    await route.continue();
  });
  await page.goto("/runs");
  const busy = page.locator("[aria-busy=true]");
  await expect(busy).toBeVisible();
  expect((await busy.boundingBox())?.height).toBeGreaterThanOrEqual(420);
  answer();
  await expect(page.getByRole("table", { name: "Runs" })).toBeVisible();
});
