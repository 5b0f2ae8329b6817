import { screen, waitFor } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { errorBody, runPage } from "@/test/api-data";
import { answer, info, openApp, server, session, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/runs", runPage([]));
  answer("get", "/hosts", { items: [] });
});
afterEach(() => history.replaceState(null, "", "/"));

/** The code is in the fragment of the browser's own address, which the router of a test does not have. */
function arriveWith(fragment: string) {
  history.replaceState(null, "", `/login${fragment}`);
}

test("a code is exchanged once, leaves the address, and the reader goes on", async () => {
  const codes: unknown[] = [];
  server.use(
    http.post("*/api/v1/session", async ({ request }) => {
      codes.push(await request.json());
      return HttpResponse.json(session());
    }),
  );
  arriveWith("#code=one-time");
  const { address } = openApp("/login?next=/hosts");
  expect(await screen.findByRole("heading", { level: 1, name: "Hosts" })).toBeDefined();
  expect(codes).toEqual([{ code: "one-time" }]);
  expect(location.hash).toBe("");
  expect(address()).toBe("/hosts");
});

test("a login link pasted into this tab, where only the fragment changes, is used", async () => {
  const codes: unknown[] = [];
  server.use(
    http.post("*/api/v1/session", async ({ request }) => {
      codes.push(await request.json());
      return HttpResponse.json(session());
    }),
  );
  const { address } = openApp("/login?next=/hosts");
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeDefined();
  arriveWith("#code=pasted");
  dispatchEvent(new HashChangeEvent("hashchange"));
  expect(await screen.findByRole("heading", { level: 1, name: "Hosts" })).toBeDefined();
  expect(codes).toEqual([{ code: "pasted" }]);
  expect(location.hash).toBe("");
  expect(address()).toBe("/hosts");
});

test("a link to another site is not followed after signing in", async () => {
  answer("post", "/session", session());
  arriveWith("#code=one-time");
  const { address } = openApp("/login?next=//evil.example/");
  expect(await screen.findByRole("heading", { level: 1, name: "Run history" })).toBeDefined();
  expect(address()).toBe("/runs");
});

test("a code that was used before says so and how to get another", async () => {
  answer("post", "/session", errorBody("CodeUsed", "This code was used or has expired."), 401);
  arriveWith("#code=used");
  openApp("/login");
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("This code was used or has expired.");
  expect(await screen.findByText('make -s cli A="login-link"')).toBeDefined();
});

test("without a code nothing is sent", () => {
  // An unexpected request fails the test: no answer is prepared for POST /session.
  openApp("/login");
  expect(screen.queryByRole("alert")).toBeNull();
});

test("where single sign-on is set up, its button leads to the provider and nowhere by itself", async () => {
  answer("get", "/info", info({ single_sign_on: "Example ID", has_password_login: false }));
  answer("post", "/session/single-sign-on", { url: "#id.example.org" });
  const { user } = openApp("/login?next=/hosts");
  const button = await screen.findByRole("button", { name: "Sign in with Example ID" });
  expect(screen.queryByLabelText(/^Password/)).toBeNull();
  expect(location.hash).toBe("");
  await user.click(button);
  await waitFor(() => expect(location.hash).toBe("#id.example.org"));
  expect(sessionStorage.getItem("fioboard-after-login")).toBe("/hosts");
});

test("a name and its password sign in; a wrong one is said and the form stays", async () => {
  const tried: unknown[] = [];
  server.use(
    http.post("*/api/v1/session", async ({ request }) => {
      const body: unknown = await request.json();
      tried.push(body);
      return tried.length === 1
        ? HttpResponse.json(errorBody("NotAuthenticated", "Name or password is wrong."), { status: 401 })
        : HttpResponse.json(session());
    }),
  );
  const { user, address } = openApp("/login");
  await user.type(await screen.findByLabelText(/^Name/), "ada");
  await user.type(screen.getByLabelText(/^Password/), "wrong");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  const alert = await screen.findByRole("alert");
  expect(alert.textContent).toContain("Name or password is wrong.");
  // Nobody has to look for a typo in the service's log.
  expect(alert.textContent).not.toContain("Request");
  await user.type(screen.getByLabelText(/^Password/), " no more");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect(await screen.findByRole("heading", { level: 1, name: "Run history" })).toBeDefined();
  expect(tried).toEqual([
    { name: "ada", password: "wrong" },
    { name: "ada", password: "wrong no more" },
  ]);
  expect(address()).toBe("/runs");
});

test("a failure of the service carries what to quote when asking for help", async () => {
  answer("post", "/session", errorBody("InternalError", "Something went wrong."), 500);
  const { user } = openApp("/login");
  await user.type(await screen.findByLabelText(/^Name/), "ada");
  await user.type(screen.getByLabelText(/^Password/), "correct horse");
  await user.click(screen.getByRole("button", { name: "Sign in" }));
  expect((await screen.findByRole("alert")).textContent).toMatch(/Request .+/);
});

test("a session that ended while a page was open is said, with the way back", {
  tags: ["nightly"],
}, async () => {
  const { user, address } = openApp("/runs");
  expect(await screen.findByRole("link", { name: "ada" })).toBeDefined();
  answer("get", "/hosts", errorBody("NotAuthenticated", "Sign in first."), 401);
  await user.click(screen.getByRole("link", { name: "Hosts" }));
  expect((await screen.findByText(/session has ended/)).getAttribute("role")).toBe("status");
  expect(address()).toBe("/login?next=/hosts");
});

test("somebody who was not signed in before is not told of a session", async () => {
  answer("get", "/hosts", errorBody("NotAuthenticated", "Sign in first."), 401);
  answer("get", "/session", errorBody("NotAuthenticated", "Sign in first."), 401);
  openApp("/hosts");
  expect(await screen.findByRole("button", { name: "Sign in" })).toBeDefined();
  expect(screen.queryByText(/session has ended/)).toBeNull();
});
