/** The values that have a panel: those of the present filter where it says some, in the order in which people count. Pure. */

export interface PanelValue {
  value: string | number | boolean;
  runs: number;
}

/** More charts than these are not compared with one look. */
export const MAX_PANELS = 6;

const byName = new Intl.Collator("en", { numeric: true });

export function panelValues(values: readonly (PanelValue & { is_chosen: boolean })[]): PanelValue[] {
  const chosen = values.filter(({ is_chosen: isChosen }) => isChosen);
  return (chosen.length > 0 ? chosen : values)
    .filter(({ runs }) => runs > 0)
    .toSorted(({ value: a }, { value: b }) =>
      typeof a === "number" && typeof b === "number" ? a - b : byName.compare(String(a), String(b)),
    )
    .map(({ value, runs }) => ({ value, runs }));
}
