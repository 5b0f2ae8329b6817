/** Names by which a share's sender shows or hides something, as words: "drive.serial" is "drive serial". */
export function fieldsInWords(fields: readonly string[]): string {
  return fields.map((field) => field.replaceAll(/[._]/g, " ")).join(", ");
}
