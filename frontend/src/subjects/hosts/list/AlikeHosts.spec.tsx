import { fireEvent, screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { HostMove } from "@/api/types";
import { answer, openApp, server, signedIn } from "@/test/app";

beforeEach(signedIn);

const KEPT = { id: "host-1", name: "vm" };
const OTHER = { id: "host-2", name: "vm (2)" };
const MOVE: HostMove = {
  id: "move-1",
  kind: "merge",
  source: OTHER,
  target: KEPT,
  runs: 2,
  moved_at: "2026-11-12T09:00:00Z",
  moved_by: "admin",
  undone_at: null,
};

test("two hosts that look alike are merged on Hosts, and the merge is undone there", async () => {
  let alike = [{ host: KEPT, other: OTHER }];
  server.use(
    http.get("*/api/v1/hosts", () => HttpResponse.json({ items: [], alike })),
    http.post("*/api/v1/hosts/host-1/merge", async ({ request }) => {
      expect(await request.json()).toEqual({ host_id: "host-2" });
      alike = [];
      return HttpResponse.json(MOVE, { status: 201 });
    }),
    http.post("*/api/v1/host-moves/move-1/undo", () => {
      alike = [{ host: KEPT, other: OTHER }];
      return HttpResponse.json(MOVE);
    }),
  );
  openApp("/hosts");
  fireEvent.click(await screen.findByRole("button", { name: "Merge vm (2) into vm" }));
  const done = await screen.findByText(/merged into/);
  expect(done.textContent).toBe("vm (2) merged into vm: 2 runs moved.");
  expect(screen.queryByRole("button", { name: "Merge vm (2) into vm" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  expect(await screen.findByRole("button", { name: "Merge vm (2) into vm" })).toBeDefined();
  await waitFor(() => expect(screen.queryByText(/merged into/)).toBeNull());
});

test("without such hosts nothing is offered", async () => {
  answer("get", "/hosts", { items: [], alike: [] });
  openApp("/hosts");
  expect(await screen.findByRole("heading", { name: "Hosts" })).toBeDefined();
  expect(screen.queryByRole("region", { name: "Same machine?" })).toBeNull();
});
