import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { RatedFigure } from "@/api/types";
import { type BandwidthUnits, formatBlockSizeProse, formatCount } from "@/lib/units";
import { RatedOrigin } from "@/subjects/datasheets/parts/RatedOrigin";
import styles from "@/subjects/datasheets/parts/RatedTable.module.css";
import {
  conditionInWords,
  figureInWords,
  formatRated,
  shareInWords,
  spanInWords,
  toneOf,
  VERDICTS,
  whyNotInWords,
} from "@/subjects/datasheets/parts/scorecard-words";
import { Badge } from "@/ui/Badge";
import { NumberCell, Table } from "@/ui/Table";

export interface RatedRow {
  key: string;
  figure: RatedFigure;
  /** Below the name of the figure: of which test or drive it is. */
  about?: ReactNode;
  /** Whose figure it is, where a table has several. */
  of?: ReactNode;
  /** How many runs the figure stands for; left out, with its column, where each is of one. */
  runs?: number;
  /** Lowest and highest share of these runs, where the figure is of the one in the middle. */
  range?: readonly [low: number, high: number];
  /** Leads to the run of the figure. */
  link?: (text: string) => ReactNode;
}

interface RatedTableProps {
  caption: string;
  /** Heading of the column that says whose figure it is; without one there is none. */
  of?: string;
  rows: readonly RatedRow[];
  units: BandwidthUnits;
}

/** Figures beside their ratings, a line each. A share colours only where nothing keeps the two apart. */
export function RatedTable({ caption, of, rows, units }: RatedTableProps) {
  const hasRuns = rows.some(({ runs }) => runs !== undefined);
  const columns = [
    { name: t`Metric` },
    ...(of === undefined ? [] : [{ name: of }]),
    { name: t`Of rating`, isNumeric: true },
    { name: t`Verdict` },
    ...(hasRuns ? [{ name: t`Runs`, isNumeric: true }] : []),
    { name: t`Measured`, isNumeric: true },
    { name: t`Rating`, isNumeric: true },
    { name: t`Why not comparable`, least: 240 },
    { name: t`Source` },
  ];
  return (
    <div className={styles.frame}>
      <Table caption={caption} columns={columns} isDense>
        {rows.map((row) => (
          <Row key={row.key} row={row} hasOf={of !== undefined} hasRuns={hasRuns} units={units} />
        ))}
      </Table>
    </div>
  );
}

interface RowProps {
  row: RatedRow;
  hasOf: boolean;
  hasRuns: boolean;
  units: BandwidthUnits;
}

function Row({ row, hasOf, hasRuns, units }: RowProps) {
  const { figure, about, of, runs, range, link } = row;
  const measured = formatRated(figure, figure.measured, units);
  const span = range === undefined ? null : spanInWords(figure, runs ?? 1, range);
  return (
    <tr>
      <th scope="row" className={styles.test}>
        {figureInWords(figure, formatBlockSizeProse)}
        {about !== undefined && <div className="faint tiny regular">{about}</div>}
      </th>
      {hasOf && <td className={styles.of}>{of}</td>}
      <NumberCell title={VERDICTS[figure.verdict].share}>
        {shareInWords(figure)}
        {span !== null && <div className="faint tiny regular">{span}</div>}
      </NumberCell>
      <td>
        <Badge tone={toneOf(figure)} title={VERDICTS[figure.verdict].meaning}>
          {VERDICTS[figure.verdict].word}
        </Badge>
      </td>
      {hasRuns && <NumberCell>{formatCount(runs)}</NumberCell>}
      <NumberCell>{link === undefined ? measured : link(measured)}</NumberCell>
      <NumberCell>
        {formatRated(figure, figure.rated, units)}
        {figure.drive_count > 1 && (
          <div className="faint tiny regular">
            {figure.drive_count} × {formatRated(figure, figure.rated_each, units)}, {figure.rule}
            {figure.is_at_ceiling && t`; limited by the links`}
          </div>
        )}
      </NumberCell>
      <td className={styles.words}>
        {figure.differs.length === 0
          ? whyNotInWords(figure.verdict)
          : figure.differs.map((one) => conditionInWords(one, formatBlockSizeProse)).join("; ")}
      </td>
      <td className={styles.words}>
        <RatedOrigin figure={figure} />
      </td>
    </tr>
  );
}
