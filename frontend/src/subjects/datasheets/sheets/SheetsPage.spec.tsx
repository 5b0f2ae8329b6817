import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { SpecCard, SpecFigure, SpecJob, SpecList, SpecListed } from "@/api/types";
import { chosenSheets, sheetsAnswer, vendorOf } from "@/subjects/datasheets/parts/sheet-words";
import { errorBody } from "@/test/api-data";
import { answer, openApp, server, session, signedIn } from "@/test/app";

beforeEach(() => {
  signedIn();
  answer("get", "/models", { items: [] });
});

function brief(more: Partial<SpecListed> = {}): SpecListed {
  return {
    id: "example-2tb",
    title: "EXAMPLE 2 TB",
    drive_class: "data-centre",
    grade: "A",
    capacity_bytes: 2_000_000_000_000,
    models: ["EXAMPLE 2T"],
    origin: "built_in",
    version: 1,
    figure_count: 2,
    unsourced_count: 0,
    drive_count: 0,
    ...more,
  };
}

const OWN = brief({
  id: "own",
  title: "OWN",
  grade: null,
  capacity_bytes: null,
  origin: "person",
  version: 3,
});

/** The list as a service without drives gives it. */
function list(items: readonly SpecListed[], more: Partial<SpecList> = {}): SpecList {
  return { items: [...items], without: [], drive_count: 0, unknown_count: 0, ...more };
}

function figure(more: Partial<SpecFigure> = {}): SpecFigure {
  return {
    metric: "iops",
    value: 450_000,
    unit: "IOPS",
    claim: "up to",
    rw: "randread",
    read_pct: null,
    percentile: null,
    bs_bytes: 4096,
    outstanding: 128,
    workers: null,
    span: null,
    state: null,
    cache: null,
    data: null,
    lba_bytes: null,
    assumed: ["outstanding"],
    scope: "capacity",
    line: "450 KIOPS",
    source: {
      title: "Product brief",
      address: "https://maker.example/brief",
      kind: "maker",
      page: 3,
      dated: "2024",
      read_at: "2026-11-22",
      is_copy: false,
    },
    is_contradicted: true,
    ...more,
  };
}

function card(more: Partial<SpecCard> = {}): SpecCard {
  const figures = [figure(), figure({ metric: "bw_bytes_per_s", rw: "write", value: 2e9, source: null })];
  return {
    ...brief({ unsourced_count: 1 }),
    ...{ figures, notes: ["Kept from the brief."], link: null, made_at: null, made_by: null, ...more },
  };
}

test("the list says class, capacity, grade and figures of every card", async () => {
  answer("get", "/specs", list([brief(), OWN]));
  openApp("/datasheets");
  const row = (await screen.findByRole("link", { name: "EXAMPLE 2 TB" })).closest("tr");
  expect(row?.textContent).toContain("Data centre");
  expect(row?.textContent).toMatch(/2\sTB/);
  const own = screen.getByRole("link", { name: "OWN" }).closest("tr");
  expect(own?.textContent).toContain("Custom, version 3");
  expect(own?.textContent).toContain("all");
});

test("it begins with which drives here have a card, and with their cards", async () => {
  const without = ["A", "B", "C", "D"].map((model) => ({
    id: model,
    model,
    capacity_bytes: null,
    drive_count: 2,
  }));
  const items = [brief(), { ...OWN, drive_count: 4 }];
  answer("get", "/specs", list(items, { without, drive_count: 12 }));
  openApp("/datasheets");
  expect(
    await screen.findByText(
      "4 of your 12 drives have a datasheet. Without one: A (2 drives), B (2 drives), C (2 drives), 1 more model.",
    ),
  ).toBeDefined();
  expect(screen.getAllByRole("row").map((row) => within(row).queryByRole("link")?.textContent)).toEqual([
    undefined,
    "OWN",
    "EXAMPLE 2 TB",
  ]);
});

test.each([
  [list([]), "No drives yet."],
  [
    list([], { drive_count: 8, unknown_count: 48 }),
    "8 of your 56 drives have a datasheet. The model of 48 drives is unknown.",
  ],
  [list([], { drive_count: 1 }), "Your drive has a datasheet."],
  [list([], { drive_count: 8 }), "All 8 of your drives have a datasheet."],
])("the sentence of %o is %s", (sheets, sentence) => {
  expect(sheetsAnswer(sheets)).toBe(sentence);
});

