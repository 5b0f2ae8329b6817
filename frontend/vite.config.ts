import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

const servicePort = process.env["FIOBOARD_PORT"] ?? "8000";
const service = `http://127.0.0.1:${servicePort}`;

/** In development nobody templates index.html, so the dev server fills in what the service would. */
function placeholders(): Plugin {
  return {
    name: "fioboard-placeholders",
    apply: "serve",
    transformIndexHtml: (html) =>
      html.replaceAll("__FIOBOARD_BASE__", "/").replaceAll("__FIOBOARD_NONCE__", ""),
  };
}

/** What the bundler tells of a module. */
interface Modules {
  getModuleInfo: (
    id: string,
  ) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null;
}

const [APP, SHARE] = ["main.tsx", "share/main.tsx"].map(
  (name) => new URL(`./src/${name}`, import.meta.url).pathname,
);

/**
 * What a page needs before its first word comes in few files: a dozen small ones cost a reader more than their bytes.
 * Nothing that only the app has may come with the page of a share link, not even later.
 */
function firstFile(id: string, modules: Modules): string | null {
  if (id === APP || !needs(APP, false, modules).has(id)) return null;
  if (needs(SHARE, false, modules).has(id)) return "shared";
  return needs(SHARE, true, modules).has(id) ? null : "app";
}

const found = new Map<string, Set<string>>();

/** A module and all that it imports, at once or later too. */
function needs(entry = "", isLaterToo: boolean, modules: Modules): Set<string> {
  const key = `${entry} ${isLaterToo}`;
  const before = found.get(key);
  if (before !== undefined) return before;
  const ids = new Set([entry]);
  // A set is walked to its end, with what was added on the way.
  for (const id of ids) {
    const module = modules.getModuleInfo(id);
    for (const next of module?.importedIds ?? []) ids.add(next);
    if (isLaterToo) for (const next of module?.dynamicallyImportedIds ?? []) ids.add(next);
  }
  found.set(key, ids);
  return ids;
}

export default defineConfig({
  // Relative: the built pages work under any path prefix, which the service writes into <base href>.
  base: "./",
  plugins: [react(), placeholders()],
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  build: {
    target: "es2023",
    // 0: no font or picture becomes a data: URL, which font-src 'self' would block.
    assetsInlineLimit: 0,
    // The budget is kept by scripts/check-size.ts, on compressed bytes.
    chunkSizeWarningLimit: 700,
    manifest: true,
    // The page of a share link is a page of its own, with nothing of the signed-in one in it but what both need.
    rollupOptions: {
      input: ["index.html", "share.html"],
      output: {
        // What a module imports is named by itself.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ tags: ["$initial"], name: firstFile }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(["/api", "/agent.pyz", "/install.sh"].map((path) => [path, service])),
  },
});
