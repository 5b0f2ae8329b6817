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
    // The page of a share link is a page of its own, with nothing of the signed-in one in it.
    rollupOptions: { input: ["index.html", "share.html"] },
  },
  server: {
    port: 5173,
    proxy: Object.fromEntries(["/api", "/agent.pyz", "/install.sh"].map((path) => [path, service])),
  },
});
