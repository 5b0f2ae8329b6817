import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { sheetQuery } from "@/api/queries/specs";
import type { DriveModelDetail } from "@/api/types";
import { useMay } from "@/components/use-may";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import styles from "@/sections/Fleet.module.css";
import {
  mergeFigures,
  type PrintedFigure,
  SOURCE_KINDS,
  sheetConditions,
  sheetFigureName,
  sheetFigureValue,
} from "@/sections/sheet-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Figure" },
  { name: "Datasheet value", isNumeric: true },
  { name: "Conditions" },
  { name: "Source" },
];

/** The rated figures of the model: value, claim, conditions, source. */
export function Datasheet({ model }: { model: DriveModelDetail }) {
  const mayWrite = useMay("write");
  // Of several capacities each may have its own: the first counts most.
  const [id] = model.card_ids;
  const { data: own, isPending } = useQuery({ ...sheetQuery(id ?? ""), enabled: id !== undefined });
  const figures = own?.figures ?? [];
  const unsourced = figures.filter(({ source }) => source === null).length;
  return (
    <Card
      title="Datasheet"
      subtitle={
        own === undefined
          ? "Rated figures with their conditions and sources"
          : `${own.title}: ${countOf(mergeFigures(figures).length, "figure")}${unsourced > 0 ? `, ${formatCount(unsourced)} without source: those judge nothing` : ""}`
      }
      actions={
        id !== undefined ? (
          <Link to={paths.sheet(id)}>The card</Link>
        ) : mayWrite ? (
          <Button size="xs" variant="default" component={Link} to={paths.sheets()}>
            Add its datasheet
          </Button>
        ) : undefined
      }
      isFlush
    >
      {id === undefined ? (
        <EmptyMessage
          title="No datasheet of this model is known."
          detail="Without one no share of a rating is told, and nothing is judged."
        />
      ) : isPending ? (
        <div style={{ height: 160, padding: 16 }} aria-busy="true">
          <Skeleton height={128} />
        </div>
      ) : own === undefined ? (
        <EmptyMessage title="The datasheet could not be loaded." />
      ) : (
        <Table caption="Figures of the datasheet" columns={COLUMNS} isDense>
          {mergeFigures(figures).map((printed, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two figures may be alike but for their line
            <Row key={i} printed={printed} />
          ))}
        </Table>
      )}
    </Card>
  );
}

function Row({ printed: { figure, sources } }: { printed: PrintedFigure }) {
  const { printed, assumed } = sheetConditions(figure);
  const told = [...printed, ...assumed.map((text) => `${text} (assumed)`)];
  return (
    <tr>
      <th scope="row">
        <div className={styles.drive}>{sheetFigureName(figure)}</div>
      </th>
      <NumberCell>
        {sheetFigureValue(figure)}
        <div className={styles.small}>{figure.claim}</div>
      </NumberCell>
      <td className={styles.words}>{told.join(", ") || "none printed"}</td>
      <td className={styles.words}>
        {sources.length === 0 && <Badge tone="warn">no source</Badge>}
        {sources.map((source) => (
          <div key={source.address}>
            <a href={source.address} target="_blank" rel="noreferrer">
              {source.title}
            </a>{" "}
            <span className={styles.small}>{SOURCE_KINDS[source.kind]}</span>
          </div>
        ))}
      </td>
    </tr>
  );
}
