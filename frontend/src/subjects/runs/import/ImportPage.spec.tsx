import { screen, waitFor, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import type { ImportPreview, ResultFigures } from "@/api/types";
import { answer, openApp, server, signedIn } from "@/test/app";

function figures(direction: "read" | "write", changed: Partial<ResultFigures> = {}): ResultFigures {
  return {
    position: direction === "read" ? 1 : 0,
    job_name: "random-read-4k",
    group: 0,
    direction,
    rw: "randrw",
    bs_bytes: 4096,
    bs: null,
    steady_state: null,
    iodepth: 16,
    numjobs: 8,
    ioengine: null,
    direct: true,
    rated_share: null,
    rated_verdict: null,
    settings_source: {},
    is_merged_sections: false,
    member_count: 8,
    iops_bounds: null,
    bw_bounds_bytes_per_s: null,
    iops: direction === "read" ? 111 : 222,
    bw_bytes_per_s: 454_656,
    io_bytes: null,
    total_ios: null,
    runtime_ms: 20_000,
    slat_ns: null,
    clat_ns: null,
    lat_ns: null,
    sync_lat_ns: null,
    durable_write_mean_ns: null,
    durable_write_p99_ns: null,
    durable_basis: null,
    power_source: null,
    power_w: null,
    power_low_w: null,
    power_high_w: null,
    power_readings: null,
    power_bytes_per_s: null,
    power_iops: null,
    usr_cpu_pct: null,
    sys_cpu_pct: null,
    error: 0,
    problems: [],
    ...changed,
  };
}

function preview(...results: ResultFigures[]): ImportPreview {
  return {
    kind: "fio_text",
    runs: [
      {
        tool: { name: "fio", version: "fio-3.36" },
        outcome: "complete",
        started_at: null,
        command_line: "fio --rw=randrw --iodepth=16",
        first_line: 3,
        last_line: 40,
        title: null,
        target: null,
        lines_used: [[3, 40]],
        lines_not_understood: [],
        results,
        job_options: results.map(() => ({ rw: "randrw", iodepth: "16" })),
        series: 0,
        problems: [],
      },
    ],
    messages: [{ line: 1, text: "These are our numbers" }],
    warnings: [],
    claims: [],
    lines: { used: [[3, 40]], claims: [], not_understood: [], options: [], titles: [], prose: [[1, 1]] },
    found: [],
    labels: ["slot"],
  };
}

const REFUSAL = {
  error: "NotUnderstood",
  detail: "No result of fio in 5 bytes.",
  retryable: false,
  request_id: "r-1",
  problems: [],
};

/** Bodies that say "bad" are not understood. */
function readsAll(preview: ImportPreview) {
  server.use(
    http.post("*/api/v1/import/preview", async ({ request }) =>
      (await request.text()).includes("bad")
        ? HttpResponse.json(REFUSAL, { status: 422 })
        : HttpResponse.json(preview),
    ),
  );
}

beforeEach(() => {
  signedIn();
  answer("get", "/hosts", { items: [] });
});

async function paste(text: string) {
  const { user } = openApp("/import");
  await user.click(await screen.findByLabelText("Or paste text"));
  await user.paste(text);
  return user;
}

const table = () => screen.findByRole("table", { name: "Results found in Pasted text" });
const rows = (of: HTMLElement) =>
  within(of)
    .getAllByRole("row")
    .map((row) => row.textContent?.replaceAll("\u00a0", " ") ?? "");

test("read stands before write with its own figures, whatever the order of the output", async () => {
  readsAll(preview(figures("write"), figures("read")));
  await paste("some text");
  const [, run, read, write] = rows(await table());
  expect(run).toContain("fio-3.36");
  expect(run).toContain("fio --rw=randrw --iodepth=16");
  expect(read).toMatch(/^read.*111/);
  expect(write).toMatch(/^write.*222/);
});

test("unknown is said with its reason, rounded with its bounds, inferred apart from typed", async () => {
  readsAll(preview(figures("read", { iops: 35_500, iops_bounds: [35_450, 35_550] })));
  await paste("some text");
  const cells = within(await table());
  expect(cells.getByText("ioengine not in the output")).toBeTruthy();
  // Mean, p50 and p99.
  expect(cells.getAllByText("completion latency is not in the output")).toHaveLength(3);
  const rounded = cells.getByText("rounded").parentElement;
  expect(rounded?.textContent).toContain("at least 35,450 IOPS, below 35,550 IOPS");
  expect(cells.getByTitle("iodepth=16").textContent).toBe("16");
  expect(cells.getByTitle(/^numjobs inferred from/).textContent).toBe("8");
});

test("a run without completion latency shows its total latency, named so", async () => {
  const lat_ns = {
    ...{ n: null, min: null, max: null, mean: 1_200_000, stddev: null, percentiles: {}, saturated: [] },
    ...{ percentiles_reason: null, percentile_resolution_ns: 1, has_histogram: false, resolution_ns: 1 },
  };
  readsAll(preview(figures("read", { lat_ns })));
  await paste("some text");
  const [, run, read] = rows(await table());
  expect(read).toContain("lat 1.20 ms");
  expect(run).toContain("start time unknown");
});

test("remarks stand beside the result they are about", async () => {
  const problems = [
    {
      where: "line 7",
      error: "NoLatency",
      detail: "No latency was measured.",
      remark_class: "note" as const,
    },
  ];
  readsAll(preview(figures("read", { problems }), figures("write")));
  await paste("some text");
  const all = rows(await table());
  expect(all.findIndex((row) => row.includes("No latency was measured."))).toBe(
    all.findIndex((row) => row.startsWith("read")) + 1,
  );
});

test("a save without a host asks for it and sends nothing", { tags: ["nightly"] }, async () => {
  readsAll(preview(figures("read")));
  const user = await paste("some text");
  await user.click(await screen.findByRole("button", { name: "Save 1 run" }));
  const host = screen.getByRole("combobox", { name: "Host" });
  expect(document.activeElement).toBe(host);
  expect(screen.getAllByText(/^Name the host that was measured/)).not.toHaveLength(0);
});

test("what is saved is what was pasted, with what was said about it", async () => {
  readsAll(preview(figures("read")));
  const sent: { query: string; body: string }[] = [];
  server.use(
    http.post("*/api/v1/import", async ({ request }) => {
      sent.push({ query: new URL(request.url).search, body: await request.text() });
      const run = { id: "0199", url: "http://localhost/runs/0199", status: "created", verdict: null };
      return HttpResponse.json({ runs: [run], warnings: [] }, { status: 201 });
    }),
  );
  const user = await paste("some µs text\r\n");
  await user.type(await screen.findByRole("combobox", { name: "Host" }), "jupiter");
  await user.type(screen.getByRole("textbox", { name: "Title" }), "Slot 3");
  await user.type(screen.getByRole("combobox", { name: "Labels" }), "fan=off{Enter}");
  await user.click(await screen.findByRole("button", { name: "Save 1 run" }));
  const link = await screen.findByRole("link", {
    name: /^Run 1: Random read and write 4.KiB, QD 16, 8 jobs$/,
  });
  expect(link.getAttribute("href")).toBe("/runs/0199");
  expect(screen.getByText("1 run saved.")).toBeTruthy();
  // A text field has no carriage returns; nothing else may change on the way.
  expect(sent).toEqual([
    { query: "?host=jupiter&label.fan=off&name=Pasted%20text&title=Slot%203", body: "some µs text\n" },
  ]);
});

test("each run of an output can have labels of its own", { tags: ["nightly"] }, async () => {
  const two = preview(figures("read"));
  readsAll({ ...two, runs: [...two.runs, ...two.runs], labels: ["slot"] });
  const sent: string[] = [];
  server.use(
    http.post("*/api/v1/import", ({ request }) => {
      sent.push(new URL(request.url).search);
      const run = (id: string) => ({
        id,
        url: `http://localhost/runs/${id}`,
        status: "created",
        verdict: null,
      });
      return HttpResponse.json({ runs: [run("0198"), run("0199")], warnings: [] }, { status: 201 });
    }),
  );
  const user = await paste("some text");
  await user.type(await screen.findByRole("combobox", { name: "Host" }), "jupiter");
  await user.click(await screen.findByRole("button", { name: "Labels per run" }));
  const second = screen.getByRole("combobox", { name: "Labels of run 2" });
  await user.type(second, "slot{Enter}");
  await user.click(screen.getByRole("button", { name: "Save 2 runs" }));
  expect(screen.getAllByText(/"slot" is not key=value/)).not.toHaveLength(0);
  expect(sent).toEqual([]);
  await user.type(second, "{Backspace}");
  const fields = within(screen.getByRole("group", { name: /^Labels of single runs/ }));
  await user.click(fields.getByRole("button", { name: "slot" }));
  await user.type(second, "3{Enter}");
  await user.click(screen.getByRole("button", { name: "Save 2 runs" }));
  expect(await screen.findByText("2 runs saved.")).toBeTruthy();
  expect(sent).toEqual(["?host=jupiter&name=Pasted%20text&run.2.label.slot=3"]);
});

test("a source that is not understood says so and does not stop the other", {
  tags: ["nightly"],
}, async () => {
  readsAll(preview(figures("read")));
  answer("post", "/import", {
    runs: [{ id: "1", url: "", status: "duplicate", verdict: null }],
    warnings: [],
  });
  const { user } = openApp("/import");
  const input = await screen.findByLabelText("Folder");
  await user.upload(input, [new File(["bad"], "notes.txt"), new File(["good"], "fio.json")]);
  const bad = within(await screen.findByRole("region", { name: "notes.txt" }));
  expect(await bad.findByText("No result of fio in 5 bytes.")).toBeTruthy();
  expect(bad.getByRole("button", { name: "Supported formats" })).toBeTruthy();
  expect(await screen.findByText("1 source not understood.")).toBeTruthy();

  await user.type(screen.getByRole("combobox", { name: "Host" }), "jupiter");
  await user.click(screen.getByRole("button", { name: "Save 1 run" }));
  expect(await screen.findByText("1 run was there already.")).toBeTruthy();
  const good = within(screen.getByRole("region", { name: "fio.json" }));
  expect(good.getByText("Already there")).toBeTruthy();
});

test("a refused save shows the service's sentence and can be tried again", {
  tags: ["nightly"],
}, async () => {
  readsAll(preview(figures("read")));
  const detail = "This token may only upload for one host.";
  answer("post", "/import", { ...REFUSAL, error: "WrongHost", detail }, 403);
  const user = await paste("some text");
  await user.type(await screen.findByRole("combobox", { name: "Host" }), "jupiter");
  await user.click(await screen.findByRole("button", { name: "Save 1 run" }));
  expect(await screen.findByText(detail)).toBeTruthy();
  expect(screen.getByText("1 source refused.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Save 1 run" })).toBeTruthy();
});

