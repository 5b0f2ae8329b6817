import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import type { SmartPage } from "@/api/types";
import { exactFact, formatFact } from "@/lib/fact-value";
import styles from "@/subjects/sharing/parts/SupportPages.module.css";
import { CommandLine } from "@/ui/CommandLine";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

/** What each drive says of its health: those that told something as a table, the others with the reason. */
export function SmartPages({ pages }: { pages: readonly SmartPage[] }) {
  const told = pages.filter(({ figures }) => figures.length > 0);
  const columns = new Map(told.flatMap(({ figures }) => figures).map(({ key, title }) => [key, title]));
  return (
    <>
      {told.length > 0 && (
        <Table
          caption={t`Health of the drives`}
          columns={[
            { name: t`Drive` },
            ...[...columns.values()].map((name) => ({ name, isNumeric: true })),
            { name: t`Source` },
          ]}
          isDense
        >
          {told.map((page) => (
            <tr key={page.drive}>
              <th scope="row">{page.drive}</th>
              {[...columns.keys()].map((key) => (
                <FigureCell key={key} page={page} of={key} />
              ))}
              <td>{page.source}</td>
            </tr>
          ))}
        </Table>
      )}
      {pages
        .filter(({ status }) => status !== "ok")
        .map((page) => (
          <div key={page.drive} className={styles.part}>
            <p className="strong">
              <Trans>{{ drive: page.drive }}: its SMART data could not be read.</Trans>
            </p>
            {page.detail !== null && <p className={styles.note}>{page.detail}</p>}
            {page.command !== null && (
              <div className="above-6" style={{ maxWidth: 620 }}>
                <CommandLine text={page.command} name={t`the command to read ${{ drive: page.drive }}`} />
              </div>
            )}
          </div>
        ))}
    </>
  );
}

function FigureCell({ page, of }: { page: SmartPage; of: string }) {
  const figure = page.figures.find(({ key }) => key === of);
  return (
    <NumberCell title={figure && exactFact(figure.value, figure.unit)}>
      {figure === undefined ? <Missing reason={t`not reported`} /> : formatFact(figure.value, figure.unit)}
    </NumberCell>
  );
}
