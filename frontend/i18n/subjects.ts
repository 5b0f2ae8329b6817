/** The catalogues: one for each folder of src/subjects, and those of what all subjects share. */
import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../src/subjects", import.meta.url));

/** Folders in src whose messages a catalogue holds. */
export const SUBJECTS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(readdirSync(folder).map((name) => [name, [`subjects/${name}`]])),
  charts: ["charts"],
  shell: ["app", "ui"],
  words: ["api", "lib"],
};
