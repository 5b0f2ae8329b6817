import { availableParallelism } from "node:os";
import react from "@vitejs/plugin-react";
import { defineConfig, mergeConfig } from "vitest/config";
import { inlineMessages } from "./i18n/inline.ts";
import { readLanguage } from "./i18n/languages.ts";
import viteConfig from "./vite.config.ts";

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      env: { TZ: "UTC" },
      // A rule reads every file in a second; on a machine with much else to do it once took six.
      testTimeout: 120_000,
      tags: [{ name: "nightly", description: "`make nightly` runs it, `make test` does not." }],
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
            include: ["src/**/*.spec.tsx"],
            environment: "jsdom",
            setupFiles: ["src/test/setup.ts"],
          },
        },
        // Values in, values out, without a page; the few that need one say `@vitest-environment jsdom`.
        {
          extends: true,
          test: {
            name: "values",
            unstubGlobals: true,
            include: ["{src,i18n}/**/*.spec.ts"],
            environment: "node",
          },
        },
        // The same pages in the pseudo language: modules are made anew, therefore few.
        {
          extends: false,
          plugins: [readLanguage("pseudo").then(inlineMessages), react()],
          resolve: { ...viteConfig.resolve },
          test: {
            name: "pseudo",
            testTimeout: 120_000,
            include: ["i18n/**/*.spec.tsx"],
            environment: "jsdom",
            setupFiles: ["src/test/setup.ts"],
          },
        },
        { extends: true, test: { name: "rules", include: ["rules/**/*.spec.ts"], environment: "node" } },
      ],
    },
  }),
);
