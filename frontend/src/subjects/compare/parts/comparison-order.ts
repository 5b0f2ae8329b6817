/** The order of a comparison's rows. What is unknown stands last, whichever way a column is sorted. Pure. */
import { DIRECTIONS } from "@/api/vocabulary.gen";
import { VERDICT_ORDER } from "@/lib/address";
import { baseOf, type CompareRow } from "@/subjects/compare/parts/comparison-rows";

export interface RowOrder {
  key: "workload" | "base" | "effect" | "verdict";
  isDescending: boolean;
}

/** Null: unknown. */
type SortValue = number | null;

/** What rows are sorted by, the first that differs decides; sides by the first new one. Ascending effect: worst first. */
const VALUES: Record<RowOrder["key"], readonly ((row: CompareRow) => SortValue)[]> = {
  workload: [
    ({ direction }) => DIRECTIONS.indexOf(direction),
    ({ options }) => numberOf(options["bs"]),
    ({ options }) => numberOf(options["iodepth"]),
    ({ options }) => numberOf(options["numjobs"]),
  ],
  base: [(row) => baseOf(row)?.median ?? null],
  effect: [({ cells: [cell] }) => effectOf(cell ?? null)],
  verdict: [({ cells: [cell] }) => (cell ? VERDICT_ORDER.indexOf(cell.verdict) : null)],
};

/** Rows whose workload holds every word, and of which some side has this verdict. */
export function rowsWith(
  rows: readonly CompareRow[],
  words: string,
  verdict: (typeof VERDICT_ORDER)[number] | "any",
): CompareRow[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ workload, direction, cells }) => {
    const spoken = `${workload} ${direction}`.toLowerCase().split(" ");
    // A word of the workload, or the value of an option; "4k" is no "64k".
    const isSpoken = wanted.every((word) =>
      spoken.some((one) => one.startsWith(word) || one.slice(one.indexOf("=") + 1).startsWith(word)),
    );
    return isSpoken && (verdict === "any" || cells.some((cell) => cell?.verdict === verdict));
  });
}

/** Sorted copy. Rows that are equal so far stand by the words of their workload. */
export function sortedRows(rows: readonly CompareRow[], { key, isDescending }: RowOrder): CompareRow[] {
  const sign = isDescending ? -1 : 1;
  const keyed = rows.map((row) => ({ row, values: VALUES[key].map((read) => read(row)) }));
  return keyed
    .toSorted((a, b) => {
      for (const [place, value] of a.values.entries()) {
        const order = compareValues(value, b.values[place] ?? null, sign);
        if (order !== 0) return order;
      }
      const byWords = a.row.workload.localeCompare(b.row.workload, "en", { numeric: true });
      return key === "workload" ? sign * byWords : byWords;
    })
    .map(({ row }) => row);
}

function compareValues(a: SortValue, b: SortValue, sign: number): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return sign * (a - b);
}

/** An option's number; of several, as reads and writes may have their own, the first. */
function numberOf(value: unknown): SortValue {
  const first: unknown = Array.isArray(value) ? value[0] : value;
  return typeof first === "number" && Number.isFinite(first) ? first : null;
}

function effectOf(cell: CompareRow["cells"][number]): SortValue {
  if (cell === null || cell.ratio === null) return null;
  return cell.lower_is_better === true ? -cell.ratio : cell.ratio;
}
