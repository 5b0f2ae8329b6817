/** Writes .br and .gz beside every text asset of dist/, so that the service never compresses while it answers. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const dist = fileURLToPath(new URL("../dist/", import.meta.url));

// index.html is templated by the service for every answer; woff2 is compressed already.
for (const name of globSync("**/*.{js,css,svg,json,map}", { cwd: dist })) {
  if (name.startsWith(".vite/")) continue;
  const bytes = readFileSync(dist + name);
  const quality = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  writeFileSync(`${dist}${name}.br`, brotliCompressSync(bytes, { params: quality }));
  writeFileSync(`${dist}${name}.gz`, gzipSync(bytes, { level: 9 }));
}
