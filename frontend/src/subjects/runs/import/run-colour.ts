/**
 * The colour by which a run's row and its lines belong together: that of its number in the source. Read and write own
 * the first two colours of the palette on this page, so runs take the others.
 */
const COLOURS = ["var(--s4)", "var(--s5)", "var(--s7)", "var(--s6)", "var(--s3)", "var(--s2)"];

export function runColour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? "var(--s4)";
}
