/** The table that says the same as a chart, and its CSV: one source for both. */
import { csvCell } from "@/lib/csv-cell";

export interface Twin {
  caption: string;
  columns: readonly string[];
  /** As shown: formatted, the first cell names the row. */
  rows: readonly (readonly string[])[];
  csv: {
    /** Base units, each named in its heading. */
    header: readonly string[];
    rows: readonly (readonly (string | number | null)[])[];
  };
}

/** RFC 4180. A text that a spreadsheet would run as a formula gets an apostrophe; numbers stay numbers. */
export function toCsv({ csv }: Twin): string {
  return [csv.header, ...csv.rows].map((row) => `${row.map(csvCell).join(",")}\r\n`).join("");
}
