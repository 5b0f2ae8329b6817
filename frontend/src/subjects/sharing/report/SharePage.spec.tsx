import { MantineProvider } from "@mantine/core";
import { render, screen, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { describe, expect, test, vi } from "vitest";
import type { Shared } from "@/api/types";
import { SharePage } from "@/subjects/sharing/report/SharePage";
import { server } from "@/test/app";
import { bootstrap } from "@/test/compare-data";
import { ETCD } from "@/test/purpose-data";
import { ratedFigure } from "@/test/rated-figure";
import {
  epycComparison,
  shared,
  sharedDocument,
  sharedHost,
  sharedRun,
  widthSeries,
} from "@/test/share-data";
import { cssVariablesResolver, theme } from "@/ui/theme";

const TOKEN = "tok3n";

function open() {
  render(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} env="test">
      <SharePage token={TOKEN} />
    </MantineProvider>,
  );
  return userEvent.setup();
}

function refuse(status: number, error: string, headers: Record<string, string> = {}) {
  server.use(
    http.get(`*/api/v1/shared/${TOKEN}`, () =>
      HttpResponse.json({ error, detail: "secret detail", request_id: "req-1" }, { status, headers }),
    ),
  );
}

function show(document = sharedDocument()) {
  server.use(http.get(`*/api/v1/shared/${TOKEN}`, () => HttpResponse.json(shared(document))));
}

describe("a link that does not open", () => {
  test.each([
    [404, "NotFound", "Link not found."],
    [422, "Invalid", "Link not found."],
    [410, "Gone", "This link has expired."],
    [500, "InternalError", "The report could not be loaded."],
  ])("%i says no more than it must", async (status, error, heading) => {
    refuse(status, error);
    open();
    expect((await screen.findByRole("heading", { level: 1 })).textContent).toBe(heading);
    expect(document.body.textContent).not.toContain("secret detail");
  });

  test("too many tries say how long to wait", async () => {
    refuse(429, "RateLimited", { "retry-after": "300" });
    open();
    expect(await screen.findByText("Wait 5 minutes, then try again.")).toBeTruthy();
  });

  test("a failed load is tried again on demand", async () => {
    refuse(500, "InternalError");
    const user = open();
    const again = await screen.findByRole("button", { name: "Try again" });
    show();
    await user.click(again);
    expect(await screen.findByRole("heading", { level: 1, name: /^Sequential read 2 MiB/ })).toBeTruthy();
  });
});

test("the passphrase goes in a header, percent-encoded, and a wrong one is said to be wrong", async () => {
  const sent: (string | null)[] = [];
  server.use(
    http.get(`*/api/v1/shared/${TOKEN}`, ({ request }) => {
      const words = request.headers.get("x-share-passphrase");
      sent.push(words);
      if (words === null) return HttpResponse.json({ error: "PassphraseNeeded" }, { status: 401 });
      if (words !== encodeURIComponent("grün & rot"))
        return HttpResponse.json({ error: "WrongPassphrase" }, { status: 401 });
      return HttpResponse.json(shared());
    }),
  );
  const user = open();
  await user.type(await screen.findByLabelText("Passphrase"), "grün");
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByText("Wrong passphrase.")).toBeTruthy();
  await user.type(screen.getByLabelText("Passphrase"), " & rot");
  expect(screen.queryByText("Wrong passphrase.")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Open" }));
  expect(await screen.findByRole("heading", { level: 1, name: /^Sequential read 2 MiB/ })).toBeTruthy();
  expect(sent).toEqual([null, "gr%C3%BCn", "gr%C3%BCn%20%26%20rot"]);
});

