import { Trans } from "@lingui/react/macro";
import styles from "@/subjects/hosts/parts/Inventory.module.css";
import { type InventoryDocument, sourceProblems } from "@/subjects/hosts/parts/inventory/document";
import { type InventorySection, inventorySections } from "@/subjects/hosts/parts/inventory/facts";
import { type InventoryTable, inventoryTables } from "@/subjects/hosts/parts/inventory/tables";
import { useLandmarkName } from "@/ui/landmark-name";
import { Missing } from "@/ui/Missing";
import { NumberCell, Table } from "@/ui/Table";

/** The inventory document as people read it; what is unknown stands there with its reason. */
export function InventoryBody({ inventory }: { inventory: InventoryDocument }) {
  return (
    <>
      <div className={styles.columns}>
        {inventorySections(inventory).map((section) => (
          <Section key={section.title} section={section} />
        ))}
      </div>
      {inventoryTables(inventory).map((table) => (
        <ListOfThings key={table.title} table={table} />
      ))}
      <Unread inventory={inventory} />
    </>
  );
}

function Section({ section }: { section: InventorySection }) {
  const nameOf = useLandmarkName();
  const known = section.rows.filter((row) => row.value !== null);
  // One line per reason instead of one dash per field: an old agent or a closed machine has many.
  const unknown = Map.groupBy(
    section.rows.filter((row) => row.value === null),
    (row) => row.reason,
  );
  return (
    <section aria-label={nameOf(section.title)}>
      <h3>{section.title}</h3>
      <dl className={styles.rows}>
        {known.map((row) => (
          <div key={row.label}>
            <dt className="faint">{row.label}</dt>
            <dd className="figures anywhere">{row.value}</dd>
          </div>
        ))}
        {[...unknown].map(([reason, rows]) => (
          <div key={reason} className={styles.unknown}>
            <dt className="faint">
              <Trans>Unknown</Trans>
            </dt>
            <dd className="figures anywhere">
              {rows.map((row) => row.label).join(", ")} ({reason})
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function ListOfThings({ table }: { table: InventoryTable }) {
  const nameOf = useLandmarkName();
  const content = (
    <>
      <div className={styles.fit}>
        <Table caption={table.title} columns={table.columns} isDense>
          {table.rows.map((row) => (
            <tr key={row.key}>
              {row.cells.map((cell, i) => {
                const column = table.columns[i];
                const text = cell ?? <Missing reason={table.reason} />;
                if (i === 0)
                  return (
                    <th key={column?.name} scope="row">
                      {text}
                    </th>
                  );
                return column?.isNumeric ? (
                  <NumberCell key={column.name}>{text}</NumberCell>
                ) : (
                  <td key={column?.name}>{text}</td>
                );
              })}
            </tr>
          ))}
        </Table>
      </div>
      {table.unknown.length > 0 && (
        <p className="hint anywhere above-8">
          {table.rows.length > 1 ? (
            <Trans>
              Unknown for all: {{ unknown: table.unknown.join(", ") }} ({{ reason: table.reason }}).
            </Trans>
          ) : (
            <Trans>
              Unknown: {{ unknown: table.unknown.join(", ") }} ({{ reason: table.reason }}).
            </Trans>
          )}
        </p>
      )}
    </>
  );
  const heading = `${table.title} (${table.rows.length})`;
  if (table.isFolded) {
    return (
      <details className={styles.things}>
        <summary>{heading}</summary>
        {content}
      </details>
    );
  }
  return (
    <section className={styles.things} aria-label={nameOf(table.title)}>
      <h3>{heading}</h3>
      {content}
    </section>
  );
}

function Unread({ inventory }: { inventory: InventoryDocument }) {
  const problems = sourceProblems(inventory);
  if (problems.length === 0) return null;
  return (
    <p className="hint anywhere above-8">
      <Trans>
        Not read:{" "}
        {{
          problems: problems
            .map(({ name, status, detail }) =>
              detail === null ? `${name} (${status})` : `${name} (${status}: ${detail})`,
            )
            .join("; "),
        }}
        .
      </Trans>
    </p>
  );
}
