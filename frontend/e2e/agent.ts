/** The agent as a person runs it: this checkout's, real fio below it, the running service above it. */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { stack } from "./stack.ts";

export const AGENT = fileURLToPath(new URL("../../agent/dist/agent.pyz", import.meta.url));

export interface Bench {
  folder: string;
  /** Where fio's files and logs go. */
  bench: string;
  /** Programs in it stand in for those of this machine; made by who needs it. */
  programs: string;
  /** Of an agent whose state lies there. */
  environment: () => NodeJS.ProcessEnv;
  /** Runs the agent there and gives what it printed. */
  run: (...args: string[]) => Promise<string>;
  remove: () => void;
}

/** A folder of its own for one spec, with a token for the service. */
export function benchOf(spec: string): Bench {
  const folder = mkdtempSync(join(tmpdir(), `fioboard-${spec}-e2e-`));
  const bench = join(folder, "bench");
  const programs = join(folder, "programs");
  const token = join(folder, "token");
  mkdirSync(bench);
  const environment = () => ({
    ...process.env,
    PATH: `${programs}:${process.env["PATH"]}`,
    FIOBOARD_AGENT_STATE: join(folder, "state"),
    FIOBOARD_AGENT_CONFIG: join(folder, "config.json"),
    FIOBOARD_AGENT_LOCK: join(folder, "lock"),
  });
  const run = async (...args: string[]) => {
    const { url, token: secret } = stack();
    writeFileSync(token, secret, { mode: 0o600 });
    const sent = ["--server", url, "--token-file", token, "--keep-free", "1m"];
    // What is named by place (a job file) stands behind the options.
    const at = args.findIndex((arg) => arg.endsWith(".fio"));
    const whole = at === -1 ? [...args, ...sent] : args.toSpliced(at, 0, ...sent);
    const { stdout } = await promisify(execFile)("python3", [AGENT, ...whole], {
      cwd: bench,
      env: environment(),
    });
    return stdout;
  };
  return {
    folder,
    bench,
    programs,
    environment,
    run,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** "9.51k" is 9510. */
export function numberIn(text: string): number {
  const [, figure = "", prefix = ""] = /^([\d.]+)([kM]?)/.exec(text) ?? [];
  return Number(figure) * ({ "": 1, k: 1e3, M: 1e6 }[prefix] ?? Number.NaN);
}

/** The loop device of a file. The agent's tests beside these keep the numbers of theirs by the same lock. */
export function attachLoopDevice(file: string): string {
  const lock = join(tmpdir(), "fioboard-loop-devices.lock");
  return execFileSync("flock", [lock, "losetup", "--find", "--show", file], { encoding: "utf8" }).trim();
}
