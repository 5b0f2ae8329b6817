import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { LeftOut, ShareLeak, SharePreview } from "@/api/types";
import { runDetail } from "@/test/api-data";
import { answer, openApp, server, session, signedIn } from "@/test/app";
import { sharedDocument } from "@/test/share-data";

function left(field: string, title: string, more: Partial<LeftOut> = {}): LeftOut {
  return { field, title, count: 1, replaced_by: null, can_reveal: true, suggestion: null, ...more };
}

function preview(more: Partial<SharePreview> = {}): SharePreview {
  return {
    document: sharedDocument(),
    left_out: [
      left("host.name", "Host name", { replaced_by: "host 1" }),
      left("drive.serial", "Drive serial number", {
        count: 4,
        suggestion: "Vendors ask for serial numbers.",
      }),
      left("board.serial", "Board serial number"),
      left("host.ids", "Machine ids", { count: 3, can_reveal: false }),
    ],
    can_hide: ["drive.model", "system"],
    leaks: [],
    address: "https://bench.example.com",
    reach: "anywhere",
    ...more,
  };
}

beforeEach(() => {
  signedIn();
  answer("get", "/runs/run-1", runDetail());
  answer("post", "/shares/preview", preview());
});

async function openDialog() {
  const { user } = openApp("/runs/run-1");
  await user.click(await screen.findByRole("button", { name: "Share" }));
  const dialog = await screen.findByRole("dialog", { name: "Share report (snapshot)" });
  await within(dialog).findByRole("region", { name: "Vendor support checklist" });
  return { user, dialog };
}

test("a viewer is not offered to share", async () => {
  answer("get", "/session", session({ role: "viewer", rights: ["account", "read"] }));
  openApp("/runs/run-1");
  await screen.findByRole("heading", { level: 1 });
  await screen.findByRole("link", { name: "ada" });
  expect(screen.queryByRole("button", { name: "Share" })).toBeNull();
});

test("the page is seen before there is a link, with what it leaves out", async () => {
  const { dialog } = await openDialog();
  expect(within(dialog).getByText("Preview of the page. No link exists yet.")).toBeTruthy();
  const replaced = within(dialog).getByRole("group", { name: "Anonymized" });
  expect(replaced.textContent).toContain("shown as “host 1”");
  const dropped = within(dialog).getByRole("group", { name: "Removed" });
  expect(within(dropped).getByRole("checkbox", { name: "Show: Board serial number" })).toBeTruthy();
  expect(within(dropped).queryByRole("checkbox", { name: /Machine ids/ })).toBeNull();
});

test("what is shown or hidden by choice asks for a new page, and words of the sender stand on it at once", {
  tags: ["nightly"],
}, async () => {
  const asked: unknown[] = [];
  server.use(
    http.post("*/api/v1/shares/preview", async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(preview());
    }),
  );
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole("checkbox", { name: "Show: Host name" }));
  await user.click(within(dialog).getByRole("checkbox", { name: "Drive model" }));
  await user.type(within(dialog).getByLabelText("Recipient"), "Acme");
  const page = within(dialog).getByRole("region", { name: "Preview" });
  expect(await within(page).findByText("Acme")).toBeTruthy();
  const target = { kind: "run", spec: { run_id: "run-1" }, note: null, reference_sets: [] };
  await expect
    .poll(() => asked)
    .toEqual([
      { ...target, reveal: [], hide: [] },
      { ...target, reveal: ["host.name"], hide: [] },
      { ...target, reveal: ["host.name"], hide: ["drive.model"] },
    ]);
});

