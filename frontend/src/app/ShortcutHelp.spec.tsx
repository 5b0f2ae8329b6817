import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runPage } from "@/test/api-data";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/hosts", { items: [] });
  answer("get", "/runs", runPage([]));
  answer("get", "/account/sessions", { items: [] });
});
afterEach(() => localStorage.clear());

test("g and a letter go to a page; the second letter alone does not", async () => {
  const { user, address } = openApp("/settings/account");
  await screen.findByRole("heading", { name: "Keyboard" });
  await user.keyboard("h");
  expect(address()).toBe("/settings/account");
  await user.keyboard("gh");
  expect(await screen.findByRole("heading", { level: 1, name: "Hosts" })).toBeDefined();
});

test("letters that are typed into a field stay there", async () => {
  answer("get", "/tokens", { items: [] });
  const { user, address } = openApp("/settings/tokens");
  const field = await screen.findByRole("textbox", { name: "Name" });
  await user.click(field);
  await user.keyboard("gh?");
  expect(field).toHaveProperty("value", "gh?");
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(address()).toBe("/settings/tokens");
});

test("the field of the top bar goes anywhere, and says its key", async () => {
  const { user, address } = openApp("/settings/account");
  const field = await screen.findByRole("button", { name: /^Go to a page, host or view/ });
  expect(field.textContent).toContain("Ctrl K");
  await user.click(field);
  await user.type(await screen.findByPlaceholderText(/^Page, host, view/), "Hosts");
  await user.click(screen.getByRole("option", { name: "Hosts" }));
  await waitFor(() => expect(address()).toBe("/hosts"));
});

test("letters are switched off in the account, and on again", async () => {
  const { user } = openApp("/settings/account");
  const letters = await screen.findByRole("checkbox", { name: /^Single-key shortcuts/ });
  await user.click(letters);
  await user.keyboard("?");
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(letters);
  await user.keyboard("?");
  expect(await screen.findByRole("dialog", { name: "Keyboard" })).toBeDefined();
});

test("a dialog gives the focus back to where the reader was, however it is closed", async () => {
  const { user } = openApp("/hosts");
  const theme = await screen.findByRole("button", { name: /^Theme/ });
  theme.focus();
  await user.keyboard("?");
  const dialog = await screen.findByRole("dialog", { name: "Keyboard" });
  await user.click(within(dialog).getByRole("button", { name: "Close" }));
  await waitFor(() => expect(document.activeElement).toBe(theme));
});
