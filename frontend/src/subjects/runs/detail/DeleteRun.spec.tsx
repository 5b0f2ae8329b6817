import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { runDetail, runPage } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";

const deleted: string[] = [];

beforeEach(() => {
  deleted.length = 0;
  signedIn();
  answer("get", "/runs", runPage([]));
  answer("get", "/runs/:id", runDetail());
  answer("get", "/factors", { items: [] });
  server.use(
    http.delete("*/api/v1/runs/:id", ({ request }) => {
      deleted.push(new URL(request.url).search);
      return new HttpResponse(null, { status: 204 });
    }),
  );
});

async function pressDelete() {
  const { user, address } = openApp("/runs/run-1");
  await user.click(await screen.findByRole("button", { name: "Delete" }));
  return { user, address };
}

test("a run that no link shows is deleted at once, with a way back", async () => {
  answer("get", "/shares", { items: [], next_cursor: null });
  const { address } = await pressDelete();
  expect(await screen.findByText("Run deleted.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Undo" })).toBeTruthy();
  await waitFor(() => expect(address()).toBe("/runs"));
  expect(deleted).toHaveLength(1);
});

test("a run that a link shows is deleted only when somebody said what becomes of the link", async () => {
  const link = { id: "share-1", label: "Acme support", title: "a run", state: "active" };
  answer("get", "/shares", { items: [link], next_cursor: null });
  const { user } = await pressDelete();
  const dialog = within(await screen.findByRole("dialog", { name: "Delete this run?" }));
  expect(dialog.getByRole("listitem").textContent).toBe("Acme support");
  expect(deleted).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Delete, keep the links" }));
  expect(await screen.findByText("Run deleted.")).toBeTruthy();
  expect(deleted).toEqual([expect.stringContaining("keep")]);
});