test("the link is shown once, after everything was sent", async () => {
  const sent: Record<string, unknown>[] = [];
  server.use(
    http.post("*/api/v1/shares", async ({ request }) => {
      // The body is what this test is about.
      sent.push((await request.json()) as Record<string, unknown>);
      return HttpResponse.json(
        { id: "s", url: "https://bench.example/s/abc", expires_at: "2026-12-21T00:00:00Z" },
        { status: 201 },
      );
    }),
  );
  const { user, dialog } = await openDialog();
  await user.type(within(dialog).getByLabelText("Passphrase"), "short");
  expect(within(dialog).getByRole("button", { name: "Create link" })).toHaveProperty("disabled", true);
  await user.type(within(dialog).getByLabelText("Passphrase"), " but longer");
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  expect(await within(dialog).findByText("https://bench.example/s/abc")).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Copy link" })).toBeTruthy();
  expect(sent[0]).toMatchObject({ kind: "run", label: null, note: null, passphrase: "short but longer" });
  const days = (Date.parse(String(sent[0]?.["expires_at"])) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(30, 2);
});

test("a refusal names the field and makes no link", { tags: ["nightly"] }, async () => {
  answer(
    "post",
    "/shares",
    { error: "IdentifierFound", detail: "The note holds a host name.", request_id: "r" },
    409,
  );
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  expect(await within(dialog).findByText("The note holds a host name.")).toBeTruthy();
  expect(within(dialog).getByRole("button", { name: "Create link" })).toBeTruthy();
});

const LEAK: ShareLeak = {
  field: "host.name",
  title: "Host name",
  can_reveal: true,
  places: [
    { where: "/hosts/0/inventory/system/product", title: "Maker and product of the system", hide: "system" },
    {
      where: "/hosts/0/inventory/system/board/product",
      title: "Maker and product of the system",
      hide: "system",
    },
  ],
};

test.each([
  ["Show: Host name", { reveal: ["host.name"], hide: [] }],
  ["Leave out: Maker and product of the system", { reveal: [], hide: ["system"] }],
])("a value that would be shown all the same is no dead end: %s", async (way, choice) => {
  server.use(
    http.post("*/api/v1/shares/preview", async ({ request }) => {
      // The body is what this test is about.
      const { reveal, hide } = (await request.json()) as { reveal: string[]; hide: string[] };
      return HttpResponse.json(preview({ leaks: reveal.length + hide.length === 0 ? [LEAK] : [] }));
    }),
  );
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/v1/shares", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { id: "s", url: "https://bench.example/s/abc", expires_at: "2026-12-21T00:00:00Z" },
        { status: 201 },
      );
    }),
  );
  const { user, dialog } = await openDialog();
  const decision = within(dialog).getByRole("alert", { name: "Decide before creating the link" });
  expect(decision.textContent).toContain(
    "Host name is left out, but Maker and product of the system shows the same: “MZ72-HB0-00”.",
  );
  const make = within(dialog).getByRole("button", { name: "Create link" });
  expect(make).toHaveProperty("disabled", true);
  // The page and the boxes stay.
  expect(within(dialog).getByRole("group", { name: "Hide additional data" })).toBeTruthy();
  await user.click(within(decision).getByRole("button", { name: way }));
  await expect.poll(() => make).toHaveProperty("disabled", false);
  expect(within(dialog).queryByRole("alert")).toBeNull();
  await user.click(make);
  expect(await within(dialog).findByText("https://bench.example/s/abc")).toBeTruthy();
  expect(sent[0]).toMatchObject(choice);
});

test("of two values each is decided about alone, and only then there is a link", async () => {
  const volume: ShareLeak = {
    field: "volume.name",
    title: "Name of a volume",
    can_reveal: true,
    places: [
      { where: "/hosts/0/inventory/disks/drive A/model", title: "Drive model", hide: "drive.model" },
      { where: "/runs/0/path/targets/0/members/0/model", title: "Drive model", hide: "drive.model" },
    ],
  };
  server.use(
    http.post("*/api/v1/shares/preview", async ({ request }) => {
      // The body is what this test is about.
      const { reveal, hide } = (await request.json()) as { reveal: string[]; hide: string[] };
      const isHostDecided = reveal.includes("host.name") || hide.includes("system");
      const isVolumeDecided = reveal.includes("volume.name") || hide.includes("drive.model");
      return HttpResponse.json(
        preview({ leaks: [...(isHostDecided ? [] : [LEAK]), ...(isVolumeDecided ? [] : [volume])] }),
      );
    }),
  );
  const { user, dialog } = await openDialog();
  const decision = within(dialog).getByRole("alert", { name: "Decide before creating the link" });
  expect(decision.textContent).toContain("2 values");
  const make = within(dialog).getByRole("button", { name: "Create link" });
  const host = within(decision).getByRole("group", { name: "Host name" });
  await user.click(within(host).getByRole("button", { name: "Show: Host name" }));
  await expect.poll(() => within(decision).queryByRole("group", { name: "Host name" })).toBeNull();
  expect(make).toHaveProperty("disabled", true);
  const other = within(decision).getByRole("group", { name: "Name of a volume" });
  await user.click(within(other).getByRole("button", { name: "Leave out: Drive model" }));
  await expect.poll(() => make).toHaveProperty("disabled", false);
  expect(within(dialog).queryByRole("alert")).toBeNull();
});

