import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { PlacedResult, SetFigure } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import { countSet, formatSetValue, middleOf, whenMeasured } from "@/subjects/reference-sets/parts/set-words";
import { Badge } from "@/ui/Badge";
import styles from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { NumberCell } from "@/ui/Table";

export const SET_COLUMNS = [
  { name: t`Set` },
  { name: t`Middle 50 %`, isNumeric: true },
  { name: t`Lowest to highest`, isNumeric: true },
  { name: t`Firmware` },
  { name: t`From` },
];

interface SetCellsProps {
  set: SetFigure;
  unit: PlacedResult["unit"];
  units: BandwidthUnits;
  /** Cells behind the first. */
  children?: ReactNode;
}

/** What one set says of a test, as cells of a row. */
export function SetCells({ set, unit, units, children }: SetCellsProps) {
  const format = (value: number) => formatSetValue(value, unit, units);
  const [from, to] = middleOf(set);
  const when = whenMeasured(set);
  return (
    <>
      <th scope="row">
        <div className={styles.drive}>
          {set.lab}{" "}
          {set.is_beyond_spread && (
            <Badge tone="warn">
              <Trans>differs</Trans>
            </Badge>
          )}
          <div className="faint tiny">{countSet(set)}</div>
        </div>
      </th>
      {children}
      <NumberCell>
        {set.quantiles === null ? (
          <Missing reason={t`fewer than three drives`} />
        ) : (
          <Trans>
            {{ from: format(from) }} to {{ to: format(to) }}
          </Trans>
        )}
      </NumberCell>
      <NumberCell>
        <Trans>
          {{ low: format(set.low) }} to {{ high: format(set.high) }}
        </Trans>
      </NumberCell>
      <td>{set.firmware ?? <Missing reason={t`unknown, or fewer than three drives`} />}</td>
      <td className={styles.words}>
        {when ?? (set.sources.length === 0 ? <Missing reason={t`not stated`} /> : null)}
        {set.sources.map((source) => (
          <div key={source} className="faint tiny">
            {source.startsWith("https://") ? (
              <a href={source.split(" ")[0]} target="_blank" rel="noreferrer">
                {source}
              </a>
            ) : (
              source
            )}
          </div>
        ))}
      </td>
    </>
  );
}
