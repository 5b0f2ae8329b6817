/** Pages in the pseudo language: what is plain on them comes from the service; the browser has all of them every night. */
import { MantineProvider } from "@mantine/core";
import { render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test } from "vitest";
import * as vocabulary from "@/api/vocabulary.gen";
import { SharePage } from "@/subjects/sharing/report/SharePage";
import { batchOf, result, runDetail, runPage, runSummary } from "@/test/api-data";
import { answer, openApp, server, signedIn } from "@/test/app";
import { comparison } from "@/test/compare-data";
import { epycComparison, shared, widthSeries } from "@/test/share-data";
import { theme } from "@/ui/theme";
import { findPlainText, stringsOf } from "./plain-text";

const answered = new Set<string>(stringsOf(vocabulary));

const reading: Promise<void>[] = [];

async function keepAnswer(response: Response) {
  for (const text of stringsOf(await response.json())) answered.add(text);
}

beforeEach(() => {
  signedIn();
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, facets: [] });
  server.events.on("response:mocked", ({ response }) => {
    reading.push(keepAnswer(response.clone()));
  });
});
afterEach(() => server.events.removeAllListeners());

const PAGES: [address: string, answers: () => void][] = [
  ["/login", () => undefined],
  ["/runs", () => answer("get", "/runs", runPage([runSummary()]))],
  [
    "/runs/run-1",
    () => {
      answer(
        "get",
        "/runs/:id",
        runDetail({ results: [result(), result({ position: 1, direction: "write" })] }),
      );
      answer("get", "/runs/:id/moments", { notes: [], readings: [], preflight: null });
      answer("get", "/runs/:id/time-series", { from_ms: 0, to_ms: 0, bucket_ms: 1, series: [] });
    },
  ],
  ["/batches/batch-1", () => answer("get", "/batches/:id", batchOf())],
  ["/compare?base=run%3Da&new=run%3Db", () => answer("get", "/compare", comparison())],
  ["/import", () => answer("get", "/hosts", { items: [] })],
  ["/settings/account", () => answer("get", "/account/sessions", { items: [] })],
  ["/nowhere", () => undefined],
];

/** What is plain on the page once nothing is asked any more. */
async function plainText(): Promise<string[]> {
  expect(await screen.findByRole("heading", { level: 1 })).toBeDefined();
  await waitFor(() => expect(document.querySelector("main [aria-busy=true]")).toBeNull());
  await Promise.all(reading);
  return findPlainText(document.documentElement.outerHTML, answered);
}

test.each(PAGES)(
  "%s has no text but messages and answers",
  { tags: ["nightly"] },
  async (address, prepare) => {
    prepare();
    openApp(address);
    expect(await plainText()).toEqual([]);
    expect(document.body.textContent).toMatch(/[áéíóú]{2}/);
  },
);

test.each([
  ["comparison", epycComparison],
  ["series", widthSeries],
])("a shared %s has none either", { tags: ["nightly"] }, async (_, document) => {
  answer("get", "/shared/:token", shared(document()));
  render(
    <MantineProvider theme={theme} env="test">
      <SharePage token="tok3n" />
    </MantineProvider>,
  );
  expect(await plainText()).toEqual([]);
});

test("a plain text is found, an answer, a unit and a message are not", { tags: ["nightly"] }, () => {
  const page = (text: string) => `<body><p title="Ĥóóšť">${text}</p></body>`;
  expect(findPlainText(page("Compare runs"), [])).toEqual(["Compare runs"]);
  expect(findPlainText(page("Ŕúúñ <b>hard-coded</b> 4 KiB"), [])).toEqual(["hard-coded"]);
  expect(findPlainText('<body><p aria-label="Close"></p></body>', [])).toEqual(["Close"]);
  expect(findPlainText(page("Ŕúúñš óóñ jupiter: 87.2k IOPS"), ["jupiter"])).toEqual([]);
  expect(findPlainText(page("PEX88…itch"), ["PEX88096 PCIe switch"])).toEqual([]);
  expect(findPlainText(page("Clo…now"), ["PEX88096 PCIe switch"])).toEqual(["Clo…now"]);
});
