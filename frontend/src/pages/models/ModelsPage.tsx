import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { modelsQuery } from "@/api/queries/fleet";
import type { DriveModel } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatBytes, formatCount, formatPercent } from "@/lib/units";
import styles from "@/sections/Fleet.module.css";
import { modelProblems, modelsAnswer } from "@/sections/model-words";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Model" },
  { name: "Drives", isNumeric: true },
  { name: "Hosts", isNumeric: true },
  { name: "Needs a look" },
  { name: "Firmware" },
  { name: "Capacity" },
  { name: "Most endurance used", isNumeric: true },
  { name: "Last seen" },
];

/** Every drive model that a drive tells. */
export function ModelsPage() {
  const models = useQuery(modelsQuery());
  const items = models.data?.items ?? [];
  return (
    <>
      <PageHeader title="Drive models" subtitle={items.length === 0 ? "" : countOf(items.length, "model")} />
      {items.length > 0 && <p className={styles.answer}>{modelsAnswer(items)}</p>}
      <Card>
        <div className={styles.frame} aria-busy={models.isPending}>
          {models.isPending ? (
            <div className={styles.more}>
              <Skeleton height={200} />
            </div>
          ) : models.isError ? (
            <QueryError
              title="The models could not be loaded."
              error={models.error}
              onRetry={() => void models.refetch()}
            />
          ) : items.length === 0 ? (
            <EmptyMessage
              title="No drive has told its model yet."
              detail="An agent that may read the drives sends it with every run."
              action={<Link to={paths.fleet()}>Show the fleet</Link>}
            />
          ) : (
            <Table caption="Drive models" columns={COLUMNS} isDense>
              {items.map((model) => (
                <ModelRow key={model.id} model={model} />
              ))}
            </Table>
          )}
        </div>
      </Card>
    </>
  );
}

function ModelRow({ model }: { model: DriveModel }) {
  return (
    <tr>
      <th scope="row" className={styles.drive}>
        <Link to={paths.model(model.id)}>{model.model}</Link>
      </th>
      <NumberCell>
        <Link to={paths.fleet({ model: model.model })}>{formatCount(model.drives)}</Link>
      </NumberCell>
      <NumberCell>{formatCount(model.hosts)}</NumberCell>
      <td className={styles.words}>{modelProblems(model).join(", ") || "nothing known"}</td>
      <td>{model.firmware.join(", ") || <Missing reason="no drive told its firmware" />}</td>
      <td>
        {model.capacities_bytes.map((size) => formatBytes(size)).join(", ") || (
          <Missing reason="no drive told its capacity" />
        )}
      </td>
      <NumberCell>
        {model.used_pct_max === null ? (
          <Missing reason="no drive told it" />
        ) : (
          formatPercent(model.used_pct_max)
        )}
      </NumberCell>
      <td>
        <Moment iso={model.last_seen_at} />
      </td>
    </tr>
  );
}
