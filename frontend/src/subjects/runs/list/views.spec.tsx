/** Saved views of the history: pinned above the list, and the one that opens with it. */
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { runPage, runSummary } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";

const view = {
  ...{
    id: "view-1",
    page: "runs",
    name: "Slot 3",
    query: "slot=3&sort=-iops",
    is_pinned: true,
    is_default: true,
  },
  ...{ created_at: "2026-11-21T09:00:00Z", updated_at: "2026-11-21T09:00:00Z" },
};

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, facets: [] });
  answer("get", "/runs", runPage([runSummary()]));
  answer("get", "/views", {
    items: [view, { ...view, id: "view-2", name: "Else", is_pinned: false, is_default: false }],
  });
});

test("the default view opens with the history, and a pinned one stands above the list", async () => {
  const { address } = openApp("/");
  const pinned = await screen.findByRole("navigation", { name: "Pinned views" });
  expect(address()).toBe("/runs?slot=3&sort=-iops");
  const links = within(pinned).getAllByRole("link");
  expect(links.map((link) => link.textContent?.trim())).toEqual(["Slot 3"]);
  expect(links[0]?.getAttribute("aria-current")).toBe("true");
  expect(screen.getByRole("link", { name: "Runs" }).getAttribute("href")).toBe("/runs?slot=3&sort=-iops");
});

test("the whole history stays where it is", async () => {
  const { address } = openApp("/runs");
  const pinned = await screen.findByRole("link", { name: "Slot 3" });
  expect(address()).toBe("/runs");
  expect(pinned.getAttribute("aria-current")).toBeNull();
});

test("pin and default are switched in the list of views", { tags: ["nightly"] }, async () => {
  const asked: unknown[] = [];
  server.use(
    http.patch("*/api/v1/views/:id", async ({ request, params }) => {
      asked.push([params["id"], await request.json()]);
      return HttpResponse.json(view);
    }),
  );
  const { user } = openApp("/runs");
  await user.click(await screen.findByRole("button", { name: "Views" }));
  await user.click(
    await screen.findByRole("button", { name: "Pin the view Slot 3 above the list", pressed: true }),
  );
  await user.click(
    screen.getByRole("button", { name: "Open the history with the view Else", pressed: false }),
  );
  await waitFor(() =>
    expect(asked).toEqual([
      ["view-1", { is_pinned: false }],
      ["view-2", { is_default: true }],
    ]),
  );
});