describe("the report", () => {
  test("says for whom, since when, until when, and what was shown or left out by choice", async () => {
    show(sharedDocument({ revealed: ["drive.serial"], hidden: ["bios.settings"], note: "See question 2" }));
    open();
    const cover = (await screen.findByRole("heading", { level: 1 })).closest("header");
    if (cover === null) throw new Error("the title stands in no header");
    for (const words of [
      "Acme Storage support",
      "21 Nov 2026 14:05 UTC",
      "21 Dec 2026",
      "fioboard 0.1.0",
      "Drive serial number",
      "BIOS settings",
      "See question 2",
    ])
      expect(within(cover).getByText(words)).toBeTruthy();
  });

  test("answers each question with the fact and its source; an unknown one brings the command", async () => {
    show();
    open();
    const list = await screen.findByRole("region", { name: "Vendor support checklist" });
    const rows = within(list).getAllByRole("listitem");
    const slot = rows[0];
    if (slot === undefined) throw new Error("no question is shown");
    expect(within(slot).getByText("Yes")).toBeTruthy();
    expect(within(slot).getByText("SLOT1, Gen4 x16, trained Gen4 x16")).toBeTruthy();
    expect(within(slot).getByText("inventory: PCIe link under load")).toBeTruthy();
    const cooling = within(list).getByRole("heading", { name: "How warm did the drives get?" }).closest("li");
    if (cooling === null) throw new Error("a question stands in no row");
    expect(within(cooling).getByText("Unknown")).toBeTruthy();
    expect(within(cooling).getByText("sudo smartctl -A /dev/nvme0")).toBeTruthy();
    expect(within(cooling).getByRole("button", { name: /^Copy/ })).toBeTruthy();
  });

  test("of a comparison has every metric with interval, verdict and number of runs", async () => {
    show(epycComparison());
    open();
    const table = await screen.findByRole("table", { name: /^Every metric of read bs=2M/ });
    const row = within(table).getByRole("row", { name: /^Bandwidth/ });
    const cells = within(row).getAllByRole("cell");
    expect(cells.map((cell) => cell.textContent?.replaceAll("\u00a0", " "))).toEqual([
      "8.22 GB/s",
      "28.4 GB/s",
      "▲ +245.9 %",
      "+241.0 % to +251.0 %",
      "Better",
      "4 / 4",
      "–Not computed when this link was created.",
    ]);
    expect(screen.getByText("No bootstrap interval. Not computed when this link was created.")).toBeTruthy();
    const runs = screen.getByRole("table", { name: "Compared runs" });
    expect(within(runs).getAllByRole("row")).toHaveLength(9);
    const answer = within(screen.getByRole("region", { name: "Answer" }));
    expect(answer.getByRole("heading", { level: 2 }).textContent).toBe(
      "NPS 4 is 246.0 % faster than NPS 1 (95 % CI 241.0 to 251.0 %, n = 4 and 4).",
    );
    expect(answer.getByText("Of what was recorded, only NUMA nodes per socket 1 → 4 changed.")).toBeTruthy();
    // Its sides have the names of the sentence.
    expect(answer.getByText("NPS 1")).toBeTruthy();
  });

  test("of a comparison made by an older version says its sentence", async () => {
    const document = epycComparison();
    if (document.compare !== null) Object.assign(document.compare, { answer: null, sentence: "IOPS × 2.0." });
    show(document);
    open();
    expect(await screen.findByText("IOPS × 2.0.")).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Answer" })).toBeNull();
  });

  test("of a comparison has its bootstrap intervals in the words of the comparison's page", async () => {
    const document = epycComparison();
    const cells = document.compare?.workloads[0]?.metrics ?? {};
    for (const cell of Object.values(cells)) cell.bootstrap = bootstrap({ ci95: [3.38, 3.54], ratio: 3.46 });
    const reason = "Not measured on the base side.";
    if (cells["clat_mean_ns"] !== undefined)
      cells["clat_mean_ns"].bootstrap = bootstrap({ ci95: null, reason });
    show(document);
    open();
    const table = await screen.findByRole("table", { name: /^Every metric of read bs=2M/ });
    const last = (name: RegExp) =>
      within(within(table).getByRole("row", { name })).getAllByRole("cell").at(-1)?.textContent;
    expect(last(/^Bandwidth/)?.replaceAll("\u00a0", " ")).toBe("+238.0 % to +254.0 %");
    expect(last(/latency/i)).toContain(reason);
    const text = screen.getByText(/^Bootstrap interval .* around/).textContent?.replaceAll("\u00a0", " ");
    expect(text).toContain("Bootstrap interval +238.0 % to +254.0 % around ▲ +246.0 %.");
    expect(text).toMatch(/about 79 times in 100, not 95: that is why the verdict rests on /);
  });

  test("of a comparison has the scorecards of both sides, and says which words are not shown", {
    tags: ["nightly"],
  }, async () => {
    const document = epycComparison();
    const [first, second] = [document.compare?.base.run_ids[0], document.compare?.new.run_ids[0]];
    const hidden = { card: null, source: null, claim: "", is_card_hidden: true, is_source_hidden: true };
    for (const run of document.runs) {
      const figure = run.label === first ? ratedFigure(hidden) : run.label === second ? ratedFigure() : null;
      run.rating = figure && { figures: [figure], models: [], missing: null, sentence: null };
    }
    show(document);
    open();
    const table = await screen.findByRole("table", {
      name: "Both sides compared with their drives' ratings",
    });
    const rows = within(table)
      .getAllByRole("row")
      .slice(1)
      .map((row) => row.textContent ?? "");
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatch(/–Not comparable1.*Datasheet and source are not shown/);
    expect(rows[0]).not.toContain("Intel");
    expect(rows[1]).toContain("Intel SSD DC P3700, “up to”: Product specification, page 12");
    expect(screen.getByText(/3 of 4 runs without a rating/)).toBeTruthy();
  });

  test("of a comparison whose ratings are hidden, or were not sent, has no scorecard", async () => {
    show(epycComparison());
    open();
    await screen.findByRole("table", { name: "Compared runs" });
    expect(
      screen.queryByRole("table", { name: "Both sides compared with their drives' ratings" }),
    ).toBeNull();
  });

  test("of a run has a scorecard without the words of a person's card", async () => {
    const figure = ratedFigure({ card: null, source: null, claim: "", is_card_hidden: true });
    const document = sharedDocument();
    for (const run of document.runs)
      run.rating = { figures: [figure], models: [], missing: null, sentence: null };
    show(document);
    open();
    expect(await screen.findByText(/Datasheet and source are not shown/)).toBeTruthy();
    expect(screen.getByText("Not comparable")).toBeTruthy();
  });

  test("of a run says for what it is fast enough", async () => {
    const document = sharedDocument();
    for (const run of document.runs) run.purposes = { sentence: "Fast enough for etcd.", items: [ETCD] };
    show(document);
    open();
    expect(await screen.findByRole("table", { name: "Use cases" })).toBeTruthy();
    // The answer stands beside what is folded, too.
    expect(screen.getByText("Fast enough for etcd.", { selector: "summary *" })).toBeTruthy();
  });

  test("of a run has its figures, of a chart its chart", async () => {
    show();
    open();
    const table = await screen.findByRole("table", { name: "Figures per job and direction" });
    expect(within(table).getByText("28.4 GB/s")).toBeTruthy();
    expect(await screen.findByTestId("chart-latency-percentiles")).toBeTruthy();
  });

  test("of a chart draws it", async () => {
    show(widthSeries());
    open();
    expect(await screen.findByTestId("chart-bw_bytes_per_s-over-raid.width")).toBeTruthy();
  });
});

