/** A batch as one thing: what it is called, and its way into the trash with what it touches said before. */
import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { BatchDeletion } from "@/api/types";
import { batchOf, errorBody, runPage, runSummary } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";
import { request } from "@/test/request-data";

const batch = batchOf({ runs: [runSummary()] });
const URL = `/batches/${batch.id}`;

beforeEach(() => {
  signedIn();
  answer("get", URL, batch);
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 0, facets: [] });
  answer("get", "/runs", runPage([]));
});

async function openMenu(item: string) {
  const { user } = openApp(URL);
  await user.click(await screen.findByRole("button", { name: "More" }));
  await user.click(await screen.findByRole("menuitem", { name: item }));
  return user;
}

/** The field of the title once the dialog has put the focus there: before that, the closing menu may take it back. */
async function findTitle() {
  const title = await screen.findByRole("textbox", { name: "Title" });
  await waitFor(() => expect(document.activeElement).toBe(title));
  return title;
}

test("it is given a title and a note, and called by its title", { tags: ["nightly"] }, async () => {
  let sent: unknown = null;
  server.use(
    http.patch(`*/api/v1${URL}`, async ({ request }) => {
      sent = await request.json();
      const named = { ...batch, name: "Fans off", title: "Fans off", note: "second fan" };
      answer("get", URL, named);
      return HttpResponse.json(named);
    }),
  );
  const user = await openMenu("Edit");
  const dialog = within(await screen.findByRole("dialog", { name: "Edit batch" }));
  await user.type(await findTitle(), " Fans off ");
  await user.type(dialog.getByRole("textbox", { name: "Note" }), "second fan");
  await user.click(dialog.getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Fans off" })).toBeDefined();
  expect(sent).toEqual({ title: "Fans off", note: "second fan" });
  expect(screen.getByText("batch sweep")).toBeDefined();
  expect(await screen.findByText("second fan")).toBeDefined();
});

test("a batch that was requested is requested again", { tags: ["nightly"] }, async () => {
  const made = request({ id: batch.id, state: "done", parameters: { runtime: 5 } });
  answer("get", `/requests/${batch.id}`, made);
  let sent: unknown = null;
  server.use(
    http.post("*/api/v1/requests", async ({ request: asked }) => {
      sent = await asked.json();
      return HttpResponse.json({ ...made, id: "q2" }, { status: 201 });
    }),
  );
  answer("get", "/requests/q2", { ...made, id: "q2" });
  const { user } = openApp(URL);
  await user.click(await screen.findByRole("button", { name: "Run again" }));
  const again = within(await screen.findByRole("dialog"));
  await user.click(await again.findByRole("button", { name: "Run again" }));
  await screen.findByRole("heading", { level: 1, name: "quick on /srv/bench" });
  const { kind, name, target, parameters } = made;
  expect(sent).toMatchObject({ kind, name, target, parameters, host_id: made.host.id });
});

test("a batch that was run by hand is asked for as its suite, where its host offers that", async () => {
  const parameters = { bs: "4k,64k", runtime: 5 };
  answer("get", URL, { ...batch, suite_again: { name: "sweep", target: "/data", parameters } });
  answer("get", `/requests/${batch.id}`, errorBody("NotFound", "There is no such request."), 404);
  const targets = [{ name: "/srv/bench" }, { name: "/data" }];
  answer("get", "/hosts/:id/offers", { offers: { suites: ["sweep"], targets, may_repeat: false } });
  let sent: unknown = null;
  server.use(
    http.post("*/api/v1/requests", async ({ request: asked }) => {
      sent = await asked.json();
      return HttpResponse.json(request({ id: "q2" }), { status: 201 });
    }),
  );
  answer("get", "/requests/q2", request({ id: "q2" }));
  const { user } = openApp(URL);
  await user.click(await screen.findByRole("button", { name: "Run again" }));
  await user.click(await within(await screen.findByRole("form")).findByRole("button", { name: "Run again" }));
  await screen.findByRole("heading", { level: 1, name: "quick on /srv/bench" });
  const wanted = { kind: "suite", name: "sweep", target: "/data", parameters, host_id: batch.hosts[0]?.id };
  expect(sent).toMatchObject(wanted);
});

test("a refused change says why and keeps what was written", { tags: ["nightly"] }, async () => {
  answer("patch", URL, errorBody("Unavailable", "The database does not answer."), 503);
  const user = await openMenu("Edit");
  const title = await findTitle();
  await user.type(title, "Fans off");
  await user.click(screen.getByRole("button", { name: "Save" }));
  expect(await screen.findByText(/The database does not answer\./)).toBeDefined();
  expect((title as HTMLInputElement).value).toBe("Fans off");
});

const TOUCHED: BatchDeletion = {
  runs: 18,
  max_runs: 1000,
  links: [{ id: "link-1", title: "randread 4k", label: "Vendor" }],
  changes: 2,
  references: [{ id: "ref-1", name: "as bought", runs: 3, run_count: 5 }],
};

test("before it is deleted it says what its runs are part of, and links are kept by choice", async () => {
  answer("get", `${URL}/deletion`, TOUCHED);
  let asked = "";
  server.use(
    http.delete(`*/api/v1${URL}`, ({ request }) => {
      asked = new globalThis.URL(request.url).search;
      return HttpResponse.json({ edit_id: "edit-1", runs: 18 });
    }),
  );
  const user = await openMenu("Delete");
  const dialog = await screen.findByRole("dialog", { name: "Delete sweep?" });
  await within(dialog).findByText(/^18 runs move to the trash/);
  expect(
    within(dialog)
      .getAllByRole("listitem")
      .map((item) => item.textContent),
  ).toEqual([
    "1 link shared with others shows a frozen copy: Vendor",
    "2 detected changes depend on these runs and will be re-evaluated",
    "The baseline “as bought” loses 3 of its 5 runs",
  ]);
  await user.click(within(dialog).getByRole("button", { name: "Delete, keep the links" }));
  expect(await screen.findByText("18 runs of sweep deleted.")).toBeDefined();
  expect(asked).toBe("?shares=keep");
  expect(await screen.findByRole("heading", { level: 1, name: "Run history" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Undo" })).toBeDefined();
});

test("more runs than one step deletes are not deleted", { tags: ["nightly"] }, async () => {
  answer("get", `${URL}/deletion`, { ...TOUCHED, runs: 1001 });
  await openMenu("Delete");
  const dialog = await screen.findByRole("dialog");
  await within(dialog).findByText(/one step deletes at most/);
  for (const name of ["Delete, keep the links", "Delete, revoke the links"]) {
    expect(within(dialog).getByRole<HTMLButtonElement>("button", { name }).disabled).toBe(true);
  }
});
