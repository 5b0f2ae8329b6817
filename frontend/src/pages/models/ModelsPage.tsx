import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { modelsQuery } from "@/api/queries/fleet";
import type { DriveModel } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatBytes, formatCount, formatRatedShare } from "@/lib/units";
import { ShareBar } from "@/sections/answer/Yardstick";
import styles from "@/sections/Fleet.module.css";
import { isModelGrave, modelProblems, modelsAnswer } from "@/sections/model-words";
import { Badge } from "@/ui/Badge";
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
  { name: "Best vs. rating", width: 230 },
  { name: "Links" },
  { name: "State" },
  { name: "Firmware" },
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
      {/* Another card than the one that waits: what stands below the sentence never moved. */}
      <Card key={models.isPending ? "pending" : "models"}>
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
              title="No drive models reported yet."
              detail="An agent with access to the drives reports them with every run."
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
        <div className={styles.small}>
          {model.capacities_bytes.map((size) => formatBytes(size)).join(", ") || "capacity unknown"}
        </div>
      </th>
      <NumberCell>
        <Link to={paths.fleet({ model: model.model })}>{formatCount(model.drives)}</Link>
      </NumberCell>
      <NumberCell>{formatCount(model.hosts)}</NumberCell>
      <td className={styles.rated}>
        <Rated of={model.rated} />
      </td>
      <td className={styles.link}>
        <Links model={model} />
      </td>
      <td className={styles.words}>
        <State model={model} />
      </td>
      <td>{model.firmware.join(", ") || <Missing reason="no drive told its firmware" />}</td>
      <td>
        <Moment iso={model.last_seen_at} />
      </td>
    </tr>
  );
}

/** The best drive, and all of them in words; never coloured, since the list shows no source. */
function Rated({ of }: { of: DriveModel["rated"] }) {
  if (of === null) return <Missing reason="no comparable run" />;
  const { drives, share_best: best, is_least: isLeast, has_source: hasSource } = of;
  return (
    <>
      <ShareBar
        share={best}
        title={
          hasSource ? "Beside what its datasheet rates" : "Beside a rating without source: it judges nothing"
        }
        text={`${isLeast ? "≥ " : ""}${formatRatedShare(best)} of rated${hasSource ? "" : " *"}`}
      />
      <div className={styles.small}>
        {countOf(drives, "drive")}
        {!hasSource && ", * without source"}
      </div>
      {of.alike_drives > 1 && (
        <div className={styles.small}>
          {of.alike_test}: {formatRatedShare(of.alike_lowest)} to {formatRatedShare(of.alike_best)} by{" "}
          {countOf(of.alike_drives, "drive")}
        </div>
      )}
    </>
  );
}

function Links({ model: { links, links_below: below } }: { model: DriveModel }) {
  if (links === 0) return <Missing reason="no drive told its PCIe link" />;
  return below === 0 ? (
    `${countOf(links, "link")}, none degraded`
  ) : (
    <Badge tone="warn">
      {formatCount(below)} of {formatCount(links)} degraded
    </Badge>
  );
}

function State({ model }: { model: DriveModel }) {
  const problems = modelProblems(model);
  const { rated } = model;
  if (problems.length > 0) {
    return (
      <span className={styles.problems}>
        {problems.map((text) => (
          <Badge key={text} tone={isModelGrave(model) ? "warn" : "plain"}>
            {text}
          </Badge>
        ))}
      </span>
    );
  }
  if (rated === null || rated.judged === 0) return <Badge>not judged</Badge>;
  return rated.as_rated === rated.judged ? (
    <Badge tone="ok">as rated</Badge>
  ) : (
    <Badge>{formatCount(rated.judged - rated.as_rated)} below 90 % of their rating</Badge>
  );
}
