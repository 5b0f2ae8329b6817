/** A datasheet that a person adds: typed or pasted and looked at; what was not printed never stands as printed. */
import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { PastedTable } from "@/api/types";
import { errorBody, runDetail } from "@/test/api-data";
import { answer, openApp, server, session, signedIn } from "@/test/app";

const table: PastedTable = {
  figures: [
    figure(2, "1TB", { metric: "bw_bytes_per_s", value: 7e9, rw: "read" }),
    figure(2, "2TB", { metric: "bw_bytes_per_s", value: 7.3e9, rw: "read" }),
    figure(3, null, { metric: "iops", value: 1.4e6, rw: "randread", bs_bytes: 4096, queue_depth: 32 }),
  ],
  not_understood: [{ row: 4, text: "TBW 600", reason: "no unit" }],
  columns: ["1TB", "2TB"],
};

function figure(row: number, column: string | null, rating: Record<string, unknown>) {
  return { row, column, rating: { claim: "up to", line: `row ${row}`, ...rating } };
}

const sent: { card: { rating: Record<string, unknown>[] } }[] = [];

beforeEach(() => {
  sent.length = 0;
  signedIn();
  answer("get", "/runs/:id", runDetail({ factors: { "drive.capacity": 2_000_398_934_016 } }));
  answer("get", "/factors", { items: [] });
  answer("get", "/runs/:id/time-series", { from_ms: 0, to_ms: 0, bucket_ms: 1, series: [] });
  answer("get", "/runs/:id/moments", { notes: [], readings: [], preflight: null });
  answer("get", "/runs/:id/rating", {
    figures: [],
    models: ["ACME 9000"],
    missing: "no_card",
    sentence: "No datasheet for ACME 9000.",
  });
  answer("post", "/specs/preview", table);
  answer("get", "/spec-defaults", {
    items: [
      {
        drive_class: "data-centre",
        metric: "bw_bytes_per_s",
        rw: "read",
        bs_bytes: 131_072,
        queue_depth: 32,
      },
    ],
  });
  server.use(
    http.post("*/api/v1/specs", async ({ request }) => {
      sent.push((await request.json()) as (typeof sent)[number]);
      return HttpResponse.json({}, { status: 201 });
    }),
  );
});

async function openForm() {
  const { user } = openApp("/runs/run-1#datasheet");
  await user.click(await screen.findByRole("button", { name: "Add its datasheet" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Datasheet of ACME 9000" }));
  return { user, dialog };
}

async function pasted() {
  const { user, dialog } = await openForm();
  await user.type(dialog.getByLabelText("Table"), "rows");
  await user.click(dialog.getByRole("button", { name: "Read the table" }));
  const read = within(await dialog.findByRole("group", { name: "Recognized" }));
  return { user, dialog, read };
}

/** The ratings of the card that was sent. */
const ratings = () => sent.flatMap(({ card }) => card.rating);

test("what was read is shown with its row, and what was not with its reason", {
  tags: ["nightly"],
}, async () => {
  const { dialog, read } = await pasted();
  expect(
    read.getAllByRole("checkbox").map((box) => (box as HTMLInputElement).labels?.[0]?.textContent),
  ).toEqual([
    expect.stringMatching(/^Sequential read: bandwidth: up to 7.00.GB.s/),
    expect.stringMatching(/^Random read, 4.KiB: IOPS, queue depth 32: up to 1.40M/),
  ]);
  expect(dialog.getByText("Row 4: TBW 600 (no unit)")).toBeDefined();
  expect(sent).toEqual([]);
});

test("the column of the drive and the selected figures make the card", async () => {
  const { user, dialog, read } = await pasted();
  await user.selectOptions(dialog.getByLabelText("Column for this drive"), "2TB");
  const [, second] = read.getAllByRole("checkbox");
  if (second !== undefined) await user.click(second);
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await expect.poll(() => sent.length).toBe(1);
  expect(ratings()).toEqual([
    { metric: "bw_bytes_per_s", value: 7.3e9, rw: "read", claim: "up to", line: "row 2" },
  ]);
});

test("what is usual is filled in only when asked for, and named as assumed", {
  tags: ["nightly"],
}, async () => {
  const { user, dialog } = await pasted();
  await user.click(dialog.getByLabelText(/^Assume typical values/));
  await expect.poll(() => dialog.getByRole("button", { name: "Add" }).hasAttribute("disabled")).toBe(false);
  await user.click(dialog.getByRole("button", { name: "Add" }));
  await expect.poll(() => sent.length).toBe(1);
  expect(ratings().map((one) => [one["bs_bytes"], one["queue_depth"], one["assumed"]])).toEqual([
    [131_072, 32, ["bs_bytes", "queue_depth"]],
    [4096, 32, undefined],
  ]);
});

test("a table without rows is refused in words, and typing goes on", { tags: ["nightly"] }, async () => {
  answer("post", "/specs/preview", errorBody("Invalid", "No row of this text states a value."), 422);
  const { user, dialog } = await openForm();
  await user.type(dialog.getByLabelText("Table"), "-");
  await user.click(dialog.getByRole("button", { name: "Read the table" }));
  expect(await dialog.findByText("No row of this text states a value.")).toBeDefined();
  expect(dialog.getByLabelText("Sequential read, MB/s")).toBeDefined();
});

test("a viewer is offered no form", async () => {
  answer("get", "/session", session({ role: "viewer", rights: ["account", "read"] }));
  openApp("/runs/run-1#datasheet");
  await screen.findByText("No datasheet for ACME 9000.");
  expect(screen.queryByRole("button", { name: "Add its datasheet" })).toBeNull();
});
