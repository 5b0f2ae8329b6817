/** What the specs know of the running service: each worker has one, which its specs share. */
import { test as base, expect } from "@playwright/test";
import { READY_MS, type Session, type Stack, signIn, start } from "./start-stack.ts";

let running: Stack | undefined;

/** Returns the service of this worker. */
export function stack(): Stack {
  if (running === undefined) throw new Error("no service runs: this spec does not use `test` of stack.ts");
  return running;
}

export interface ImportedRun {
  id: string;
  url: string;
}

/** Sends a tool's output, a text or a JSON document, to the service as a person would, by the public API. */
export async function importRun(document: unknown, query: Record<string, string>): Promise<ImportedRun> {
  const { url, token } = stack();
  const [type, body] =
    typeof document === "string" ? ["text/plain", document] : ["application/json", JSON.stringify(document)];
  const answer = await fetch(`${url}/api/v1/import?${new URLSearchParams(query)}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": type },
    body,
  });
  if (!answer.ok) throw new Error(`import: ${answer.status} ${await answer.text()}`);
  // The shape is ImportStored of the API; a wrong one fails the spec that uses it.
  const { runs } = (await answer.json()) as { runs: ImportedRun[] };
  const [run] = runs;
  if (run === undefined) throw new Error("the import made no run");
  return run;
}

interface WorkerFixtures {
  /** What the service holds at first: another worker, and so another service, for each choice of a project. */
  data: "none" | "demo";
  session: Session;
}

/** A page that is signed in, asks no other origin, and breaks no rule of its content security policy. */
export const test = base.extend<{ faults: string[] }, WorkerFixtures>({
  data: ["none", { scope: "worker", option: true }],
  session: [
    async ({ browser, data }, use) => {
      const { stack: started, stop } = await start(data === "demo" ? ["--demo"] : []);
      running = started;
      await use(await signIn(browser, started));
      await stop();
    },
    { scope: "worker", auto: true, timeout: READY_MS },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of fixtures from this pattern
  baseURL: async ({}, use) => use(stack().url),
  storageState: async ({ session }, use) => use(session),
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
