import { t } from "@lingui/core/macro";

/** What a share calls a tool that its list of shown names does not have (redaction/jobs.py). */
const NOT_NAMED = t`another tool`;

/** The program that measured, as people name it: "fio-3.41", "SSD-to-GPU reader 1.2", "nvmecontrol, version unknown". */
export function toolInWords({ name, version }: { name: string; version: string | null }): string {
  if (name === NOT_NAMED) return t`unnamed tool`;
  if (version === null) return t`${name}, version unknown`;
  if (version.startsWith(name)) return version;
  return /^v?\d/.test(version) ? `${name} ${version}` : `${name}, ${version}`;
}
