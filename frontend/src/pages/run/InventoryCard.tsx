import { type InventoryDocument, inventoryDrives, inventorySections, sourceProblems } from "@/lib/inventory";
import styles from "@/pages/run/RunPage.module.css";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { Table } from "@/ui/Table";

const DRIVE_COLUMNS = ["Drive", "Model", "Firmware", "Size", "Kind", "Scheduler"].map((name) => ({ name }));
const NOT_REPORTED = <Missing reason="the agent did not report it" />;

/** The machine as it was when the run was made. */
export function InventoryCard({ inventory }: { inventory: InventoryDocument | null }) {
  if (inventory === null) {
    return (
      <Card title="Inventory">
        <p className={styles.more}>
          No inventory was sent with this run. An imported output has none; the agent sends it with every run.
        </p>
      </Card>
    );
  }
  return (
    <Card title="Inventory" subtitle="The host as it was when the run was made">
      <div className={styles.columns}>
        {inventorySections(inventory).map((section) => (
          <section key={section.title} aria-label={section.title}>
            <h3>{section.title}</h3>
            <dl className={styles.rows}>
              {section.rows.map((row) => (
                <div key={row.label}>
                  <dt>{row.label}</dt>
                  <dd>{row.value ?? <Missing reason={row.reason} />}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <Drives inventory={inventory} />
      <Unread inventory={inventory} />
      <details className={styles.whole}>
        <summary>Everything recorded</summary>
        <pre>{JSON.stringify(inventory, null, 2)}</pre>
      </details>
    </Card>
  );
}

function Drives({ inventory }: { inventory: InventoryDocument }) {
  const drives = inventoryDrives(inventory);
  if (drives.length === 0) return null;
  return (
    <Table caption="Drives" columns={DRIVE_COLUMNS}>
      {drives.map((drive) => (
        <tr key={drive.name}>
          <th scope="row">{drive.name}</th>
          <td>{drive.model ?? NOT_REPORTED}</td>
          <td>{drive.firmware ?? NOT_REPORTED}</td>
          <td>{drive.size ?? NOT_REPORTED}</td>
          <td>{drive.kind ?? NOT_REPORTED}</td>
          <td>{drive.scheduler ?? NOT_REPORTED}</td>
        </tr>
      ))}
    </Table>
  );
}

function Unread({ inventory }: { inventory: InventoryDocument }) {
  const problems = sourceProblems(inventory);
  if (problems.length === 0) return null;
  return (
    <p className={styles.unread}>
      Not read:{" "}
      {problems
        .map(({ name, status, detail }) =>
          detail === null ? `${name} (${status})` : `${name} (${status}: ${detail})`,
        )
        .join("; ")}
      .
    </p>
  );
}
