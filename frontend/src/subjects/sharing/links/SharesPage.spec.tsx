import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { Share } from "@/api/types";
import { answer, openApp, server, session, signedIn } from "@/test/app";
import { epycComparison } from "@/test/share-data";

function share(more: Partial<Share> = {}): Share {
  return {
    id: "share-1",
    kind: "compare",
    title: "NUMA nodes per socket 1 against 4",
    label: "Acme support",
    expectation: null,
    created_by: "ada",
    created_at: "2026-11-20T10:00:00Z",
    expires_at: "2026-12-20T10:00:00Z",
    state: "active",
    has_passphrase: true,
    revealed: ["drive.serial"],
    hidden: [],
    run_ids: [],
    host_names: ["saturn", "venus"],
    view_count: 3,
    last_viewed_at: "2026-11-21T09:00:00Z",
    takes_replies: false,
    replies_waiting: 0,
    ...more,
  };
}

const list = (...items: Share[]) => answer("get", "/shares", { items, next_cursor: null });

beforeEach(signedIn);

test("a link is listed with its state, what it shows beyond the default, and how often it was opened", async () => {
  const ofOneHost = { title: "Comparison on host 1: NPS 1 → 4", host_names: ["epyc-01"] };
  const revoked = { label: null, state: "revoked", view_count: 0, last_viewed_at: null } as const;
  list(share(), share({ id: "share-2", ...ofOneHost, ...revoked }));
  openApp("/shares");
  const row = await screen.findByRole("row", { name: /Acme support/ });
  for (const words of [
    "Active",
    "3 times",
    "comparison · hosts saturn, venus · passphrase · shows: Drive serial number",
  ])
    expect(within(row).getByText(words)).toBeTruthy();
  const ended = screen.getByRole("row", { name: /no recipient/ });
  expect(within(ended).getByText("Revoked")).toBeTruthy();
  expect(within(ended).getByText(/^Comparison on epyc-01: NPS/)).toBeTruthy();
  expect(within(ended).getByText("comparison · passphrase · shows: Drive serial number")).toBeTruthy();
  expect(within(ended).getByText("never")).toBeTruthy();
  expect(screen.getByText("1 active link")).toBeTruthy();
});

test("nothing shared yet says how to begin", async () => {
  list();
  openApp("/shares");
  expect(await screen.findByText("No shared links yet.")).toBeTruthy();
});

test("a link is paused at once and revoked only after a question", async () => {
  const changes: unknown[] = [];
  let revoked = 0;
  list(share());
  server.use(
    http.patch("*/api/v1/shares/share-1", async ({ request }) => {
      changes.push(await request.json());
      return HttpResponse.json(share({ state: "paused" }));
    }),
    http.delete("*/api/v1/shares/share-1", () => {
      revoked += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = openApp("/shares");
  const act = async (name: string) => {
    await user.click(await screen.findByRole("button", { name: "Actions for Acme support" }));
    await user.click(await screen.findByRole("menuitem", { name }));
  };
  await act("Pause");
  await expect.poll(() => changes).toEqual([{ is_paused: true }]);
  await act("Revoke…");
  expect(revoked).toBe(0);
  await user.click(await screen.findByRole("button", { name: "Revoke the link" }));
  await expect.poll(() => revoked).toBe(1);
});

test("an ended link offers no pause; a revoked one cannot be extended", async () => {
  list(share({ state: "revoked" }));
  const { user } = openApp("/shares");
  await user.click(await screen.findByRole("button", { name: "Actions for Acme support" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Access log…"]);
});

test("openings are listed without a whole address", { tags: ["nightly"] }, async () => {
  list(share());
  answer("get", "/shares/share-1/views", {
    items: [{ at: "2026-11-21T09:00:00Z", what: "page", network: "192.0.2.0/24", browser: null }],
    next_cursor: null,
  });
  const { user } = openApp("/shares");
  await user.click(await screen.findByRole("button", { name: "Actions for Acme support" }));
  await user.click(await screen.findByRole("menuitem", { name: "Access log…" }));
  expect(await screen.findByText("192.0.2.0/24")).toBeTruthy();
});

test("a viewer sees the list and cannot change it", async () => {
  answer("get", "/session", session({ role: "viewer", rights: ["account", "read"] }));
  list(share());
  const { user } = openApp("/shares");
  await user.click(await screen.findByRole("button", { name: "Actions for Acme support" }));
  expect((await screen.findAllByRole("menuitem")).map((item) => item.textContent)).toEqual(["Access log…"]);
});

test("a reply waits until its comparison was seen and accepted, without what would identify a machine", async () => {
  const decided: unknown[] = [];
  let deleted = 0;
  const reply = {
    id: "reply-1",
    state: "waiting",
    received_at: "2026-11-21T09:00:00Z",
    host_name: "their-box",
    network: null,
    decided_at: null,
    decided_by: null,
  };
  list(share({ kind: "run", has_passphrase: false, takes_replies: true, replies_waiting: 1 }));
  answer("get", "/shares/share-1/replies", { items: [reply] });
  answer("get", "/shares/share-1/replies/reply-1", {
    document: epycComparison(),
    leaks: [
      {
        field: "host.name",
        title: "Host name",
        can_reveal: true,
        places: [{ where: "/hosts/1", title: "System and board", hide: "system" }],
      },
    ],
  });
  server.use(
    http.patch("*/api/v1/shares/share-1/replies/reply-1", async ({ request }) => {
      decided.push(await request.json());
      return HttpResponse.json({ ...reply, state: "accepted" });
    }),
    http.delete("*/api/v1/shares/share-1/replies/reply-1", () => {
      deleted += 1;
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = openApp("/shares");
  expect(await screen.findByText("1 active link · 1 reply waiting")).toBeTruthy();
  await user.click(await screen.findByRole("button", { name: "Actions for Acme support" }));
  await user.click(await screen.findByRole("menuitem", { name: "Replies…" }));
  const one = await screen.findByRole("region", { name: "their-box" });
  const files = within(one).getByRole("link", { name: "Download the files of their-box" });
  expect(files.getAttribute("href")).toBe("api/v1/shares/share-1/replies/reply-1/raw");
  expect(within(one).queryByRole("button", { name: /^Accept/ })).toBeNull();
  await user.click(within(one).getByRole("button", { name: "See the comparison" }));
  expect(await within(one).findByText(/Base: the run of this report/)).toBeTruthy();
  expect(within(one).getByText(/would identify a machine: System and board/)).toBeTruthy();
  await user.click(within(one).getByRole("button", { name: /^Accept/ }));
  await expect.poll(() => decided).toEqual([{ state: "accepted", hide: ["system"] }]);
  await user.click(within(one).getByRole("button", { name: "Delete" }));
  expect(deleted).toBe(0);
  await user.click(within(one).getByRole("button", { name: "Delete for good" }));
  await expect.poll(() => deleted).toBe(1);
});
