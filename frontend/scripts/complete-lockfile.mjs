// Completes package-lock.json with the optional packages of other platforms.
//
// npm (11.16 and newer) leaves out of its lock file every optional package whose manifest the registry at hand does
// not serve, and `npm ci` then refuses that very file (npm/cli issue 9846). Their names say which platform they are
// for, and their parents pin the version, so the entries can be written without asking any registry.
// Run after `npm install`: node scripts/complete-lockfile.mjs
import { readFileSync, writeFileSync } from "node:fs";

const OS = ["android", "darwin", "freebsd", "linux", "openbsd", "netbsd", "openharmony", "win32", "sunos", "aix"];
const CPU = ["arm64", "arm", "x64", "ia32", "ppc64", "riscv64", "s390x", "loong64", "mips64el", "wasm32"];
const LIBC = { gnu: "glibc", gnueabihf: "glibc", musl: "musl", musleabihf: "musl" };

const file = new URL("../package-lock.json", import.meta.url);
const lock = JSON.parse(readFileSync(file, "utf8"));
const added = [];

for (const parent of Object.values({ ...lock.packages })) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key]?.version) continue;
    const words = name.split("/").pop().split("-");
    const os = words.find((word) => OS.includes(word));
    const cpu = words.find((word) => CPU.includes(word));
    if (!os || !cpu || !/^\d/.test(version)) throw new Error(`cannot tell the platform of ${name}@${version}`);
    const libc = words.map((word) => LIBC[word]).find(Boolean);
    lock.packages[key] = {
      version,
      cpu: [cpu],
      ...(parent.dev ? { dev: true } : {}),
      ...(libc && os === "linux" ? { libc: [libc] } : {}),
      optional: true,
      os: [os],
    };
    added.push(name);
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added.length} packages of other platforms added`);
