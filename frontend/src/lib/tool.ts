/** The program that measured, as people name it: "fio-3.41", "SSD-to-GPU reader 1.2". */
export function toolInWords({ name, version }: { name: string; version: string | null }): string {
  if (version === null) return `${name}, version unknown`;
  return version.startsWith(name) ? version : `${name} ${version}`;
}
