import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { rememberNext } from "@/subjects/accounts/after-login";
import { errorBody } from "@/test/api-data";
import { answer, openApp, server, session, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/hosts", { items: [] });
});
afterEach(() => {
  history.replaceState(null, "", "/");
  sessionStorage.clear();
});

/** The answer is in the browser's own address, which the router of a test does not have. */
function arriveWith(query: string) {
  history.replaceState(null, "", `/sso${query}`);
}

test("the provider's answer is handed over once, leaves the address, and the reader goes on", async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/v1/session/single-sign-on/return", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(session({ has_single_sign_on: true }));
    }),
  );
  rememberNext("/hosts");
  arriveWith("?code=abc&state=xyz&iss=https%3A%2F%2Fid.example.org&session_state=1");
  const { address } = openApp("/sso");
  expect(await screen.findByRole("heading", { level: 1, name: "Hosts" })).toBeDefined();
  expect(sent).toEqual([{ code: "abc", state: "xyz", iss: "https://id.example.org", error: null }]);
  expect(location.search).toBe("");
  expect(address()).toBe("/hosts");
});

test("a refusal is said in the service's words, with the way back", async () => {
  answer(
    "post",
    "/session/single-sign-on/return",
    errorBody("SingleSignOnRefused", "You have no role on this service; ask its admin."),
    403,
  );
  arriveWith("?code=abc&state=xyz");
  openApp("/sso");
  expect((await screen.findByRole("alert")).textContent).toContain("You have no role on this service");
  expect(screen.getByRole("link", { name: "Go back" })).toBeDefined();
});
