import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { HostOffers } from "@/api/types";
import { answer, openApp, server, session, signedIn } from "@/test/app";
import { request, schedule } from "@/test/request-data";

const OFFERS: HostOffers = {
  host_id: "h1",
  host_name: "saturn",
  seen_at: "2026-11-29T08:00:00Z",
  is_away: false,
  offers: {
    suites: ["quick"],
    jobs: ["db"],
    may_repeat: true,
    targets: [{ name: "/srv/bench", kind: "folder", serial: null, may_write: true }],
    hours: null,
    utc_offset_minutes: 0,
    longest_s: null,
    write_bytes_a_day: null,
  },
};
const SCHEDULE = schedule({
  parameters: { iodepth: 8 },
  jitter_s: 90,
  last_request_id: "q1",
  last_state: "expired",
  last_reason: "Skipped: the host was away.",
});
const TIMES = {
  cron: "0 * * * *",
  cron_words: "Every hour",
  next_times: ["2026-11-30T02:00:00Z"],
};

beforeEach(() => {
  signedIn();
  answer("get", "/offers", { items: [OFFERS] });
  answer("get", "/schedules", { items: [SCHEDULE] });
  answer("get", "/schedules/times", TIMES);
});

/** Keeps what is sent to change schedules. */
function catchWrites(): { method: string; body: unknown }[] {
  const sent: { method: string; body: unknown }[] = [];
  const take = async ({ request: asked }: { request: Request }) => {
    sent.push({ method: asked.method, body: await asked.json().catch(() => null) });
    return HttpResponse.json(SCHEDULE);
  };
  server.use(
    http.post("*/api/v1/schedules", take),
    http.patch("*/api/v1/schedules/c1", take),
    http.delete("*/api/v1/schedules/c1", take),
  );
  return sent;
}

test("a schedule says what, when, and why the last time was skipped", async () => {
  answer("get", "/requests", { items: [], next: null });
  openApp("/schedules");
  await screen.findByText("At 02:30 every day, UTC · up to 2 min later · only when idle");
  const list = screen.getByRole("list", { name: "Schedules" });
  expect(list.textContent).toContain("quick on /srv/bench saturn");
  expect(list.textContent).toContain("Last Expired Skipped: the host was away.");
  fireEvent.click(screen.getByRole("button", { name: "Times: quick on /srv/bench" }));
  await screen.findByText("Next: Mon 30 Nov 02:30 · Tue 1 Dec 02:30 (UTC)");
});

test("of several hosts it names those that the last time failed on", async () => {
  const failed = schedule({ last_request_id: "q1", last_group_id: "g1", last_state: "failed" });
  const names = ["io", "juno", "mars", "moon", "rhea", "titan"];
  answer("get", "/schedules", {
    items: [
      { ...failed, last_host_names: ["moon"], last_reason: "The drive is gone." },
      { ...failed, id: "c2", last_host_names: names },
      { ...failed, id: "c3", last_reason: "It was stopped." },
    ],
  });
  openApp("/schedules");
  const list = await screen.findByRole("list", { name: "Schedules" });
  const lines = within(list)
    .getAllByRole("listitem")
    .map((one) => /Last .*/.exec(one.textContent ?? "")?.[0].replace(/Edit.*|Times.*|Pause.*/, ""));
  expect(lines).toEqual([
    "Last Failed moon: The drive is gone.",
    "Last Failed io, juno, mars, moon, rhea and 1 more",
    "Last Failed It was stopped.",
  ]);
});

