import { fireEvent, screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { beforeEach, expect, test } from "vitest";
import { errorBody, latency, result, runDetail } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";

beforeEach(signedIn);

function openRun(run: ReturnType<typeof runDetail>, tab = "") {
  answer("get", "/runs/:id", run);
  answer("get", "/factors", { items: [] });
  answer("get", "/runs/:id/time-series", { from_ms: 0, to_ms: 0, bucket_ms: 1, series: [] });
  answer("get", "/runs/:id/moments", { notes: [], readings: [], preflight: null });
  return openApp(`/runs/run-1${tab}`);
}

/** The text of each cell of a strip of figures. */
const figures = async (name: string) =>
  within(await screen.findByRole("region", { name }))
    .getAllByRole("definition")
    .map((cell) => cell.textContent?.replaceAll("\u00a0", " "));

test("a run without a title is called by its workload, drive and host", async () => {
  openRun(runDetail());
  const heading = await screen.findByRole("heading", { level: 1 });
  expect(heading.textContent?.replaceAll("\u00a0", " ")).toBe("Random read 4 KiB, QD 32 · md0 · jupiter");
});

test("the arguments are shown as a shell reads them", async () => {
  openRun(runDetail(), "#configuration");
  expect(await screen.findByText("'--name=a b'")).toBeDefined();
});

test("the job is run again on its host where its owner allows that, and on any machine by one line", async () => {
  answer("get", "/runs/:id/neighbours", {
    ...{ previous: null, next: null, command: null, command_program: null, command_remark: null },
    ...{ job_file: null, confirmations: [], repeats: [], spread: null },
  });
  const offers = { may_repeat: true, targets: [{ name: "/srv/bench" }] };
  answer("get", "/hosts/:id/offers", { offers });
  let asked: unknown;
  server.use(
    http.post("*/api/v1/requests", async ({ request }) => {
      asked = await request.json();
      return HttpResponse.json({ id: "q1" });
    }),
  );
  const { unmount } = openRun(runDetail(), "#configuration");
  await screen.findByText(/fioboard-agent run .*http.*\/runs\/run-1 .*PATH$/);
  fireEvent.click(await screen.findByRole("button", { name: "Run again" }));
  await expect.poll(() => asked).toMatchObject({ kind: "repeat", run_id: "run-1", target: "/srv/bench" });
  unmount();
  answer("get", "/hosts/:id/offers", { offers: { ...offers, may_repeat: false } });
  openRun(runDetail(), "#configuration");
  await screen.findByText("--like");
  expect(screen.queryByRole("button", { name: "Run again" })).toBeNull();
});

test("read stands before write although fio wrote them the other way round", async () => {
  openRun(
    runDetail({
      results: [
        result({ position: 0, direction: "write", iops: 222 }),
        result({ position: 1, direction: "read", iops: 111 }),
      ],
    }),
  );
  const strips = await screen.findAllByRole("region", { name: /^job, (read|write)$/ });
  expect(strips.map((strip) => strip.getAttribute("aria-label"))).toEqual(["job, read", "job, write"]);
  expect((await figures("job, read"))[0]).toBe("111");
  expect((await figures("job, write"))[0]).toBe("222");
});

test("unknown figures are a dash with a reason, never 0", async () => {
  openRun(
    runDetail({
      results: [
        result({
          iops: null,
          bw_bytes_per_s: null,
          total_ios: null,
          io_bytes: null,
          runtime_ms: null,
          usr_cpu_pct: null,
          clat_ns: latency({ n: null, percentiles: null, percentiles_reason: "switched off in the job" }),
        }),
      ],
    }),
  );
  const cells = await figures("job, read");
  expect(cells[0]).toBe("–the output has no IOPS");
  expect(cells[2]).toBe("–the output has no bandwidth");
  expect(cells[6]).toBe("–switched off in the job");
  expect(cells.filter((cell) => cell?.startsWith("0"))).toEqual([]);
});

test("a percentile in fio's last bucket is shown as a lower bound", async () => {
  const saturated = latency({ percentiles: { "50": 1000, "99": 17_112_760_320 }, saturated: ["99"] });
  openRun(runDetail({ results: [result({ clat_ns: saturated })] }));
  expect((await figures("job, read"))[6]).toBe("≥ 17.1 s");
});

test("a percentile that too few I/Os lie beyond is not shown, as in the chart below", async () => {
  openRun(runDetail({ results: [result({ clat_ns: latency({ n: 500 }) })] }));
  const cells = await figures("job, read");
  expect(cells[6]).toBe("–p99 needs 1,000 I/Os; n = 500");
  expect(cells[7]).toBe("needs 1,000 I/Os; n = 500");
  expect(cells[8]).toBe("–p99.9 needs 10,000 I/Os; n = 500");
});

test("what was printed rounded is marked as such, with the bounds of the truth", async () => {
  const { user } = openRun(
    runDetail({
      results: [
        result({
          iops: 35_500,
          iops_bounds: [35_450, 35_550],
          clat_ns: latency({ percentiles: { "50": 9_000_000 }, percentile_resolution_ns: 1_000_000 }),
        }),
      ],
    }),
  );
  const cells = await figures("job, read");
  expect(cells[0]).toBe("≈ 35.5k, rounded: at least 35,450 IOPS, below 35,550 IOPS");
  expect(cells[2]).not.toContain("≈");
  expect(cells[4]).toBe("9 ms");
  await user.click(screen.getByRole("link", { name: "Results" }));
  const table = await screen.findByRole("table", { name: "Results per job and direction" });
  expect(within(table).getByTitle("rounded to ms").textContent).toBe("9\u00a0ms");
});

test("settings that no option says name where they come from", async () => {
  openRun(
    runDetail({ results: [result({ settings_source: { iodepth: "latency_depth", direct: "default" } })] }),
    "#results",
  );
  const table = await screen.findByRole("table", { name: "Results per job and direction" });
  expect(within(table).getByText("iodepth as fio reports its depth · direct fio's default")).toBeDefined();
});

test("merged sections carry no workload but say what they are", async () => {
  openRun(
    runDetail({ results: [result({ is_merged_sections: true, rw: null, bs_bytes: null, iodepth: null })] }),
  );
  const strip = await screen.findByRole("region", { name: "job, read" });
  expect(within(strip).getByTitle(/merged several job sections/).textContent).toBe("merged sections");
  expect(within(strip).queryByText(/unknown workload/i)).toBeNull();
});

test("run without percentiles shows no percentile curve but says why", async () => {
  openRun(runDetail({ results: [result({ clat_ns: null })] }), "#latency");
  const text = "The output has no completion latency percentiles.";
  expect(await screen.findByText(text)).toBeDefined();
});

test("the distribution is drawn only where the file has bins", async () => {
  openRun(runDetail(), "#latency");
  await screen.findByTestId("chart-latency-percentiles");
  expect(screen.queryByTestId("chart-latency-cdf")).toBeNull();
});

test("a distribution that cannot be loaded says so in its frame", { tags: ["nightly"] }, async () => {
  answer("get", "/results/:id/cdf", errorBody("Gone", "The bins are gone."), 404);
  openRun(runDetail({ results: [result({ clat_ns: latency({ has_histogram: true }) })] }), "#latency");
  const frame = await screen.findByTestId("chart-latency-cdf");
  expect(await within(frame).findByText("The bins are gone.")).toBeDefined();
});

test("how a run ended stands above its figures, what is odd about its output among the checks", async () => {
  openRun(
    runDetail({
      outcome: "interrupted",
      started_at: null,
      started_at_reason: "the host's clock was in 1970",
      problems: [
        { where: "/jobs/0/read", error: "NotFinite", detail: "iops is NaN.", remark_class: "missing" },
      ],
      results: [result({ error: 5 })],
    }),
  );
  const textsIn = async (name: string) =>
    within(await screen.findByRole("region", { name }))
      .getAllByRole("listitem")
      .map((finding) => finding.textContent);
  expect(await textsIn("Findings")).toEqual([
    "Warning: The run was interrupted. Results cover the time until then.",
    "Problem: job, read: fio reports error 5. Operations failed during this job.",
  ]);
  expect(await textsIn("Checks")).toEqual([
    "Warning: Not finite. iops is NaN./jobs/0/read",
    "Note: The start time is unknown. the host's clock was in 1970",
  ]);
});

test("an output that is not understood shows why and keeps its files, without figures", async () => {
  openRun(runDetail({ state: "not_understood", state_reason: "fio 1.2 text output.", results: [] }));
  expect(await screen.findByText("The output could not be parsed yet.")).toBeDefined();
  expect(screen.getByText(/fio 1\.2 text output\./)).toBeDefined();
  const file = await screen.findByRole("link", { name: "fio.json" });
  expect(file.getAttribute("href")).toBe("api/v1/runs/run-1/raw?name=fio.json");
  expect(screen.queryByTestId("chart-latency-percentiles")).toBeNull();
});

test("clones of a job are folded until asked for", async () => {
  const clone = (position: number, iops: number) => ({
    position,
    iops,
    bw_bytes_per_s: null,
    io_bytes: null,
    runtime_ms: null,
    clat_ns: null,
  });
  const { user } = openRun(
    runDetail({ job_results: { "result-0": [clone(0, 111), clone(1, 112)] } }),
    "#results",
  );
  const table = await screen.findByRole("table", { name: "Results per job and direction" });
  expect(within(table).queryByText("112")).toBeNull();
  await user.click(within(table).getByRole("button", { name: "Show 2 clones of job, read" }));
  expect(within(table).getByText("111")).toBeDefined();
  expect(within(table).getByText("112")).toBeDefined();
});

test("the results that did not come with the run are counted, and come when they are asked for", async () => {
  const [first] = runDetail().results;
  if (first === undefined) throw new Error("a run of test data has a result");
  const { user } = openRun(runDetail({ results_total: 10_000, results_next_cursor: "behind-1" }), "#results");
  answer("get", "/runs/:id/results", {
    results: [{ ...first, id: "result-1", job_name: "the second", position: 1 }],
    job_options: [{}],
    results_total: 10_000,
    next_cursor: "behind-2",
  });
  expect(await screen.findByText("1 of 10,000 results", { exact: false })).toBeDefined();
  expect(screen.getByText("9,996 more results in", { exact: false })).toBeDefined();
  expect(screen.queryByText("the second")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Show more results" }));
  const table = await screen.findByRole("table", { name: "Results per job and direction" });
  expect(await within(table).findByText("the second")).toBeDefined();
  expect(screen.getByText("2 of 10,000 results", { exact: false })).toBeDefined();
});

test("the inventory says what is unknown and why", async () => {
  openRun(
    runDetail({
      inventory: {
        schema: 1,
        sources: { dmi: { status: "denied", detail: "needs root" }, cpu: { status: "ok", detail: null } },
        cpu: { model: "AMD EPYC 9554", sockets: 2 },
        memory: { total_bytes: 68_719_476_736 },
        disks: {
          nvme0n1: { model: "PM9A3", size_bytes: 1_920_383_410_176, rotational: false, transport: "nvme" },
        },
      },
    }),
    "#inventory",
  );
  const system = await screen.findByRole("region", { name: "System" });
  expect(within(system).getAllByRole("definition")[0]?.textContent).toBe(
    "Vendor, Product, Board, BIOS, BIOS date, Chassis, BMC (no permission: needs root)",
  );
  expect(screen.getByText("AMD EPYC 9554")).toBeDefined();
  expect(screen.getByText("64.0 GiB")).toBeDefined();
  expect(screen.getByText("1.92 TB")).toBeDefined();
  expect(screen.getByText("Not read: dmi (denied: needs root).")).toBeDefined();
});

test("a run that does not exist is not an error of the service", async () => {
  answer("get", "/runs/:id", errorBody("RunNotFound", "There is no such run."), 404);
  openApp("/runs/gone");
  expect(await screen.findByRole("heading", { level: 1, name: "Not found" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Go to Runs" })).toBeDefined();
});

test("without samples, what was read before and after stands in their place", async () => {
  const note = "no samples on FreeBSD: health and errors before and after the run only";
  const reading = { subject: "disk:nvd0", unit: null, source: "nvmecontrol", reason: null };
  openRun(runDetail(), "#time");
  answer("get", "/runs/:id/moments", {
    notes: [note],
    preflight: null,
    readings: [
      { ...reading, title: "Temperature", unit: "°C", before: 52, after: 39 },
      { ...reading, title: "Media errors", before: 0, after: 0 },
      { ...reading, title: "Endurance used", unit: "%", before: 3, after: null, reason: "not asked again" },
    ],
  });
  const table = await screen.findByRole("table", { name: "Readings before and after the run" });
  const rows = within(table)
    .getAllByRole("row")
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole("cell")
        .map((cell) => cell.textContent?.replaceAll("\u00a0", " ")),
    );
  expect(rows).toEqual([
    ["Temperature", "52 °C", "39 °C", "−13 °C", "nvmecontrol"],
    ["Media errors", "0", "0", "0", "nvmecontrol"],
    ["Endurance used", "3 %", "–not asked again", "–it takes both sides", "nvmecontrol"],
  ]);
  expect(screen.getByText(note)).toBeDefined();
});

test("what was checked before the run is part of the checks", async () => {
  openRun(runDetail());
  answer("get", "/runs/:id/moments", {
    notes: [],
    readings: [],
    preflight: [
      { id: "swap", status: "ok", text: "The host is not swapping.", reason: null },
      { id: "other_io", status: "warning", text: "Background I/O on the drives: vda.", reason: null },
    ],
  });
  const card = within(await screen.findByRole("region", { name: "Checks" }));
  expect(card.getByText("Before the run: Background I/O on the drives: vda.")).toBeDefined();
  expect(card.getByText("Before the run: 1 warning, 1 passed")).toBeDefined();
});

const tabs = async () =>
  within(await screen.findByRole("navigation", { name: "Parts of this run" })).getAllByRole("link");

test("each part of the run is a tab with an anchor of the page's own address", async () => {
  openRun(runDetail({ inventory_id: "inventory-1" }), "?units=binary#files");
  const links = await tabs();
  expect(links.map((link) => link.textContent)).toEqual([
    ...[
      "Limits and checks",
      "Over time",
      "Latency",
      "Results",
      "Requirements",
      "Datasheet",
      "Path",
      "Hardware",
      "Job",
    ],
    ...["Files", "History"],
  ]);
  expect(links[2]?.getAttribute("href")).toBe("/runs/run-1?units=binary#latency");
  expect(links.filter((link) => link.hasAttribute("aria-current")).map((link) => link.textContent)).toEqual([
    "Files",
  ]);
  expect(await screen.findByRole("table", { name: "Original files" })).toBeDefined();
});

test("an output that is not understood has no tabs of figures, and opens at its files", async () => {
  openRun(runDetail({ state: "not_understood", state_reason: "fio 1.2 text output.", results: [] }));
  expect((await tabs()).map((link) => link.textContent)).toEqual([
    ...["Limits and checks", "Hardware", "Job", "Files", "History"],
  ]);
  expect(await screen.findByRole("table", { name: "Original files" })).toBeDefined();
});

test("a digit opens the tab of that place; a window opens the charts it was chosen in", async () => {
  const { user } = openRun(runDetail(), "?from=0&to=1000");
  answer("get", "/runs/:id/time-series", errorBody("Away", "Not now."), 503);
  answer("get", "/runs/:id/window", errorBody("Away", "Not now."), 503);
  const open = async () => (await tabs()).find((link) => link.hasAttribute("aria-current"))?.textContent;
  expect(await open()).toBe("Over time");
  await user.keyboard("3");
  await screen.findByTestId("chart-latency-percentiles");
  expect(await open()).toBe("Latency");
  expect(screen.getByText("These cover the whole run, not the window.")).toBeDefined();
});
