import { availableParallelism } from "node:os";
import { defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config.ts";

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      env: { TZ: "UTC" },
      // Loading everything anew for each file was half the time. No module is replaced; setup.ts tidies the page.
      isolate: false,
      // By itself it leaves one processor free, which of two is half the speed.
      maxWorkers: Math.max(2, availableParallelism() - 1),
      projects: [
        {
          // The whole front end in jsdom: putting that together takes a second and more per file.
          extends: true,
          test: {
            name: "screens",
            testTimeout: 90_000,
            include: ["src/**/*.spec.tsx"],
            environment: "jsdom",
            setupFiles: ["src/test/setup.ts"],
          },
        },
        // Values in, values out, without a page; the few that need one say `@vitest-environment jsdom`.
        {
          extends: true,
          test: { name: "values", unstubGlobals: true, include: ["src/**/*.spec.ts"], environment: "node" },
        },
        { extends: true, test: { name: "rules", include: ["rules/**/*.spec.ts"], environment: "node" } },
      ],
    },
  }),
);
