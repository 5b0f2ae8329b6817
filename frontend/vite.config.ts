import { createHash } from "node:crypto";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { defineConfig, type HtmlTagDescriptor, type Plugin, type Rollup } from "vite";
import { inlineMessages } from "./i18n/inline.ts";
import { readLanguage } from "./i18n/languages.ts";

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

const [APP, SHARE, CHARTS, SHARE_PAGE] = [
  "src/app/main.tsx",
  "src/subjects/sharing/report/main.tsx",
  "src/subjects/compare/parts/RowCharts.tsx",
  "share.html",
].map((name) => fileURLToPath(new URL(name, import.meta.url)));

/**
 * What a page needs before its first word comes in few files: a dozen small ones cost a reader more than their bytes.
 * Nothing that only the app has may come with the page of a share link, not even later.
 */
function firstFile(id: string, modules: Modules): string | null {
  if (id === APP || id === SHARE) return null;
  const isOfShare = needs(SHARE, false, modules).has(id);
  if (!needs(APP, false, modules).has(id)) return isOfShare ? "report" : null;
  if (isOfShare) return "shared";
  return needs(SHARE, true, modules).has(id) ? null : "app";
}

/** The charts of a shared comparison are fetched with its page, though its words do not wait for them. */
function chartsOfShare(): Plugin {
  return {
    name: "fioboard-charts-of-share",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { path, chunk: page, bundle = {} }) => {
        if (page === undefined || page.facadeModuleId !== SHARE_PAGE) return [];
        const charts = Object.values(bundle).find(
          (one): one is Rollup.OutputChunk => one.type === "chunk" && one.facadeModuleId === CHARTS,
        );
        if (charts === undefined) throw new Error(`${path}: the charts are no chunk of their own any more`);
        const later = chunksOf(charts, bundle).difference(chunksOf(page, bundle));
        return [...later].flatMap(({ fileName, viteMetadata }) => [
          fetchedEarly(fileName, { rel: "modulepreload" }),
          ...[...(viteMetadata?.importedCss ?? [])].map((css) =>
            fetchedEarly(css, { rel: "preload", as: "style" }),
          ),
        ]);
      },
    },
  };
}

/** Both typefaces come with the page, not after its style and its first words, which would then move. */
function fontsWithPage(): Plugin {
  return {
    name: "fioboard-fonts-with-page",
    apply: "build",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => file.endsWith(".woff2"))
          .map((file) => ({
            tag: "link",
            attrs: { rel: "preload", as: "font", type: "font/woff2", crossorigin: true, href: `./${file}` },
            injectTo: "head",
          })),
    },
  };
}

function fetchedEarly(file: string, attrs: Record<string, string>): HtmlTagDescriptor {
  return {
    tag: "link",
    attrs: { ...attrs, crossorigin: true, fetchpriority: "low", href: `./${file}` },
    injectTo: "head",
  };
}

/** A file and all that it imports before it runs. */
function chunksOf(first: Rollup.OutputChunk, bundle: Rollup.OutputBundle): Set<Rollup.OutputChunk> {
  const chunks = new Set([first]);
  // A set is walked to its end, with what was added on the way.
  for (const { imports } of chunks) {
    for (const file of imports) {
      const next = bundle[file];
      if (next?.type === "chunk") chunks.add(next);
    }
  }
  return chunks;
}

/** What these charts have in common with others, in one file for the same reason. */
function chartsFile(id: string, modules: Modules): string | null {
  if (id === CHARTS || !needs(CHARTS, false, modules).has(id)) return null;
  const isFirst = needs(APP, false, modules).has(id) || needs(SHARE, false, modules).has(id);
  return isFirst ? null : "frame";
}

/** A module's class is its name and three letters of its file's hash: script of the first load, as the longer default is. */
function scopedName(name: string, file: string): string {
  const path = relative(import.meta.dirname, file.replace(/\?.*$/, ""));
  return `${name}_${createHash("md5").update(path).digest("base64url").slice(0, 3)}`;
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
  plugins: [
    readLanguage(process.env["FIOBOARD_LANGUAGE"]).then(inlineMessages),
    react(),
    placeholders(),
    chartsOfShare(),
    fontsWithPage(),
  ],
  css: { modules: { generateScopedName: scopedName } },
  resolve: { alias: { "@": fileURLToPath(new URL("./src", import.meta.url)) } },
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
          groups: [{ tags: ["$initial"], name: firstFile }, { name: chartsFile }],
        },
      },
    },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(["/api", "/agent.pyz", "/install.sh"].map((path) => [path, service])),
  },
});
