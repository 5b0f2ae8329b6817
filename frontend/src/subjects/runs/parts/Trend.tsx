import { plural, t } from "@lingui/core/macro";
import { sparkline } from "@/subjects/runs/parts/sparkline";
import { Missing } from "@/ui/Missing";

const WIDTH = 88;
const HEIGHT = 18;

interface TrendProps {
  /** The oldest first. */
  values: readonly number[];
  /** Alike runs that are no point, since their figures are not to be trusted. */
  doubted?: number;
  format: (value: number) => string;
}

/** Alike runs in their order as a small line, the newest as its dot; nothing to draw of one run. */
export function Trend({ values, doubted = 0, format }: TrendProps) {
  const points = values.map((value, place) => ({ run_id: String(place), value }));
  const drawn = sparkline(points, String(points.length - 1), WIDTH, HEIGHT);
  if (drawn === null) return <Missing reason={t`trend needs 2 reliable runs`} />;
  const words = t`${{ values: values.length }} runs, ${{ low: format(drawn.low) }} to ${{ high: format(drawn.high) }}${{ leftOut: doubted > 0 ? t`; ${plural(doubted, { one: "# run", other: "# runs" })} unreliable, left out` : "" }}`;
  return (
    <svg width={WIDTH} height={HEIGHT} role="img" aria-label={words} style={{ verticalAlign: "middle" }}>
      <title>{words}</title>
      <polyline points={drawn.line} fill="none" stroke="var(--ink-3)" strokeWidth={1.25} />
      {drawn.own !== null && <circle cx={drawn.own.x} cy={drawn.own.y} r={2.75} fill="var(--accent)" />}
    </svg>
  );
}
