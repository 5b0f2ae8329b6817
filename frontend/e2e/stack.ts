/** What the specs know of the running service. */
import { test as base, expect } from "@playwright/test";

export interface Stack {
  url: string;
  /** Works once; global setup uses it. */
  login_link: string;
  /** An API token of scope admin. */
  token: string;
}

export function stack(): Stack {
  // Written by global setup, which is the only one to do so.
  return JSON.parse(process.env["FIOBOARD_E2E"] ?? "null") as Stack;
}

export interface ImportedRun {
  id: string;
  url: string;
}

/** Sends a tool's output to the service as a person would, by the public API. */
export async function importRun(document: unknown, query: Record<string, string>): Promise<ImportedRun> {
  const { url, token } = stack();
  const answer = await fetch(`${url}/api/v1/import?${new URLSearchParams(query)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(document),
  });
  if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`);
  // The shape is ImportStored of the API; a wrong one fails the spec that uses it.
  const { runs } = (await answer.json()) as { runs: ImportedRun[] };
  const [run] = runs;
  if (run === undefined) throw new Error("the import made no run");
  return run;
}

/** A page that is signed in, asks no other origin, and breaks no rule of its content security policy. */
export const test = base.extend<{ faults: string[] }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  baseURL: async ({}, use) => use(stack().url),
  // biome-ignore lint/correctness/noEmptyPattern: as above
  storageState: async ({}, use) => use(process.env["FIOBOARD_E2E_STATE"]),
  faults: [
    async ({ page, baseURL }, use) => {
      const faults: string[] = [];
      page.on("request", (request) => {
        const address = request.url();
        if (!address.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(address))
          faults.push(`asked ${address}`);
      });
      page.on("console", (message) => {
        // With its place: what the browser itself adds to a page has none.
        if (/Content.Security.Policy/i.test(message.text()))
          faults.push(
            `${page.url()}: ${message.text()} (${message.location().url}:${message.location().lineNumber})`,
          );
      });
      page.on("pageerror", (error) => faults.push(error.message));
      await use(faults);
      expect(faults).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
