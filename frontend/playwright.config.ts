import { existsSync } from "node:fs";
import { defineConfig, devices } from "@playwright/test";

/** The system's own Chromium: no browser is downloaded. The one without windows takes a quarter less processor time. */
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"];
const executablePath = names
  .flatMap((name) => (process.env["PATH"] ?? "").split(":").map((folder) => `${folder}/${name}`))
  .find((path) => existsSync(path));
if (executablePath === undefined) throw new Error(`not in PATH: ${names.join(", ")}`);

const args = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"].concat(
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
);

export default defineConfig<object, { data: "none" | "demo" }>({
  testDir: "e2e",
  // A service and its database for each: specs share them and say what they need by the name of their host.
  workers: 2,
  forbidOnly: true,
  // Only a bound: `make test` runs other suites beside the browsers.
  timeout: 120_000,
  // Two shared cores starve a browser now and then. What passes only at the second try is named as flaky in the report.
  retries: 1,
  // A run's page loads its charts on demand; two busy cores take their time.
  expect: { timeout: 20_000 },
  reporter: [["list"]],
  use: {
    ...devices["Desktop Chrome"],
    viewport: { width: 1440, height: 900 },
    timezoneId: "UTC",
    locale: "en-GB",
    // Tests of a worker get one context, emptied between them: it keeps the pages' files, and has compiled them.
    reuseContext: true,
    trace: "on-first-retry",
    // A button that is not there fails at once, not at the end of the test's time.
    actionTimeout: 60_000,
    launchOptions: { executablePath, args },
  },
  // Each project has services of its own. The longest comes first.
  projects: [
    // One worker, so that the demo is loaded once; the other begins with the next project.
    { name: "tasks", testMatch: "tasks.spec.ts", use: { data: "demo" }, workers: 1 },
    // Nothing else is imported there.
    { name: "first", testMatch: "first-run.spec.ts", workers: 1 },
    { name: "e2e", testIgnore: ["tasks.spec.ts", "first-run.spec.ts", "screenshots.spec.ts"] },
    { name: "screenshots", testMatch: "screenshots.spec.ts", use: { data: "demo" } },
  ],
});
