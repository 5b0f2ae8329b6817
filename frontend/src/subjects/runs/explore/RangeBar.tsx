import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button, NativeSelect } from "@mantine/core";
import type { NumberRange } from "@/lib/parameter";
import styles from "@/subjects/runs/explore/RangeBar.module.css";

interface RangeBarProps {
  /** Every place of x, rising. */
  places: readonly number[];
  range: NumberRange | null;
  formatX: (x: number) => string;
  onChange: (range: NumberRange | null) => void;
}

/** The part of x that is shown: what dragging over the chart does, by keyboard and by touch. */
export function RangeBar({ places, range, formatX, onChange }: RangeBarProps) {
  const [low, high] = [places[0] ?? 0, places.at(-1) ?? 0];
  const from = places.find((one) => one >= (range?.from ?? low)) ?? low;
  const to = places.findLast((one) => one <= (range?.to ?? high)) ?? high;
  const choose = (first: number, last: number) =>
    onChange(first === low && last === high ? null : { from: first, to: last });
  const choices = (allowed: (one: number) => boolean) =>
    places.filter(allowed).map((one) => ({ value: String(one), label: formatX(one) }));
  return (
    <fieldset className={`${styles.range} no-print`}>
      <legend className="visually-hidden">
        <Trans>Part of the chart</Trans>
      </legend>
      <NativeSelect
        size="xs"
        label={t`From`}
        data={choices((one) => one < to)}
        value={String(from)}
        onChange={(event) => choose(Number(event.currentTarget.value), to)}
      />
      <NativeSelect
        size="xs"
        label={t`to`}
        data={choices((one) => one > from)}
        value={String(to)}
        onChange={(event) => choose(from, Number(event.currentTarget.value))}
      />
      <Button size="xs" variant="default" disabled={range === null} onClick={() => onChange(null)}>
        <Trans>Show all</Trans>
      </Button>
      <span className="hint">
        {range === null
          ? t`Drag over the chart to zoom.`
          : t`${{ from: formatX(from) }} to ${{ to: formatX(to) }} of ${{ low: formatX(low) }} to ${{ high: formatX(high) }}. Esc shows all.`}
      </span>
    </fieldset>
  );
}
