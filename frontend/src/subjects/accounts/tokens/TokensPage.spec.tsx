import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { answer, openApp, server, signedIn } from "@/test/app";

test("a token is revoked only after a question", async () => {
  signedIn();
  const token = {
    id: "t",
    name: "nightly report",
    scope: "read",
    prefix: "fioboard_re",
    host_id: null,
    created_at: "2026-11-22T00:00:00Z",
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
  };
  answer("get", "/tokens", { items: [token] });
  answer("get", "/enrolments", { items: [], codes: [] });
  const revoked: string[] = [];
  server.use(
    http.delete("*/api/v1/tokens/:id", ({ params }) => {
      revoked.push(String(params["id"]));
      answer("get", "/tokens", { items: [{ ...token, revoked_at: "2026-11-23T00:00:00Z" }] });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = openApp("/settings/tokens");
  const revoke = () => screen.findByRole("button", { name: "Revoke nightly report" });
  await user.click(await revoke());
  expect(revoked).toEqual([]);
  await user.click(await revoke());
  const row = await screen.findByRole("row", { name: /nightly report.*Revoked/ });
  expect(within(row).queryByRole("button")).toBeNull();
  expect(revoked).toEqual(["t"]);
});

test("enrolled hosts show their state, and an open code is revoked only after a question", async () => {
  signedIn();
  answer("get", "/tokens", { items: [] });
  const host = {
    enrolled_at: "2026-11-20T00:00:00Z",
    last_seen_at: null,
    agent_version: null,
    waiting: null,
  };
  const code = {
    id: "c",
    expires_at: "2099-01-01T00:00:00Z",
    hosts: 40,
    hosts_enrolled: 3,
    host_pattern: "lab-*",
  };
  const items = [
    { ...host, host: { id: "a", name: "lab-1" }, state: "stale", run_count: 0 },
    { ...host, host: { id: "b", name: "lab-2" }, state: "enrolled", run_count: 7, waiting: 2 },
  ];
  answer("get", "/enrolments", { items, codes: [code] });
  const revoked: string[] = [];
  server.use(
    http.delete("*/api/v1/enrolments/:id", ({ params }) => {
      revoked.push(String(params["id"]));
      answer("get", "/enrolments", { items, codes: [] });
      return new HttpResponse(null, { status: 204 });
    }),
  );
  const { user } = openApp("/settings/tokens");
  expect(await screen.findByRole("row", { name: /lab-1 Stale .* never – – 0/ })).toBeDefined();
  expect(screen.getByRole("row", { name: /lab-2 Active .* – 2 7/ })).toBeDefined();
  const codes = within(screen.getByRole("list", { name: "Open codes" }));
  expect(codes.getByText(/3 of 40 hosts enrolled/)).toBeDefined();
  await user.click(codes.getByRole("button", { name: "Revoke this code" }));
  expect(revoked).toEqual([]);
  await user.click(codes.getByRole("button", { name: "Revoke this code" }));
  await waitFor(() => expect(screen.queryByRole("list", { name: "Open codes" })).toBeNull());
  expect(revoked).toEqual(["c"]);
});
