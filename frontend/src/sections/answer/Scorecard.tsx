import type { ReactNode } from "react";
import type { RatedFigure, Rating } from "@/api/types";
import { type BandwidthUnits, formatBlockSizeProse, formatRatedShare } from "@/lib/units";
import { RatedOrigin } from "@/sections/answer/RatedOrigin";
import styles from "@/sections/answer/Scorecard.module.css";
import {
  conditionInWords,
  figureInWords,
  formatRated,
  toneOf,
  VERDICTS,
} from "@/sections/answer/scorecard-words";
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
    <Card title="Datasheet" subtitle="Measured vs. rated">
      {rating.figures.length === 0 ? (
        <div className={styles.none}>
          <p>{rating.sentence}</p>
          {rating.missing === "no_card" && adding}
        </div>
      ) : (
        <>
          <ul className={styles.list}>
            {rating.figures.map((figure, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: tests in their order, and two may be equal
              <Row key={i} figure={figure} units={units} />
            ))}
          </ul>
          {adding !== undefined && adding !== false && <div className={styles.adding}>{adding}</div>}
        </>
      )}
    </Card>
  );
}

/** Whether no datasheet could rate the run: it measured nothing, or no drive. */
export function isWithoutDatasheet({ missing }: Rating): boolean {
  return missing === "not_measured" || missing === "no_drive";
}

function Row({ figure, units }: { figure: RatedFigure; units: BandwidthUnits }) {
  const format = (value: number) => formatRated(figure, value, units);
  return (
    <li>
      <div className={styles.head}>
        <b>{figureInWords(figure, formatBlockSizeProse)}</b>
        <Badge tone={toneOf(figure)}>{VERDICTS[figure.verdict].word}</Badge>
      </div>
      <dl className={styles.figures}>
        <div>
          <dt>Measured</dt>
          <dd>{format(figure.measured)}</dd>
        </div>
        <div>
          <dt>Rated</dt>
          <dd>
            {format(figure.rated)}
            {figure.drive_count > 1 && (
              <small>
                {" "}
                {figure.drive_count} × {format(figure.rated_each)}, {figure.rule}
                {figure.is_at_ceiling && "; the links carry no more"}
              </small>
            )}
          </dd>
        </div>
        <div>
          <dt>{VERDICTS[figure.verdict].share}</dt>
          <dd className={styles.share}>{formatRatedShare(figure.share)}</dd>
        </div>
      </dl>
      {figure.differs.length > 0 && (
        <ul className={styles.differs} aria-label="Why not comparable">
          {figure.differs.map((one) => (
            <li key={one.name}>
              <Badge>{conditionInWords(one, formatBlockSizeProse)}</Badge>
            </li>
          ))}
        </ul>
      )}
      <p className={styles.source}>
        <RatedOrigin figure={figure} />
      </p>
    </li>
  );
}
