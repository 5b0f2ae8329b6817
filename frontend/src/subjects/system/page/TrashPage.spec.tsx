import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { errorBody, runDetail } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";

const item = {
  ...{ id: "run-1", title: "Slot 3", target: "/dev/md0", host_name: "jupiter", started_at: null },
  ...{ uploaded_at: "2026-11-19T14:22:00Z", deleted_at: "2026-11-21T09:00:00Z", deleted_by: "ada" },
  ...{ edit_id: "edit-1", batch_name: null as string | null, runs: 1 },
};

beforeEach(signedIn);

test("what was deleted says by whom, and comes back", async () => {
  let items = [item];
  server.use(
    http.get("*/api/v1/trash", () => HttpResponse.json({ items, has_more: false })),
    http.post("*/api/v1/runs/run-1/restore", () => {
      items = [];
      return HttpResponse.json(runDetail());
    }),
  );
  const { user } = openApp("/trash");
  const row = await screen.findByRole("row", { name: /Slot 3/ });
  expect(row.textContent).toContain("not stated, received 19 Nov");
  expect(row.textContent).toContain("by ada");
  await user.click(within(row).getByRole("button", { name: "Restore Slot 3 of jupiter" }));
  expect(await screen.findByText("Nothing was deleted in the last 30 days.")).toBeDefined();
  expect(screen.getByText("Run restored.")).toBeDefined();
});

test("a batch that was deleted in one step comes back in one step", async () => {
  let items = [{ ...item, batch_name: "Fans off", runs: 18 }];
  server.use(
    http.get("*/api/v1/trash", () => HttpResponse.json({ items, has_more: false })),
    http.post("*/api/v1/edits/edit-1/undo", () => {
      items = [];
      return HttpResponse.json({ edit_id: "edit-2", runs: 18, skipped: [] });
    }),
  );
  const { user } = openApp("/trash");
  expect(await screen.findByText(/^18 runs · kept/)).toBeDefined();
  await user.click(screen.getByRole("button", { name: "Restore Batch Fans off, 18 runs of jupiter" }));
  expect(await screen.findByText("Batch restored.")).toBeDefined();
  expect(screen.getByText("18 runs of Fans off restored to the history.")).toBeDefined();
});

test("what cannot be loaded can be tried again", async () => {
  answer("get", "/trash", errorBody("Unavailable", "The database does not answer."), 503);
  openApp("/trash");
  expect(await screen.findByText(/The database does not answer\./)).toBeDefined();
});
