/** The demo on an empty page: progress while it loads, then Today; for admins only. */
import { screen, waitFor } from "@testing-library/react";
import { delay, HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { answer, openApp, server, session, signedIn } from "@/test/app";

const QUIET = {
  since: "2026-10-29T00:00:00Z",
  answer: {
    kind: "quiet",
    sentence: "No performance changes.",
    text: [],
    next: { title: "Nothing to do", text: "No open issues.", host_id: null, change_id: null },
  },
  counts: {
    links: 0,
    degraded_links: 0,
    expectations: 0,
    missing_runs: 0,
    worse: 0,
    open_regressions: 0,
    better: 0,
    steady: 0,
    runs: 79,
  },
  changes: [],
  runs: [],
  events: [],
};

beforeEach(() => {
  signedIn();
  answer("get", "/hosts", { items: [], alike: [] });
  answer("get", "/today", QUIET);
});

test("the button counts what is loaded, waits for the changes and opens Today", async () => {
  let stored = 0;
  server.use(
    http.post("*/api/v1/demo", async () => {
      stored = 34;
      await waitFor(() => expect(screen.getByText("34 of 79 runs loaded")).toBeDefined(), {
        timeout: 10_000,
      });
      stored = 79;
      return HttpResponse.json({ runs: 79, all_runs: 79, unchecked_tests: 2 });
    }),
    http.get("*/api/v1/demo", () => HttpResponse.json({ runs: stored, all_runs: 79, unchecked_tests: 0 })),
  );
  const { user, address } = openApp("/hosts");
  await user.click(await screen.findByRole("button", { name: "Load demo data" }));
  await waitFor(() => expect(address()).toBe("/today?days=30"), { timeout: 15_000 });
});

test("a failure says so and the button can be used again", async () => {
  server.use(
    http.get("*/api/v1/demo", () => HttpResponse.json({ runs: 0, all_runs: 79, unchecked_tests: 0 })),
    http.post("*/api/v1/demo", async () => {
      await delay(1);
      return HttpResponse.json({ error: "StorageFull", detail: "The disk is nearly full." }, { status: 507 });
    }),
  );
  const { user } = openApp("/hosts");
  await user.click(await screen.findByRole("button", { name: "Load demo data" }));
  expect(await screen.findByText("The demo data could not be loaded.")).toBeDefined();
  expect(screen.getByRole("button", { name: "Load demo data" })).toBeDefined();
});

test("only an admin is offered the demo", async () => {
  answer("get", "/session", session({ role: "editor", rights: ["account", "read", "upload", "write"] }));
  openApp("/hosts");
  expect(await screen.findByText("No hosts yet.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Load demo data" })).toBeNull();
});
