import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { ReactNode } from "react";
import type { StatedFigure } from "@/api/types";
import styles from "@/ui/ListPage.module.css";
import { Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Stated for` },
  { name: t`Stated figure` },
  { name: t`Conditions`, least: 240 },
  { name: t`Source` },
];

interface StatedTableProps<Figure extends StatedFigure> {
  caption: string;
  figures: readonly Figure[];
  /** Name of a column behind the first, and what it holds of a figure. */
  more?: { name: string; cell: (figure: Figure) => ReactNode };
}

/** What sources state, figure by figure with its conditions. Nobody measured these here. */
export function StatedTable<Figure extends StatedFigure>({
  caption,
  figures,
  more,
}: StatedTableProps<Figure>) {
  const columns = more ? [...COLUMNS.slice(0, 1), { name: more.name }, ...COLUMNS.slice(1)] : COLUMNS;
  return (
    <Table caption={caption} columns={columns} isDense>
      {figures.map((figure, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the order is the file's, and no figure has an id
        <tr key={i}>
          <th scope="row">
            <div className={styles.drive}>{figure.title}</div>
          </th>
          {more && <td className={styles.words}>{more.cell(figure)}</td>}
          <td className={styles.words}>
            {figure.stated}
            <div className="faint tiny">{figure.claim}</div>
          </td>
          <td className={styles.words}>{figure.conditions.join(" · ")}</td>
          <td className={styles.words}>
            <Trans>{{ who: figure.by }}; not measured here</Trans>
            <SourceLine source={figure.source} />
          </td>
        </tr>
      ))}
    </Table>
  );
}

function SourceLine({ source }: { source: StatedFigure["source"] }) {
  const { title, address, dated, licence } = source;
  return (
    <div className="faint tiny">
      {address === null ? (
        title
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          {title}
        </a>
      )}
      {dated !== null && ` · ${dated}`}
      {" · "}
      {licence ?? t`licence not stated`}
    </div>
  );
}
