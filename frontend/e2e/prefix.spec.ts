/** The same build below a path prefix: the service writes it into <base href>, here a stand-in for a proxy does. */
import type { Page } from "@playwright/test";
import { fioDocument } from "./fio-documents.ts";
import { expect, importRun, stack, test } from "./stack.ts";

/** Serves everything below /bench/, as a proxy does. */
async function proxy(page: Page, baseURL: string) {
  await page.route(`${baseURL}/**`, async (route) => {
    const address = new URL(route.request().url());
    if (!address.pathname.startsWith("/bench/")) return route.fulfill({ status: 404 });
    address.pathname = address.pathname.slice("/bench".length);
    const response = await route.fetch({ url: address.href });
    if (route.request().resourceType() !== "document") return route.fulfill({ response });
    const body = (await response.text()).replace('<base href="/"', '<base href="/bench/"');
    return route.fulfill({ response, body });
  });
}

test("pages, links, data and files work below a path prefix", { tag: "@nightly" }, async ({
  page,
  baseURL,
}) => {
  const job = { name: "job", rw: "read", bs_bytes: 4096, read: { iops: 555, clat_ns: 111_104 } };
  const run = await importRun(fioDocument([job], new Date("2026-11-16T09:00:00Z")), { host: "prefixed" });

  await proxy(page, stack().url);
  await page.goto("/bench/");
  await expect(page).toHaveURL(`${baseURL}/bench/runs`);
  await page.getByRole("link", { name: "Hosts" }).click();
  await expect(page).toHaveURL(`${baseURL}/bench/hosts`);
  await page.getByRole("link", { name: "1 run on prefixed" }).click();
  await expect(page).toHaveURL(`${baseURL}/bench/runs?host=prefixed`);
  await page.locator(`a[href$="/runs/${run.id}"]`).click();
  const parts = page.getByRole("navigation", { name: "Parts of this run" });
  await parts.getByRole("link", { name: "Latency" }).click();
  await expect(page).toHaveURL(`${baseURL}/bench/runs/${run.id}#latency`);
  await expect(page.getByTestId("chart-latency-percentiles").locator("[data-ready]")).toBeVisible();
  await parts.getByRole("link", { name: "Files" }).click();
  const file = page.getByRole("table", { name: "Original files" }).getByRole("link").first();
  expect(await file.evaluate((link: HTMLAnchorElement) => link.href)).toContain("/bench/api/v1/runs/");
});

test("a share link works below a path prefix, its charts and its downloads too", { tag: "@nightly" }, async ({
  page,
}) => {
  const { url, token } = stack();
  const job = { name: "job", rw: "read", bs_bytes: 4096, read: { iops: 556, clat_ns: 111_104 } };
  const run = await importRun(fioDocument([job], new Date("2026-11-16T10:00:00Z")), { host: "prefixed" });
  const made = await fetch(`${url}/api/v1/shares`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ kind: "run", spec: { run_id: run.id }, hide: [], reveal: [] }),
  });
  expect(made.status).toBe(201);
  // The shape is ShareCreated of the API; a wrong one fails below.
  const share = (await made.json()) as { url: string };
  await proxy(page, url);
  await page.goto(`/bench${new URL(share.url).pathname}`);
  await expect(page.getByRole("region", { name: "Vendor support checklist" })).toBeVisible();
  await expect(page.getByTestId("chart-latency-percentiles").locator("[data-ready]")).toBeVisible();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download CSV", exact: true }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
});