test("a service that does not answer is said, and asked again on demand", { tags: ["nightly"] }, async () => {
  server.use(http.post("*/api/v1/import/preview", () => HttpResponse.error()));
  const user = await paste("some text");
  expect(await screen.findByText("The service does not respond.")).toBeTruthy();
  readsAll(preview(figures("read")));
  await user.click(screen.getByRole("button", { name: "Try again" }));
  expect(await table()).toBeTruthy();
});

test("too large is said in the service's words", { tags: ["nightly"] }, async () => {
  const detail = "The body announces 99 bytes; the limit is 10.";
  answer("post", "/import/preview", { ...REFUSAL, error: "TooLarge", detail }, 413);
  await paste("some text");
  expect(await screen.findByText(detail)).toBeTruthy();
  await waitFor(() => expect(screen.getByRole("button", { name: "Save" })).toHaveProperty("disabled", true));
});

test("facts of the text are chips: accepted, rejected and sent with the runs", async () => {
  const fact = {
    unit: null,
    where: "line 1",
    line: 1,
    applies_to: [1],
    is_contradicted: false,
  };
  readsAll({
    ...preview(figures("read")),
    found: [
      { ...fact, key: "drive.model", value: "INTEL SSDPEDMD400G4", confidence: "output", accepted_for: [1] },
      { ...fact, key: "slot", value: "3", confidence: "prose", accepted_for: [] },
      { ...fact, key: "host", value: "pve1", confidence: "output", accepted_for: [] },
    ],
  });
  const sent: string[] = [];
  server.use(
    http.post("*/api/v1/import", ({ request }) => {
      sent.push(new URL(request.url).search);
      return HttpResponse.json(
        { runs: [], warnings: [], claims: [], lines: null, found: [] },
        { status: 201 },
      );
    }),
  );
  const user = await paste("some text");
  const chips = within(await screen.findByRole("region", { name: "Found in the text" }));
  const drive = chips.getByRole("button", { name: /Drive INTEL SSDPEDMD400G4/ });
  const slot = chips.getByRole("button", { name: /Slot 3/ });
  expect([drive, slot].map((chip) => chip.getAttribute("aria-pressed"))).toEqual(["true", "false"]);
  await user.click(slot);
  await user.click(drive);
  await user.click(chips.getByRole("button", { name: /Host pve1/ }));
  await user.click(screen.getByRole("button", { name: "Save 1 run" }));
  await waitFor(() => expect(sent).toEqual(["?accept=all&host=pve1&name=Pasted%20text&reject=1"]));
});

test("a file of carried uploads shows its runs, and no text of it", { tags: ["nightly"] }, async () => {
  readsAll({ ...preview(figures("read")), kind: "fioboard_uploads" });
  await paste("PK");
  expect(await screen.findByRole("button", { name: "Save 1 run" })).toBeDefined();
  expect(screen.queryByText("Imported text")).toBeNull();
});