test("a preview that was refused names the field and can be left by showing it", {
  tags: ["nightly"],
}, async () => {
  server.use(
    http.post("*/api/v1/shares/preview", async ({ request }) => {
      // The body is what this test is about.
      const { reveal } = (await request.json()) as { reveal: string[] };
      if (reveal.includes("host.name")) return HttpResponse.json(preview());
      const place = { where: "/title", title: "A sentence of the report", hide: null };
      const body = {
        error: "IdentifierFound",
        detail: "The copy would still show a host's name.",
        retryable: false,
        request_id: "r",
        problems: [],
        leaks: [{ ...LEAK, places: [place] }],
      };
      return HttpResponse.json(body, { status: 409 });
    }),
  );
  const { user } = openApp("/runs/run-1");
  await user.click(await screen.findByRole("button", { name: "Share" }));
  const dialog = await screen.findByRole("dialog", { name: "Share report (snapshot)" });
  await user.click(await within(dialog).findByRole("button", { name: "Show: Host name" }));
  await within(dialog).findByRole("region", { name: "Vendor support checklist" });
  expect(within(dialog).getByRole("checkbox", { name: "Show: Host name" })).toHaveProperty("checked", true);
});

test("what vendors ask for is suggested with its reason, and left out until it is chosen", {
  tags: ["nightly"],
}, async () => {
  const { dialog } = await openDialog();
  const suggested = within(dialog).getByRole("group", { name: "Vendors may ask for" });
  expect(suggested.textContent).toContain("Vendors ask for serial numbers.");
  const serials = within(suggested).getByRole("checkbox", { name: "Show: Drive serial number" });
  expect((serials as HTMLInputElement).checked).toBe(false);
});

test.each([
  ["this_machine", "http://127.0.0.1:8000", /only open on this machine/],
  ["this_network", "http://nas.local:8000", /only open in this network/],
] as const)(
  "an address that reaches %s is warned of before there is a link",
  async (reach, address, words) => {
    answer("post", "/shares/preview", preview({ reach, address }));
    const { dialog } = await openDialog();
    const warning = within(dialog).getByRole("note", { name: "The link's address is local" });
    expect(warning.textContent).toMatch(words);
    expect(warning.textContent).toContain(address);
  },
);

test("an address that everybody reaches is not warned of", { tags: ["nightly"] }, async () => {
  const { dialog } = await openDialog();
  expect(within(dialog).queryByRole("note")).toBeNull();
});

test("what the sender expects is sent and stands on the page at once", { tags: ["nightly"] }, async () => {
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/v1/shares", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        { id: "share-1", url: "https://bench.example.com/s/tok", expires_at: "2026-12-21T14:05:00Z" },
        { status: 201 },
      );
    }),
  );
  const { user, dialog } = await openDialog();
  await user.type(within(dialog).getByLabelText("Expected result"), " 28 GB/s ");
  const page = within(dialog).getByRole("region", { name: "Preview" });
  expect(within(page).getByRole("region", { name: "What the sender expected" }).textContent).toContain(
    "28 GB/s",
  );
  await user.click(within(dialog).getByRole("button", { name: "Create link" }));
  await within(dialog).findByText("Link created.");
  expect(sent).toEqual([expect.objectContaining({ expectation: "28 GB/s" })]);
});
