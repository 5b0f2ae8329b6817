import { defineConfig, mergeConfig } from "vitest/config";
import viteConfig from "./vite.config.ts";

export default mergeConfig(
  viteConfig,
  defineConfig({
    test: {
      env: { TZ: "UTC" },
      projects: [
        {
          extends: true,
          test: {
            name: "unit",
            testTimeout: 30_000,
            include: ["src/**/*.spec.{ts,tsx}"],
            environment: "jsdom",
            setupFiles: ["src/test/setup.ts"],
          },
        },
        { extends: true, test: { name: "rules", include: ["rules/**/*.spec.ts"], environment: "node" } },
      ],
    },
  }),
);
