import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconChartLine, IconTable } from "@tabler/icons-react";
import { type ReactNode, useContext, useId, useRef, useState } from "react";
import styles from "@/charts/ChartFrame.module.css";
import { DownloadMenu } from "@/charts/DownloadMenu";
import { Swatch } from "@/charts/Swatch";
import type { Series } from "@/charts/series-style";
import type { Twin } from "@/charts/twin";
import { TwinsInPrint } from "@/charts/twins-in-print";

export interface ChartWords {
  /** Says what, not how. */
  title: string;
  subtitle: string;
  /** One sentence that reads the chart, where one can be computed. */
  reading?: string | undefined;
}

/** The drawing within the frame: Recharts' or one of our own. */
const PLOT = t`svg.recharts-surface, svg[data-picture]`;

/** What happened, and when in words. */
export interface MarkedMoment {
  when: string;
  text: string;
}

export interface ChartFrameProps {
  /** For tests and for the name of a downloaded file. */
  name: string;
  words: ChartWords;
  series: readonly Series[];
  /** The legend explains and switches nothing off. */
  isLegendFixed?: boolean;
  twin: Twin;
  /** What is marked along the time of the chart. */
  annotations?: readonly MarkedMoment[];
  /** The plot's height in pixels: the same while loading, empty, failed and drawn. */
  height: number;
  /** The plot, given the keys of the series that are switched off; or a message in its place. */
  children: ((hidden: ReadonlySet<string>) => ReactNode) | { notice: ReactNode };
}

/** What every chart has around its plot: words, legend, table twin, downloads. */
export function ChartFrame({
  name,
  words,
  series,
  isLegendFixed = false,
  twin,
  annotations = [],
  height,
  children,
}: ChartFrameProps) {
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  const [isTable, setIsTable] = useState(false);
  const figure = useRef<HTMLElement>(null);
  const id = useId();
  const hasPlot = typeof children === "function";
  // A notice in place of the plot keeps the room of what comes with it, so that nothing moves when it does.
  const isRoomKept = !hasPlot && series.length > 0;
  const room = isRoomKept ? { style: { visibility: "hidden" as const } } : {};
  const isTwinPrinted = useContext(TwinsInPrint);
  return (
    <figure ref={figure} className={styles.frame} aria-labelledby={id} data-testid={`chart-${name}`}>
      <div className="flex at-top spread gap-12">
        <figcaption>
          <h2 id={id}>{words.title}</h2>
          <p className={styles.subtitle}>{words.subtitle}</p>
        </figcaption>
        {(hasPlot || isRoomKept) && (
          <div className="row gap-4 rigid no-print" {...room}>
            <ViewSwitch isTable={isTable} onChange={setIsTable} />
            <DownloadMenu
              file={name}
              words={words}
              series={series.filter((one) => !hidden.has(one.key))}
              twin={twin}
              plot={() => figure.current?.querySelector<SVGSVGElement>(PLOT) ?? null}
            />
          </div>
        )}
      </div>
      {(hasPlot || isRoomKept) && (
        <div className={styles.legend} {...room}>
          {series.map((one) =>
            isLegendFixed ? (
              <span key={one.key} className={styles.key}>
                <Swatch style={one.style} hasMarker={false} />
                {one.label}
              </span>
            ) : (
              <button
                key={one.key}
                type="button"
                aria-pressed={!hidden.has(one.key)}
                onClick={() => setHidden(hidden.symmetricDifference(new Set([one.key])))}
              >
                <Swatch style={one.style} />
                {one.label}
              </button>
            ),
          )}
        </div>
      )}
      {!hasPlot ? (
        <div className="row middle" style={{ height }}>
          {children.notice}
        </div>
      ) : isTable ? (
        <TwinTable twin={twin} annotations={annotations} height={height} />
      ) : (
        <div className={styles.plot} style={{ height }} data-plot="">
          {children(hidden)}
          <Spoken annotations={annotations} />
        </div>
      )}
      {isTwinPrinted && hasPlot && !isTable && twin.rows.length <= MAX_PRINTED && (
        <div data-twin="" className={styles.printed} aria-hidden="true">
          <TwinBody twin={twin} />
        </div>
      )}
      {words.reading !== undefined && (
        <p className="muted small above-8" style={{ minHeight: 18 }}>
          {words.reading}
        </p>
      )}
    </figure>
  );
}

function ViewSwitch({ isTable, onChange }: { isTable: boolean; onChange: (isTable: boolean) => void }) {
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">
        <Trans>Show as</Trans>
      </legend>
      <button
        type="button"
        aria-pressed={!isTable}
        aria-label={t`Chart`}
        title={t`Chart`}
        onClick={() => onChange(false)}
      >
        <IconChartLine size={15} />
      </button>
      <button
        type="button"
        aria-pressed={isTable}
        aria-label={t`Table`}
        title={t`Table`}
        onClick={() => onChange(true)}
      >
        <IconTable size={15} />
      </button>
    </fieldset>
  );
}

/** The marks of the plot for whoever does not see it. */
function Spoken({ annotations }: { annotations: readonly MarkedMoment[] }) {
  if (annotations.length === 0) return null;
  return (
    <ul className="visually-hidden" aria-label={MARKED}>
      {annotations.map(({ when, text }) => (
        <li key={`${when} ${text}`}>
          {when}: {text}
        </li>
      ))}
    </ul>
  );
}

const MARKED = t`Marked in this chart`;

interface TwinTableProps {
  twin: Twin;
  annotations: readonly MarkedMoment[];
  height: number;
}

function TwinTable({ twin, annotations, height }: TwinTableProps) {
  return (
    <section
      className={styles.table}
      style={{ height }}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={t`${{ caption: twin.caption }}, scrolls`}
    >
      <TwinBody twin={twin} />
      {annotations.length > 0 && (
        <table className={styles.marked}>
          <caption>{MARKED}</caption>
          <thead>
            <tr>
              <th scope="col">
                <Trans>When</Trans>
              </th>
              <th scope="col">
                <Trans>What</Trans>
              </th>
            </tr>
          </thead>
          <tbody>
            {annotations.map(({ when, text }) => (
              <tr key={`${when} ${text}`}>
                <th scope="row">{when}</th>
                <td>{text}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

/** More rows than this are no help on paper; the downloads have them. */
const MAX_PRINTED = 40;

function TwinBody({ twin }: { twin: Twin }) {
  return (
    <table>
      <caption className="visually-hidden">{twin.caption}</caption>
      <thead>
        <tr>
          {twin.columns.map((column) => (
            <th key={column} scope="col">
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {twin.rows.map(([header = "", ...cells]) => (
          <tr key={[header, ...cells].join("|")}>
            <th scope="row">{header}</th>
            {cells.map((cell, i) => (
              <td key={twin.columns[i + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
