/** Drives of one model by host and firmware, each by its share of the rating, all under one test. */
import { t } from "@lingui/core/macro";
import type { BayList } from "@/api/types";
import type { StripMark, StripRow } from "@/charts/strip-model";
import { formatPercent } from "@/lib/units";

/** More rows cannot be read beside each other: those where a drive stands out come first. */
const MAX_ROWS = 12;

export interface RatedRows {
  model: string;
  /** Which one, in fio's words. */
  test: string;
  rows: readonly StripRow[];
  /** Models with shares beside this one, a count. */
  others: number;
}

/** Of the model with most drives beside a rating under one test; null where fewer than two drives of it have one. */
export function ratedRows({ items }: BayList): RatedRows | null {
  const drives = items.flatMap(({ name, bays }) => bays.map((bay) => ({ ...bay, host: name })));
  const rated = drives.flatMap((one) =>
    one.alike_share === null || one.alike_test === null || one.model === null
      ? []
      : [{ ...one, share: one.alike_share, test: one.alike_test, model: one.model }],
  );
  const models = [...Map.groupBy(rated, ({ model }) => model)].sort(
    ([, one], [, other]) => other.length - one.length,
  );
  const [first] = models;
  const [model, of] = first ?? [];
  const test = of?.[0]?.test;
  if (model === undefined || of === undefined || test === undefined || of.length < 2) return null;
  const rows = [
    ...Map.groupBy(of, ({ host, firmware }) => t`${host}, firmware ${{ firmware: firmware ?? t`unknown` }}`),
  ].map(([name, marks]) => ({
    name,
    marks: marks.map(
      (one): StripMark => ({
        key: one.drive_id,
        value: one.share,
        name: one.slot === null ? one.name : t`${{ name: one.name }} in ${{ slot: one.slot }}`,
        apart: apartInWords(one.odd_ratio, one.link, one.is_below),
      }),
    ),
  }));
  const isTelling = ({ marks }: StripRow) => marks.some(({ apart }) => apart !== null);
  const ordered = [...rows.filter(isTelling), ...rows.filter((row) => !isTelling(row))];
  return { model, test, rows: ordered.slice(0, MAX_ROWS), others: models.length - 1 };
}

/** "24 % below the others, link x2 of 4". */
function apartInWords(odd: number | null, link: string | null, isBelow: boolean): string | null {
  const off =
    odd === null
      ? []
      : [
          odd < 1
            ? t`${{ off: formatPercent(Math.round((1 - odd) * 100)) }} below the others`
            : t`${{ off: formatPercent(Math.round((odd - 1) * 100)) }} above the others`,
        ];
  const parts = [...off, ...(isBelow && link !== null ? [t`link ${link}`] : [])];
  return parts.length === 0 ? null : parts.join(", ");
}
