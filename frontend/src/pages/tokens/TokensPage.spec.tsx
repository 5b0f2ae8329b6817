import { screen, within } from "@testing-library/react";
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
