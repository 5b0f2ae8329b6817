import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { DriveModelDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import {
  mergeFigures,
  PRIMARY,
  type PrintedFigure,
  SCOPES,
  SOURCE_KINDS,
  sheetConditions,
  sheetFigureName,
  sheetFigureValue,
} from "@/subjects/datasheets/parts/sheet-words";
import { sheetQuery } from "@/subjects/datasheets/queries";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import styles from "@/ui/ListPage.module.css";
import { Skeleton } from "@/ui/Skeleton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Figure` },
  { name: t`Datasheet value`, isNumeric: true },
  { name: t`Conditions`, least: 240 },
  { name: t`Source` },
];

type Source = PrintedFigure["sources"][number];

/** The rated figures of the model: value, claim, conditions, source. */
export function Datasheet({ model }: { model: DriveModelDetail }) {
  const mayWrite = useMay("write");
  // Of several capacities each may have its own: the first counts most.
  const [id] = model.card_ids;
  const { data: own, isPending } = useQuery({ ...sheetQuery(id ?? ""), enabled: id !== undefined });
  const figures = own?.figures ?? [];
  const merged = mergeFigures(figures);
  const foreign = merged.filter(
    ({ sources }) => sources.length > 0 && !sources.some(({ kind }) => PRIMARY.has(kind)),
  ).length;
  const sources = [
    ...new Map(merged.flatMap((one) => one.sources).map((one) => [one.address, one])).values(),
  ];
  const unsourced = figures.filter(({ source }) => source === null).length;
  return (
    <Card
      title={t`Datasheet`}
      subtitle={
        own === undefined
          ? t`Rated figures with their conditions and sources`
          : `${own.title}: ${plural({ figures: merged.length }, { one: "# figure", other: "# figures" })}${foreign > 0 ? t`, ${{ foreign: formatCount(foreign) }} not from the vendor` : ""}${unsourced > 0 ? t`, ${{ unsourced: formatCount(unsourced) }} without source, which do not count` : ""}${own.grade === null ? "" : t`, grade ${{ grade: own.grade }}`}`
      }
      actions={
        id !== undefined ? (
          <Link to={paths.sheet(id)}>
            <Trans>Open datasheet</Trans>
          </Link>
        ) : mayWrite ? (
          <Button size="xs" variant="default" component={Link} to={paths.sheets()}>
            <Trans>Add its datasheet</Trans>
          </Button>
        ) : undefined
      }
      isFlush
    >
      {id === undefined ? (
        <EmptyMessage
          title={t`No datasheet of this model is known.`}
          detail={t`Without a datasheet there is no rating to compare with.`}
        />
      ) : isPending ? (
        <div style={{ height: 160, padding: 16 }} aria-busy="true">
          <Skeleton height={128} />
        </div>
      ) : own === undefined ? (
        <EmptyMessage title={t`The datasheet could not be loaded.`} />
      ) : (
        <>
          <Table caption={t`Datasheet figures`} columns={COLUMNS} isDense>
            {merged.map((printed, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two figures may be alike but for their line
              <Row key={i} printed={printed} all={sources} />
            ))}
          </Table>
          <Sources sources={sources} />
        </>
      )}
    </Card>
  );
}

/** Each source once, by the number that the figures have of it. */
function Sources({ sources }: { sources: readonly Source[] }) {
  return (
    <ol className="links remark" aria-label={t`Sources`} style={{ listStyle: "none" }}>
      {sources.map((source, i) => (
        <li key={source.address}>
          {`[${i + 1}] `}
          <a href={source.address} target="_blank" rel="noreferrer">
            {source.title}
          </a>{" "}
          <span className="faint tiny">{SOURCE_KINDS[source.kind]}</span>
        </li>
      ))}
    </ol>
  );
}

interface RowProps {
  printed: PrintedFigure;
  /** Of the whole datasheet. */
  all: readonly Source[];
}

function Row({ printed: { figure, sources, isContradicted }, all }: RowProps) {
  const { printed, assumed, not } = sheetConditions(figure);
  const shown = [...printed, ...assumed.map((text) => t`${text} (assumed)`)];
  return (
    <tr>
      <th scope="row">
        <div className={styles.drive}>{sheetFigureName(figure)}</div>
      </th>
      <NumberCell>
        <span className="faint tiny">{figure.claim}</span> {sheetFigureValue(figure)}
        {figure.scope === "series" && <div className="faint tiny">{SCOPES.series}</div>}
      </NumberCell>
      <td className={styles.words}>
        {shown.join(", ")}
        {not.length > 0 && (
          <div className="faint tiny" title={not.join(", ")}>
            {t`${{ not: formatCount(not.length) }} not stated`}
          </div>
        )}
      </td>
      <td className={styles.words}>
        {sources.length === 0 && (
          <Badge tone="warn">
            <Trans>no source</Trans>
          </Badge>
        )}
        {sources.map((source) => (
          <span key={source.address}>
            <a href={source.address} target="_blank" rel="noreferrer" title={source.title}>
              [{all.findIndex(({ address }) => address === source.address) + 1}]
            </a>{" "}
            {!PRIMARY.has(source.kind) && <span className="faint tiny">{SOURCE_KINDS[source.kind]} </span>}
          </span>
        ))}
        {isContradicted && (
          <Badge tone="warn">
            <Trans>sources disagree</Trans>
          </Badge>
        )}
      </td>
    </tr>
  );
}