test.each([
  ["/datasheets?q=2t", "EXAMPLE 2 TB", "OWN NONE"],
  ["/datasheets?origin=person", "OWN NONE", "EXAMPLE 2 TB"],
  ["/datasheets?grade=A", "EXAMPLE 2 TB", "OWN NONE"],
  ["/datasheets?class=client", "OWN NONE", "EXAMPLE 2 TB"],
])("%s shows %s alone", async (address, shown, hidden) => {
  const own = { ...OWN, title: "OWN NONE", models: [], drive_class: "client" };
  answer("get", "/specs", list([brief(), own]));
  openApp(address);
  expect(await screen.findByRole("link", { name: shown })).toBeDefined();
  expect(screen.queryByRole("link", { name: hidden })).toBeNull();
});

test("a filter that nothing matches leads back to all", async () => {
  answer("get", "/specs", list([brief()]));
  openApp("/datasheets?q=nothing");
  expect(await screen.findByText("No datasheets match.")).toBeDefined();
  expect(screen.getByRole("link", { name: "Show all datasheets" })).toBeDefined();
});

test("no card at all is said", async () => {
  answer("get", "/specs", list([]));
  openApp("/datasheets");
  expect(await screen.findByText("No datasheets.")).toBeDefined();
});

test("a failure is said", async () => {
  answer("get", "/specs", errorBody("Unavailable", "The database is away."), 503);
  openApp("/datasheets");
  expect(await screen.findByText("The datasheets could not be loaded.")).toBeDefined();
});

test("a card's page tells printed, assumed and unprinted apart, and what has no source", async () => {
  answer("get", "/specs/:id", card());
  answer("get", "/specs/:id/versions", { items: [card()] });
  openApp("/datasheets/example-2tb");
  const table = await screen.findByRole("table", { name: "Figures" });
  const [, rated, unsourced] = within(table).getAllByRole("row");
  expect(rated?.textContent).toMatch(/450k\sIOPS/);
  expect(rated?.textContent).toContain("“up to”");
  expect(rated?.textContent).toContain("assumed: I/Os in flight 128");
  expect(rated?.textContent).toContain("not stated: jobs or threads, test range, drive state");
  expect(rated?.textContent).toContain("page 3, 2024, retrieved 2026-11-22");
  expect(rated?.textContent).toContain("sources disagree");
  expect(unsourced?.textContent).toContain("without source");
  expect(screen.getByText(/1 of 2 figures have no source/)).toBeDefined();
  const file = screen.getByRole("link", { name: "Download as TOML" });
  expect(file.getAttribute("href")).toBe("api/v1/specs/example-2tb/file");
});

test("versions say who, and what differs from the one before", async () => {
  const own = { origin: "person", version: 2, made_by: "ada", made_at: "2026-11-23T10:00:00Z" } as const;
  const newer = card({ ...own, figures: [figure({ value: 400_000 })] });
  answer("get", "/specs/:id", newer);
  answer("get", "/specs/:id/versions", { items: [newer, card({ figures: [figure()] })] });
  openApp("/datasheets/example-2tb");
  const section = await screen.findByRole("region", { name: "Versions" });
  expect(await within(section).findByText(/by ada/)).toBeDefined();
  expect(section.textContent).toMatch(/added: Random read, 4\sKiB: IOPS 400k\sIOPS/);
  expect(section.textContent).toMatch(/removed: Random read, 4\sKiB: IOPS 450k\sIOPS/);
});

const JOB: SpecJob = {
  ...{ figure: 1, metric: "iops", rated: 450_000, unit: "IOPS", claim: "up to", name: "randread-4k" },
  ...{ rw: "randread", bs: "4k", iodepth: 32, numjobs: 4, rwmixread: null, is_destructive: true },
  ...{ before: ["fill"], by_hand: [], assumed: ["ioengine=libaio"], job_file: "[randread-4k]" },
};

test("each figure has the job that would be comparable, or the reason why there is none", async () => {
  answer("get", "/specs/:id", card());
  answer("get", "/specs/:id/versions", { items: [card()] });
  answer("get", "/specs/:id/jobs", {
    ...{ card_id: "example-2tb", title: "EXAMPLE 2 TB", jobs: [JOB], left_out: ["2: mixes nothing"] },
  });
  openApp("/datasheets/example-2tb");
  const table = await screen.findByRole("table", { name: "Jobs" });
  const row = within(table).getAllByRole("row")[1];
  expect(row?.textContent).toContain("randread bs=4k iodepth=32 numjobs=4 destroys data");
  expect(row?.textContent).toContain("first fill the drive; assumed: ioengine=libaio");
  expect(within(table).getByRole("button", { name: "Copy the job file randread-4k" })).toBeDefined();
  expect(screen.getByText("No job for figure 2: mixes nothing")).toBeDefined();
});