test("it is paused, changed and deleted", async () => {
  const sent = catchWrites();
  openApp("/schedules");
  fireEvent.click(await screen.findByRole("button", { name: "Pause: quick on /srv/bench" }));
  await expect.poll(() => sent.length).toBe(1);
  fireEvent.click(screen.getByRole("button", { name: "Edit: quick on /srv/bench" }));
  const form = await screen.findByRole("form", { name: "Change schedule" });
  fireEvent.change(within(form).getByLabelText("Test"), { target: { value: "job:db" } });
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  await expect.poll(() => sent.length).toBe(2);
  fireEvent.click(screen.getByRole("button", { name: "Delete: quick on /srv/bench" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete schedule" }));
  await expect.poll(() => sent.length).toBe(3);
  expect(sent).toEqual([
    { method: "PATCH", body: { is_paused: true } },
    {
      method: "PATCH",
      body: {
        kind: "job",
        name: "db",
        target: "/srv/bench",
        // What the form does not show stays.
        parameters: { iodepth: 8 },
        cron: "30 2 * * *",
        zone: "UTC",
        jitter_s: 90,
        only_when_idle: true,
        is_expected: false,
      },
    },
    { method: "DELETE", body: null },
  ]);
});

test("hosts that start together are named, and stay where they are away while another one comes along", async () => {
  const sent = catchWrites();
  const offers = { ...OFFERS.offers, starts_together: true };
  const serving = (host_id: string, host_name: string) => ({ ...OFFERS, host_id, host_name, offers });
  answer("get", "/offers", { items: [serving("h1", "saturn"), serving("h2", "jupiter")] });
  const hosts = [
    { host: SCHEDULE.host, target: "/srv/bench" },
    { host: { id: "h3", name: "neptune" }, target: "/mnt/x" },
  ];
  const together = { host_count: 2, host_names: ["neptune", "saturn"] };
  const neptune = hosts[1]?.host;
  const past = (group_id: string, host: typeof neptune, more: Parameters<typeof request>[0]) =>
    request({ id: `${group_id}-${host?.id}`, group_id, together, ...(host && { host }), ...more });
  const skipped = { state: "expired", reason: "Skipped: saturn was away." } as const;
  const items = [
    past("g1", SCHEDULE.host, skipped),
    past("g1", neptune, skipped),
    past("g2", SCHEDULE.host, { state: "done" }),
    past("g2", neptune, { state: "failed", reason: "The drive is gone." }),
    past("g3", SCHEDULE.host, { state: "done" }),
    past("g3", neptune, { state: "done" }),
  ];
  answer("get", "/schedules", { items: [{ ...SCHEDULE, hosts, last_group_id: "g1" }] });
  answer("get", "/requests", { items, next: null });
  openApp("/schedules");
  fireEvent.click(await screen.findByRole("button", { name: "Times: quick on 2 hosts" }));
  expect(screen.getByRole("list", { name: "Schedules" }).textContent).toContain(
    "quick on 2 hosts saturn, neptune",
  );
  expect(screen.getByRole("link", { name: "Last" }).getAttribute("href")).toBe("/request-groups/g1");
  // A line for each time, not for each host.
  const times = within(await screen.findByRole("list", { name: "Past requests" }));
  expect((await times.findAllByRole("link")).map((one) => one.getAttribute("href"))).toEqual([
    "/request-groups/g1",
    "/request-groups/g2",
    "/request-groups/g3",
  ]);
  expect(times.getAllByRole("listitem").map((one) => one.textContent)).toEqual([
    expect.stringMatching(/^Expired.* neptune, saturnSkipped: saturn was away\.$/),
    expect.stringMatching(/^Failed.* neptune, saturnneptune: The drive is gone\.$/),
    expect.stringMatching(/^Done.* neptune, saturn$/),
  ]);
  fireEvent.click(screen.getByRole("button", { name: "Edit: quick on 2 hosts" }));
  const form = await screen.findByRole("form", { name: "Change schedule" });
  within(form).getByText("Skip on all hosts while one has another request");
  fireEvent.click(await within(form).findByLabelText("jupiter on /srv/bench"));
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  await expect.poll(() => sent.length).toBe(1);
  const own = { host_id: "h1", target: "/srv/bench" };
  const jupiter = { host_id: "h2", target: "/srv/bench" };
  expect(sent[0]?.body).toMatchObject({ hosts: [own, jupiter, { host_id: "h3", target: "/mnt/x" }] });
});

test("a new one shows its times while they are typed, and alerts when it is asked to", {
  tags: ["nightly"],
}, async () => {
  const sent = catchWrites();
  answer("get", "/schedules", { items: [] });
  openApp("/schedules");
  await screen.findByText("No schedules.");
  fireEvent.click(screen.getByRole("button", { name: "Add schedule…" }));
  const form = await screen.findByRole("form", { name: "New schedule" });
  await within(form).findByText("Every hour. Next: Mon 30 Nov 02:00");
  const alert = within(form).getByLabelText<HTMLInputElement>(/^Alert when a run is missing/);
  answer("get", "/schedules/times", { ...TIMES, cron_words: "At 02:30 every day" });
  fireEvent.change(within(form).getByLabelText("When"), { target: { value: "30 2 * * *" } });
  await within(form).findByText(/^At 02:30 every day. Next/);
  fireEvent.click(alert);
  fireEvent.click(within(form).getByRole("button", { name: "Save" }));
  await expect.poll(() => sent.length).toBe(1);
  expect(sent[0]?.body).toMatchObject({ host_id: "h1", cron: "30 2 * * *", zone: "UTC", is_expected: true });
});

test("a wrong expression is named and cannot be saved, and a viewer changes nothing", {
  tags: ["nightly"],
}, async () => {
  const wrong = { error: "Invalid", detail: "“x” is not a cron expression: Bad minute.", retryable: false };
  answer("get", "/schedules/times", wrong, 422);
  const { unmount } = openApp("/schedules");
  fireEvent.click(await screen.findByRole("button", { name: "Add schedule…" }));
  await screen.findByText(/is not a cron expression/);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Save" }).disabled).toBe(true);
  unmount();
  answer("get", "/session", session({ role: "viewer", rights: ["read", "session"] }));
  openApp("/schedules");
  await screen.findByText(/^At 02:30 every day/);
  expect(screen.queryByRole("button", { name: /^(Pause|Edit|Delete|Add)/ })).toBeNull();
});

test("schedules of a host that takes no requests any longer are listed", async () => {
  answer("get", "/offers", { items: [] });
  openApp("/schedules");
  await screen.findByRole("button", { name: "Pause: quick on /srv/bench" });
  expect(screen.queryByText("No host accepts measurement requests yet.")).toBeNull();
});

test("without a host that takes requests it says how to begin", async () => {
  answer("get", "/offers", { items: [] });
  answer("get", "/schedules", { items: [] });
  openApp("/schedules");
  await screen.findByText("No host accepts measurement requests yet.");
});
