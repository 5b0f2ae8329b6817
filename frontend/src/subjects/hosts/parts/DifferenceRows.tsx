import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { Difference } from "@/api/types";
import { exactFact, formatFact } from "@/lib/fact-value";
import styles from "@/subjects/hosts/parts/Difference.module.css";
import { FACET } from "@/subjects/hosts/parts/facets";
import { Badge, type Tone } from "@/ui/Badge";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

const columnsOf = (names: readonly [string, string]) =>
  [t`Field`, t`Section`, ...names, t`Change`].map((name) => ({ name, isWide: name === t`Section` }));
const SIDES = [t`Base`, t`New`] as const;
const CHANGE: Record<Difference["rows"][number]["change"], string> = {
  changed: t`changed`,
  added: t`added`,
  removed: t`removed`,
  became_known: t`known now; unknown before`,
  became_unknown: t`unknown now; known before`,
};
const STATE: Record<Difference["facets"][number]["state"], { word: string; tone: Tone }> = {
  same: { word: t`no known difference`, tone: "ok" },
  different: { word: t`different`, tone: "warn" },
  cannot_tell: { word: t`unknown`, tone: "plain" },
};

/** What differs between two inventories, field by field; what is equal is left out. */
export function DifferenceRows({
  difference: { facets, units, rows },
  names = SIDES,
}: {
  difference: Pick<Difference, "facets" | "rows"> & { units?: Difference["units"] };
  /** Of the two that are held against each other. */
  names?: readonly [string, string];
}) {
  return (
    <>
      {(facets.length > 0 || units !== undefined) && (
        <ul className="stack below-12" style={{ gap: 5 }} aria-label={t`Sections`}>
          {facets.map(({ facet, state, text }) => (
            <li key={facet}>
              <Badge tone={STATE[state].tone}>
                {FACET[facet]}: {STATE[state].word}
              </Badge>{" "}
              <span className="muted small">{text}</span>
            </li>
          ))}
          {units !== undefined && (
            <li>
              <Badge tone={STATE[units.state].tone}>
                <Trans>Units: {{ word: STATE[units.state].word }}</Trans>
              </Badge>{" "}
              <span className="muted small">{units.text}</span>
            </li>
          )}
        </ul>
      )}
      {rows.length === 0 ? (
        <EmptyMessage
          title={t`No differences.`}
          detail={t`Counters, temperatures and clocks are not compared.`}
        />
      ) : (
        <Table caption={t`Fields that differ`} columns={columnsOf(names)} isDense>
          {rows.map((row) => (
            <tr key={row.path}>
              <th scope="row">
                {row.title}
                {/* One title may stand for many: the node of each function. */}
                <code className={styles.path}>{row.path}</code>
                <span className={styles.facetBelow}>
                  <Badge>{FACET[row.facet]}</Badge>
                </span>
              </th>
              <td className="only-wide">
                <Badge>{FACET[row.facet]}</Badge>
              </td>
              <td className={styles.base}>{shown(row.base, row, row.change === "added")}</td>
              <td className={styles.new}>{shown(row.new, row, row.change === "removed")}</td>
              <td className={styles.change}>{CHANGE[row.change]}</td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}

/** Not there and not known are two things. */
function shown(value: unknown, { path, unit }: Difference["rows"][number], isAbsent: boolean) {
  if (value === null || value === undefined)
    return isAbsent ? t`absent` : <Missing reason={t`not recorded on this side`} />;
  return <span title={exactFact(value, unit)}>{formatFact(value, unit, path)}</span>;
}
