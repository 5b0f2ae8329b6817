import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Circumstance } from "@/api/types";
import type { BandwidthUnits } from "@/lib/units";
import styles from "@/subjects/compare/parts/CircumstanceTable.module.css";
import { circumstanceWords } from "@/subjects/compare/parts/circumstance-words";
import { Missing } from "@/ui/Missing";

const SIDES = ["base", "new"] as const;

interface CircumstanceTableProps {
  /** Undefined: a shared copy of an older version. */
  circumstances: readonly Circumstance[] | undefined;
  /** Of the two sides, base first. */
  names: readonly [string, string];
  units: BandwidthUnits;
}

/** What limits each side, how hot its drives were, and CPU: base beside new. */
export function CircumstanceTable({ circumstances = [], names, units }: CircumstanceTableProps) {
  if (circumstances.length === 0) return null;
  const unmeasured = circumstances.filter((one) =>
    SIDES.every((side) => circumstanceWords(one, side, units).text === null),
  );
  const rows = circumstances.filter((one) => !unmeasured.includes(one));
  return (
    <>
      {rows.length > 0 && <Rows rows={rows} names={names} units={units} />}
      {unmeasured.length > 0 && (
        <p className="hint">
          {t`Not measured: ${{ titles: unmeasured.map(({ title }) => title).join(", ") }}`}
        </p>
      )}
    </>
  );
}

function Rows({
  rows,
  names,
  units,
}: Omit<CircumstanceTableProps, "circumstances"> & { rows: readonly Circumstance[] }) {
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">
        <Trans>Limits, temperatures and CPU of both sides</Trans>
      </caption>
      <thead>
        <tr>
          <th scope="col">
            <Trans>Measured under</Trans>
          </th>
          <th scope="col">{names[0]}</th>
          <th scope="col">{names[1]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.key}>
            <th scope="row">{one.title}</th>
            <Side one={one} side="base" units={units} />
            <Side one={one} side="new" units={units} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface SideProps {
  one: Circumstance;
  side: "base" | "new";
  units: BandwidthUnits;
}

function Side({ one, side, units }: SideProps) {
  const { text, reason, detail } = circumstanceWords(one, side, units);
  return (
    <td>
      <span className="block strong figures">{text ?? <Missing reason={reason} />}</span>
      {/* The reason of what is unknown is told to readers of the screen already. */}
      <span className="hint" aria-hidden={text === null}>
        {detail}
      </span>
    </td>
  );
}