describe("what the sender box and left out", () => {
  test("an expectation stands on its own before the questions; an older share has none", async () => {
    show(sharedDocument({ expectation: "28 GB/s from four drives" }));
    open();
    const box = await screen.findByRole("region", { name: "What the sender expected" });
    expect(box.textContent).toContain("28 GB/s from four drives");
    const questions = screen.getByRole("region", { name: "Vendor support checklist" });
    expect(box.compareDocumentPosition(questions) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  test("none is made up", async () => {
    show();
    open();
    await screen.findByRole("region", { name: "Vendor support checklist" });
    expect(screen.queryByRole("region", { name: "What the sender expected" })).toBeNull();
  });

  test.each([
    ["path", "The machine and the data path"],
    ["bios.settings", "BIOS settings of host 1"],
    ["job_options", "How fio was run"],
    ["time_series", "Over time"],
    ["rated", "Compared with the datasheet"],
    ["job_options", "Requirements"],
  ])("%s left out is said in its place", async (group, title) => {
    const run = sharedRun({ path: null, machine: null, command: null, time_series: null });
    show(sharedDocument({ hidden: [group], hosts: [sharedHost({ firmware: [] })], runs: [run] }));
    open();
    const place = await screen.findByRole("region", { name: title });
    expect(place.textContent).toContain("Not part of this share");
  });

  test("what nobody recorded is not said to be left out", async () => {
    show(sharedDocument({ runs: [sharedRun({ path: null, machine: null, time_series: null })] }));
    open();
    await screen.findByRole("table", { name: "Figures per job and direction" });
    expect(screen.queryByText(/Not part of this share/)).toBeNull();
  });

  test("a second machine is answered by what differs from the first, the whole one click away", async () => {
    const row = {
      path: "cpu.model",
      title: "CPU model",
      facet: "hw" as const,
      change: "changed" as const,
      base: "EPYC 7443",
      new: "EPYC 7763",
      unit: null,
      follows_from: null,
    };
    const second = sharedHost({ label: "host 2", differences: [row] });
    show(sharedDocument({ hosts: [sharedHost(), second] }));
    open();
    const card = await screen.findByRole("region", { name: "Configuration of host 2" });
    expect(card.textContent).toContain("What differs from host 1");
    const differing = within(card).getByRole("row", { name: /EPYC 7443/ });
    expect(differing.textContent).toContain("EPYC 7763");
    expect(within(card).getByRole("columnheader", { name: "host 1" })).toBeTruthy();
    expect(within(card).getByText("The whole configuration").closest("details")?.open).toBe(false);
  });
});

test("paper takes the short form unless the long one is asked for", { tags: ["nightly"] }, async () => {
  const printed: (string | undefined)[] = [];
  const print = vi.spyOn(globalThis, "print").mockImplementation(() => {
    printed.push(document.documentElement.dataset["paper"]);
    dispatchEvent(new Event("afterprint"));
  });
  show();
  const user = open();
  await user.click(await screen.findByRole("button", { name: "Long form" }));
  await user.click(screen.getByRole("button", { name: "Print or PDF" }));
  expect(printed).toEqual(["long", "short"]);
  expect(document.documentElement.dataset["paper"]).toBeUndefined();
  print.mockRestore();
});

test("a file is asked for under the passphrase, and a refusal is said", { tags: ["nightly"] }, async () => {
  show();
  const user = open();
  await screen.findByRole("heading", { level: 1, name: /^Sequential read 2 MiB/ });
  server.use(
    http.get(`*/api/v1/shared/${TOKEN}/export`, () => HttpResponse.json({ error: "Gone" }, { status: 410 })),
  );
  await user.click(screen.getByRole("button", { name: "Download CSV" }));
  expect(await screen.findByRole("alert")).toBeTruthy();
});

describe("replies", () => {
  const showReplies = (more: Partial<Shared>) =>
    server.use(http.get(`*/api/v1/shared/${TOKEN}`, () => HttpResponse.json(shared(sharedDocument(), more))));

  test("the page says what is sent and gives a code once, or says why there is none", async () => {
    showReplies({ takes_replies: true });
    let asked = 0;
    server.use(
      http.post(`*/api/v1/shared/${TOKEN}/reply-codes`, () => {
        asked += 1;
        return asked === 1
          ? HttpResponse.json({ error: "TooManyReplies", detail: "As many as it takes." }, { status: 409 })
          : HttpResponse.json({ code: "c0de", expires_at: "2026-12-01T09:00:00Z" }, { status: 201 });
      }),
    );
    const user = open();
    const ask = await screen.findByRole("button", { name: "Get a one-time code" });
    expect(screen.getByText(/inventory with its name, serial numbers and paths/)).toBeTruthy();
    await user.click(ask);
    expect((await screen.findByRole("alert")).textContent).toBe("As many as it takes.");
    await user.click(screen.getByRole("button", { name: "Get a one-time code" }));
    expect((await screen.findByText(/ c0de$/)).textContent).toContain("run --like");
  });

  test("an accepted external run is shown beside the shared one", async () => {
    showReplies({ replies: 1 });
    const document = epycComparison();
    server.use(
      http.get(`*/api/v1/shared/${TOKEN}/replies`, () =>
        HttpResponse.json({ items: [{ received_at: "2026-11-30T09:00:00Z", document }] }),
      ),
    );
    open();
    const run = await screen.findByRole("region", { name: "External run 1" });
    expect(await within(run).findByText(/New: the external run/)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Get a one-time code" })).toBeNull();
  });
});
