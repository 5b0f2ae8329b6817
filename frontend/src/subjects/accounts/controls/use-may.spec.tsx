/** What a viewer may not do is not offered; the service refuses it all the same (backend/tests/app/access). */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { result, runDetail, runPage, runSummary } from "@/test/api-data";
import { answer, openApp, session, signedIn } from "@/test/app";

const VIEWER = session({ name: "mara", role: "viewer", rights: ["account", "read"] });

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, facets: [] });
});

const links = async () =>
  within(await screen.findByRole("navigation", { name: "Pages" }))
    .getAllByRole("link")
    .map((link) => link.textContent);

function openRun() {
  answer("get", "/runs/:id", runDetail({ results: [result({})] }));
  answer("get", "/runs/:id/time-series", { from_ms: 0, to_ms: 0, bucket_ms: 1, series: [] });
  return openApp("/runs/run-1");
}

test("an admin may edit and delete a run, and import", async () => {
  openRun();
  expect(await screen.findByRole("button", { name: "Edit" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Delete" })).toBeDefined();
  expect(await links()).toContain("Import");
});

test("a viewer is offered neither", async () => {
  answer("get", "/session", VIEWER);
  openRun();
  await screen.findByRole("link", { name: "mara" });
  await screen.findByRole("heading", { level: 1 });
  expect(screen.queryByRole("button", { name: "Edit" })).toBeNull();
  expect(screen.queryByRole("button", { name: "Delete" })).toBeNull();
  expect(await links()).not.toContain("Import");
});

test.each([
  [VIEWER, ["Compare", "Chart"]],
  [session(), ["Compare", "Chart", "Tag or label", "Delete"]],
])("what can be done with selected runs", async (reader, expected) => {
  answer("get", "/session", reader);
  answer("get", "/runs", runPage([runSummary()]));
  openApp(`/runs?select=${runSummary().id}`);
  const bar = await screen.findByRole("region", { name: "Selected runs" });
  await waitFor(() =>
    expect(
      within(bar)
        .getAllByRole("button")
        .map((button) => button.textContent)
        .filter((name) => name !== ""),
    ).toEqual(expected),
  );
});

test.each([
  ["/import", "Only editors can import results."],
  ["/settings/tokens", "Only admins manage hosts and tokens."],
  ["/settings/people", "Only admins can manage people."],
  ["/settings/audit", "Only admins can read the audit log."],
])("at %s a viewer is told what it takes", async (address, sentence) => {
  answer("get", "/session", VIEWER);
  for (const path of ["/tokens", "/users", "/audit"]) answer("get", path, {}, 403);
  openApp(address);
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(screen.queryByRole("textbox")).toBeNull();
});
