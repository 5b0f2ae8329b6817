import { ph, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { RatedFigure, Rating } from "@/api/types";
import { type BandwidthUnits, formatBlockSizeProse } from "@/lib/units";
import { RatedOrigin } from "@/subjects/datasheets/parts/RatedOrigin";
import styles from "@/subjects/datasheets/parts/Scorecard.module.css";
import {
  conditionInWords,
  figureInWords,
  formatRated,
  shareInWords,
  toneOf,
  VERDICTS,
} from "@/subjects/datasheets/parts/scorecard-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";

interface ScorecardProps {
  rating: Rating;
  units: BandwidthUnits;
  /** What a reader can do where no card is known, or another one shall stand before it; nothing in a share. */
  adding?: ReactNode;
}

/** The run's figures beside what its drives are rated. A share colours only where nothing keeps the two apart. */
export function Scorecard({ rating, units, adding }: ScorecardProps) {
  if (isWithoutDatasheet(rating)) return null;
  return (
    <Card title={t`Datasheet`} subtitle={t`Measured vs. rated`}>
      {rating.figures.length === 0 ? (
        <div className="grid gap-8">
          <p>{rating.sentence}</p>
          {rating.missing === "no_card" && adding}
        </div>
      ) : (
        <>
          <ul>
            {rating.figures.map((figure, i) => (
              <Row
                // biome-ignore lint/suspicious/noArrayIndexKey: tests in their order, and two may be equal
                key={i}
                figure={figure}
                units={units}
                isSourceBelow={haveSameOrigin(figure, rating.figures[i + 1])}
              />
            ))}
          </ul>
          {adding !== undefined && adding !== false && <div className="above-14">{adding}</div>}
        </>
      )}
    </Card>
  );
}

/** Whether no datasheet could rate the run: it measured nothing, or no drive. */
export function isWithoutDatasheet({ missing }: Rating): boolean {
  return missing === "not_measured" || missing === "no_drive";
}

interface RowProps {
  figure: RatedFigure;
  units: BandwidthUnits;
  /** Whether the row below has the same source: then it is said there. */
  isSourceBelow: boolean;
}

function Row({ figure, units, isSourceBelow }: RowProps) {
  const format = (value: number) => formatRated(figure, value, units);
  const verdict = VERDICTS[figure.verdict];
  return (
    <li className={styles.row}>
      <div className={styles.share} data-tone={toneOf(figure)} title={verdict.share}>
        {shareInWords(figure)}
        {figure.verdict !== "not_comparable" && (
          <span className={styles.bar} aria-hidden="true">
            <span style={{ width: `${Math.min(100, Math.round(figure.share * 100))}%` }} />
          </span>
        )}
      </div>
      <div>
        <div className="flow centred" style={{ gap: "4px 8px" }}>
          <b>{figureInWords(figure, formatBlockSizeProse)}</b>
          <Badge tone={toneOf(figure)}>{verdict.word}</Badge>
        </div>
        <p className={styles.figures}>
          <Trans>
            <b className="ink strong">{ph({ measured: format(figure.measured) })}</b> vs.{" "}
            <b className="ink strong">{ph({ rated: format(figure.rated) })}</b> rated
          </Trans>
          {figure.drive_count > 1 && (
            <small className="faint">
              {" "}
              ({figure.drive_count} × {format(figure.rated_each)}, {figure.rule}
              {figure.is_at_ceiling && t`; limited by the links`})
            </small>
          )}
        </p>
        {figure.differs.length > 0 && (
          <ul className={styles.differs} aria-label={t`Why not comparable`}>
            {figure.differs.map((one) => (
              <li key={one.name}>{conditionInWords(one, formatBlockSizeProse)}</li>
            ))}
          </ul>
        )}
        {!isSourceBelow && (
          <p className={styles.source}>
            <RatedOrigin figure={figure} />
          </p>
        )}
      </div>
    </li>
  );
}

/** Whether two figures were read at the same place of the same datasheet. */
function haveSameOrigin(one: RatedFigure, other: RatedFigure | undefined): boolean {
  const of = ({ card, source, claim, is_stated }: RatedFigure) =>
    JSON.stringify([card?.title ?? null, source, claim, is_stated]);
  return other !== undefined && of(one) === of(other);
}
