/** The list with one item moved by some places; beyond an end it stays. */
export function moved<T>(items: readonly T[], index: number, by: number): T[] {
  const target = index + by;
  const item = items[index];
  if (item === undefined || target < 0 || target >= items.length) return [...items];
  return items.toSpliced(index, 1).toSpliced(target, 0, item);
}
