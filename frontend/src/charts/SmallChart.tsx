import { plural } from "@lingui/core/macro";
import { type ReactNode, useMemo, useRef } from "react";
import { type FactorModel, type FactorModelInput, factorModel } from "@/charts/factor-model";
import styles from "@/charts/SmallChart.module.css";
import { Swatch } from "@/charts/Swatch";
import { HEIGHT, layOutSmallChart, type SmallTick } from "@/charts/small-chart-model";
import { useWidth } from "@/charts/use-width";

/** A line of more points than these is drawn without them. */
const MAX_POINTS = 60;
/** More lines than these are named in the whole chart. */
const MAX_NAMED = 3;

/** A chart for a card, with the names of its lines; the whole chart has axes, intervals and a table. */
export function SmallChart({ input }: { input: FactorModelInput }) {
  const place = useRef<HTMLDivElement>(null);
  const width = useWidth(place);
  const model = useMemo(() => factorModel(input), [input]);
  const drawn = useMemo(
    () => (width === 0 ? null : layOutSmallChart(model, input.isLogX, width)),
    [model, input.isLogX, width],
  );
  const named = model.series.length > 1 ? model.series.slice(0, MAX_NAMED) : [];
  const more = named.length === 0 ? 0 : input.lines.length - named.length;
  return (
    <>
      <div ref={place} className={styles.picture} data-testid="small-chart">
        {drawn !== null && (
          <Picture width={width}>
            {drawn.bars.map(({ colour, ...bar }) => (
              <rect key={`${bar.x} ${colour}`} {...bar} rx={1.5} fill={colour} />
            ))}
            {drawn.lines.map(({ colour, dash, path, points }) => (
              <g key={colour}>
                {path !== null && (
                  <polyline
                    points={path}
                    fill="none"
                    stroke={colour}
                    strokeWidth={1.75}
                    strokeDasharray={dash}
                  />
                )}
                {(path === null || points.length <= MAX_POINTS) &&
                  points.map((point) => (
                    <circle key={`${point.x} ${point.y}`} cx={point.x} cy={point.y} r={2.25} fill={colour} />
                  ))}
              </g>
            ))}
          </Picture>
        )}
      </div>
      <XNames model={model} ends={drawn?.ends ?? []} />
      {named.length > 0 && (
        <ul className={styles.legend}>
          {named.map(({ key, label, style }) => (
            <li key={key} title={label}>
              <Swatch style={style} hasMarker={false} />
              <span className="clipped">{label}</span>
            </li>
          ))}
          {more > 0 && <li>{`+ ${plural(more, { one: "# line", other: "# lines" })}`}</li>}
        </ul>
      )}
    </>
  );
}

/** The sentence beside it says what it shows. */
function Picture({ width, children }: { width: number; children: ReactNode }) {
  return (
    <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden="true">
      <line x1={0} x2={width} y1={HEIGHT - 4.5} y2={HEIGHT - 4.5} stroke="var(--line)" />
      {children}
    </svg>
  );
}

/** More categories than these have no room for their names. */
const MAX_CATEGORIES = 5;

/** The names below the picture: of each category, of the outermost two where they are many, else of the end ticks. */
function XNames({ model: { isCategory, xTicks }, ends }: { model: FactorModel; ends: readonly SmallTick[] }) {
  if (!isCategory)
    return (
      <div className={styles.ends} aria-hidden="true">
        {ends.map(({ at, label }) => (
          // Anchored by the same part of itself, so a name at either end stays inside.
          <span key={at} style={{ left: `${100 * at}%`, transform: `translateX(${-100 * at}%)` }}>
            {label}
          </span>
        ))}
      </div>
    );
  const isEach = xTicks.length <= MAX_CATEGORIES;
  const outermost = xTicks.filter((_, i, { length }) => i === 0 || i === length - 1);
  return (
    <div className={isEach ? styles.categories : styles.outermost} aria-hidden="true">
      {(isEach ? xTicks : outermost).map(({ position, label }) => (
        <span key={position}>{label}</span>
      ))}
    </div>
  );
}
