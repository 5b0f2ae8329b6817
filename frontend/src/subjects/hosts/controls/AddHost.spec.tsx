/** Adding a host waits and ticks off: copied, enrolled, first result with its link. */
import { screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { parseLabels } from "@/subjects/hosts/controls/AddHost";
import { answer, openApp, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/hosts", { items: [] });
});

const ID = "00000000-0000-0000-0000-0000000000e1";
const EXPIRES = "2099-01-01T00:00:00Z";
const WAITING = {
  expires_at: EXPIRES,
  used_at: null,
  host: null,
  first_run: null,
  hosts: 1,
  hosts_enrolled: 0,
  enrolled: [],
};
const HOST = { id: "00000000-0000-0000-0000-0000000000a1", name: "vm" };
const ENROLLED = { ...WAITING, used_at: "2026-11-28T10:00:00Z", host: HOST };
const MEASURED = {
  ...ENROLLED,
  first_run: { id: "run-1", batch_id: "batch-1", sentence: "The CPUs are full." },
};

/** The page asks every three seconds. */
const ASKED_AGAIN = { timeout: 15_000 };

test("the dialog follows the host from the copied command to the first result", async () => {
  answer("post", "/enrolments", { id: ID, code: "c", expires_at: EXPIRES, command: "curl" }, 201);
  answer("get", `/enrolments/${ID}`, WAITING);
  const { user } = openApp("/hosts");
  await user.click((await screen.findAllByRole("button", { name: "Add a host" }))[0] as HTMLElement);
  await user.click(await screen.findByRole("button", { name: "Show the install command" }));
  const steps = within(await screen.findByRole("list", { name: "Progress" }));
  const done = () =>
    steps.getAllByRole("listitem").map((step) => step.textContent?.startsWith("Done: ") === true);
  expect(done()).toEqual([false, false, false]);
  await user.click(screen.getByRole("button", { name: "Copy install command" }));
  expect(done()).toEqual([true, false, false]);

  answer("get", `/enrolments/${ID}`, ENROLLED);
  await waitFor(() => expect(done()).toEqual([true, true, false]), ASKED_AGAIN);
  expect(steps.getByRole("link", { name: "vm" }).getAttribute("href")).toContain(`/hosts/${HOST.id}`);

  answer("get", `/enrolments/${ID}`, MEASURED);
  await waitFor(() => expect(done()).toEqual([true, true, true]), ASKED_AGAIN);
  expect(steps.getByRole("link", { name: "open" }).getAttribute("href")).toContain("/batches/batch-1");
  expect(steps.getByText("The CPUs are full.")).toBeDefined();
});

test("one command enrolls several hosts, named as they come", { tags: ["nightly"] }, async () => {
  answer("post", "/enrolments", { id: ID, code: "c", expires_at: EXPIRES, command: "curl" }, 201);
  const names = ["lab-1", "lab-2"].map((name, n) => ({
    host: { id: `00000000-0000-0000-0000-0000000000b${n}`, name },
    enrolled_at: "2026-11-28T10:00:00Z",
    last_seen_at: null,
    is_revoked: false,
  }));
  answer("get", `/enrolments/${ID}`, { ...WAITING, hosts: 20, hosts_enrolled: 11, enrolled: names });
  const { user } = openApp("/hosts");
  await user.click((await screen.findAllByRole("button", { name: "Add a host" }))[0] as HTMLElement);
  const count = await screen.findByLabelText("Number of hosts");
  const show = screen.getByRole("button", { name: "Show the install command" });
  await user.clear(count);
  await user.type(count, "2000");
  expect(show.hasAttribute("disabled")).toBe(true);
  await user.clear(count);
  await user.type(count, "20");
  await user.click(show);
  expect(await screen.findByText(/11 of 20 hosts enrolled/)).toBeDefined();
  const steps = within(screen.getByRole("list", { name: "Progress" }));
  expect(steps.getByRole("link", { name: "lab-2" })).toBeDefined();
  expect(steps.getByText(/and 9 more/)).toBeDefined();
});

test("labels of its hosts are read from one line", () => {
  expect(parseLabels("")).toEqual({});
  expect(parseLabels("rack=7, row=b c,")).toEqual({ rack: "7", row: "b c" });
  for (const text of ["rack", "Rack=7", "rack=", "=7", "a=1, b"]) expect(parseLabels(text)).toBeNull();
});

test("an empty list of hosts leads: add a host, measure again, compare, or load the demo", async () => {
  openApp("/hosts");
  expect(await screen.findByText("No hosts yet.")).toBeDefined();
  expect(screen.getAllByRole("button", { name: "Add a host" })).toHaveLength(2);
  expect(screen.getByRole("link", { name: "Compare", description: "" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Load demo data" })).toBeDefined();
});
