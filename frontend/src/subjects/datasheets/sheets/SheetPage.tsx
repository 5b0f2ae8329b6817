import { ph, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import type { SpecCard, SpecFigure } from "@/api/types";
import { downloads } from "@/lib/downloads";
import { paths } from "@/lib/paths";
import { formatCapacity, formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { NewVersion } from "@/subjects/datasheets/controls/NewVersion";
import {
  CLASSES,
  GRADES,
  ORIGINS,
  SCOPES,
  sheetConditions,
  sheetFigureName,
  sheetFigureValue,
} from "@/subjects/datasheets/parts/sheet-words";
import { sheetQuery } from "@/subjects/datasheets/queries";
import { Jobs } from "@/subjects/datasheets/sheets/Jobs";
import { Versions } from "@/subjects/datasheets/sheets/Versions";
import { modelsQuery } from "@/subjects/hosts/queries/fleet";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import styles from "@/ui/ListPage.module.css";
import { PageHeader } from "@/ui/PageHeader";
import { NumberCell, Table } from "@/ui/Table";

const route = getRouteApi("/shell/datasheets/$id");
const COLUMNS = [
  { name: t`Figure` },
  { name: t`Rating`, isNumeric: true },
  { name: t`Conditions`, least: 240 },
  { name: t`Source` },
];

/** One datasheet card: what is rated, under which printed conditions, and who printed it. */
export function SheetPage() {
  const { id } = route.useParams();
  const { data: card } = useSuspenseQuery(sheetQuery(id));
  const mayWrite = useMay("write");
  const [isWriting, setWriting] = useState(false);
  return (
    <>
      <PageHeader
        title={card.title}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.sheets()}>
              <Trans>Datasheets</Trans>
            </Link>
            <span aria-hidden="true">/</span>
            <span>{card.id}</span>
          </nav>
        }
        subtitle={about(card)}
        actions={
          <>
            <Button variant="default" component="a" href={downloads.sheet(card.id)} download>
              <Trans>Download as TOML</Trans>
            </Button>
            {mayWrite && (
              <Button variant="default" onClick={() => setWriting(true)}>
                <Trans>New version</Trans>
              </Button>
            )}
          </>
        }
      />
      <div className="stack gap-16 shrinks">
        <Card title={t`Figures`} subtitle={t`Ratings and stated test conditions`} isFlush>
          <Table caption={t`Figures`} columns={COLUMNS} isDense>
            {card.figures.map((figure, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a figure's place on its card is what names it
              <FigureRow key={i} figure={figure} />
            ))}
          </Table>
          {card.unsourced_count > 0 && (
            <p className="links remark">
              <Trans>
                {{ unsourced_count: formatCount(card.unsourced_count) }} of{" "}
                {{ figure_count: formatCount(card.figure_count) }} figures have no source: they are shown with
                runs but do not count.
              </Trans>
            </p>
          )}
          {card.notes.map((note) => (
            <p key={note} className="links remark">
              {note}
            </p>
          ))}
        </Card>
        <Jobs card={card} />
        <div className="small-tiles">
          <Models card={card} />
          <Versions card={card} />
        </div>
      </div>
      {isWriting && <NewVersion card={card} onClose={() => setWriting(false)} />}
    </>
  );
}

function about(card: SpecCard): string {
  return [
    CLASSES[card.drive_class] ?? card.drive_class,
    card.capacity_bytes === null ? t`all capacities` : formatCapacity(card.capacity_bytes),
    card.link === null ? null : t`link ${{ link: card.link }}`,
    card.grade === null
      ? null
      : t`grade ${{ grade: card.grade }}: ${{ meaning: (GRADES[card.grade] ?? "").toLowerCase() }}`,
    ORIGINS[card.origin].toLowerCase(),
  ]
    .filter((part) => part !== null)
    .join(" · ");
}

function FigureRow({ figure }: { figure: SpecFigure }) {
  const { printed, assumed, not } = sheetConditions(figure);
  const isRate = figure.metric !== "slc_cache_bytes";
  return (
    <tr>
      <th scope="row" className={styles.drive}>
        {sheetFigureName(figure)}
        <div className="faint tiny">{SCOPES[figure.scope] ?? figure.scope}</div>
      </th>
      <NumberCell>
        {sheetFigureValue(figure)}
        <div className="faint tiny">“{figure.claim}”</div>
      </NumberCell>
      <td className={styles.words}>
        {printed.length > 0 && <div>{printed.join(", ")}</div>}
        {assumed.length > 0 && (
          <div>
            <Trans>assumed: {{ assumed: assumed.join(", ") }}</Trans>
          </div>
        )}
        {isRate && not.length > 0 && (
          <div className="faint tiny">
            <Trans>not stated: {{ not: not.join(", ") }}</Trans>
          </div>
        )}
      </td>
      <td className={styles.words}>
        <Source figure={figure} />
      </td>
    </tr>
  );
}

function Source({ figure: { source, line, is_contradicted } }: { figure: SpecFigure }) {
  return (
    <>
      {source === null ? (
        <Badge tone="warn">
          <Trans>without source</Trans>
        </Badge>
      ) : (
        <Trans>
          <a href={source.address} target="_blank" rel="noreferrer">
            {ph({ title: source.title })}
          </a>
          {{ page: source.page !== null ? t`, page ${{ page: source.page }}` : "" }}
          {{ dated: source.dated !== null ? `, ${source.dated}` : "" }}, retrieved{" "}
          {{ read_at: source.read_at }}
          {{ copy: source.is_copy ? t`, from a copy` : "" }}
        </Trans>
      )}
      {line !== null && <div className="faint tiny">“{line}”</div>}
      {is_contradicted && (
        <Badge tone="warn">
          <Trans>sources disagree</Trans>
        </Badge>
      )}
    </>
  );
}

/** The card's model strings; those that a drive of the fleet tells lead to its model. */
function Models({ card }: { card: SpecCard }) {
  const models = useQuery(modelsQuery());
  const known = models.data?.items ?? [];
  return (
    <Card title={t`Models`} subtitle={t`Model names that drives report`}>
      {card.models.length === 0 && (
        <p className="compact">
          <Trans>No model name is known for this drive.</Trans>
        </p>
      )}
      <ul className="grid gap-6 compact anywhere">
        {card.models.map((name) => {
          const model = known.find((one) => one.model === name);
          return (
            <li key={name}>
              {model === undefined ? (
                name
              ) : (
                <Trans>
                  <Link to={paths.model(model.id)}>{name}</Link>,{" "}
                  <Plural value={{ drives: model.drives }} one="# drive" other="# drives" /> seen ·{" "}
                  <Link to={paths.runs({ filter: { "drive.model": [name] } })}>Show runs</Link>
                </Trans>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