test("a new version is the card's file, changed", { tags: ["nightly"] }, async () => {
  answer("get", "/specs/:id", card());
  answer("get", "/specs/:id/versions", { items: [card()] });
  answer("get", "/specs/:id/jobs", { card_id: "x", title: "x", jobs: [], left_out: [] });
  server.use(http.get("*/api/v1/specs/:id/file", () => HttpResponse.text("schema = 1\n")));
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/v1/specs", async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json(
        errorBody("Invalid", "This datasheet file cannot be used: id: Field required"),
        {
          status: 422,
        },
      );
    }),
  );
  const { user } = openApp("/datasheets/example-2tb");
  await user.click(await screen.findByRole("button", { name: "New version" }));
  const dialog = within(await screen.findByRole("dialog", { name: /New version of EXAMPLE/ }));
  const field = await dialog.findByRole("textbox", { name: "The datasheet file" });
  const add = dialog.getByRole("button", { name: "Add this version" });
  expect((add as HTMLButtonElement).disabled).toBe(true);
  await user.type(field, "x = 1");
  await user.click(add);
  expect(await dialog.findByText(/This datasheet file cannot be used: id: Field required/)).toBeDefined();
  expect(sent).toEqual([{ toml: "schema = 1\nx = 1" }]);
});

test("a datasheet is added without a run, by the model that the person names", {
  tags: ["nightly"],
}, async () => {
  answer("get", "/specs", list([brief()]));
  answer("get", "/specs/:id", card());
  answer("get", "/specs/:id/versions", { items: [card()] });
  server.use(http.post("*/api/v1/specs", () => HttpResponse.json(card(), { status: 201 })));
  const { user, address } = openApp("/datasheets");
  await user.click(await screen.findByRole("button", { name: "Add a datasheet" }));
  const dialog = within(await screen.findByRole("dialog", { name: "New datasheet" }));
  await dialog.findByText("Enter the drive's model.");
  await user.type(dialog.getByRole("textbox", { name: /^Model, as reported/ }), "ACME 9000");
  await user.type(dialog.getByRole("textbox", { name: /^Capacity/ }), "2000");
  await user.type(dialog.getByRole("textbox", { name: "Random read, IOPS" }), "450000");
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await expect.poll(address).toBe(`/datasheets/${card().id}`);
});

test("a viewer adds nothing", async () => {
  answer("get", "/session", session({ role: "viewer", rights: ["account", "read"] }));
  answer("get", "/specs", list([brief()]));
  openApp("/datasheets");
  await screen.findByRole("link", { name: "EXAMPLE 2 TB" });
  expect(screen.queryByRole("button", { name: "Add a datasheet" })).toBeNull();
});

test("cards of drives here stand first, volumes of clouds last, 50 at a time", {
  tags: ["nightly"],
}, async () => {
  const cloud = brief({ id: "aws", title: "AWS EBS gp3", drive_class: "provisioned" });
  const here = brief({ id: "here", title: "WD_BLACK SN850X 2 TB", drive_count: 2 });
  const none = { q: null, driveClass: null, grade: null, origin: "any" } as const;
  expect(chosenSheets([cloud, brief(), here], none).map(({ id }) => id)).toEqual([
    "here",
    "example-2tb",
    "aws",
  ]);
  expect([here, cloud, brief({ title: "SK hynix P41" })].map(vendorOf)).toEqual(["WD", "AWS", "SK hynix"]);

  const many = Array.from({ length: 60 }, (_, i) => brief({ id: `sheet-${i}`, title: `EXAMPLE ${i}` }));
  answer("get", "/specs", list(many));
  const { user } = openApp("/datasheets");
  const table = await screen.findByRole("table", { name: "Datasheets" });
  expect(within(table).getAllByRole("row")).toHaveLength(51);
  expect(screen.getByText(/^50 of 60 datasheets shown/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Show 10 more" }));
  expect(within(table).getAllByRole("row")).toHaveLength(61);
  expect(screen.queryByRole("button", { name: /^Show .* more$/ })).toBeNull();
});
