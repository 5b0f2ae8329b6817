import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { SpecListed } from "@/api/types";
import { type SheetsParams, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { formatCapacity, formatCount } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { AddCard } from "@/subjects/datasheets/controls/AddCard";
import { DriveTabs } from "@/subjects/datasheets/controls/DriveTabs";
import {
  CLASSES,
  chosenSheets,
  GRADES,
  ORIGINS,
  sheetsAnswer,
  vendorOf,
} from "@/subjects/datasheets/parts/sheet-words";
import { sheetsQuery } from "@/subjects/datasheets/queries";
import { AddressProblems } from "@/ui/AddressProblems";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import styles from "@/ui/ListPage.module.css";
import { Missing } from "@/ui/Missing";
import { PageHeader } from "@/ui/PageHeader";
import { LoadedList } from "@/ui/page/LoadedList";
import { searchBoxCame } from "@/ui/search-box";
import { NumberCell, Table } from "@/ui/Table";

const route = getRouteApi("/shell/datasheets");
const COLUMNS = [
  { name: t`Datasheet` },
  { name: t`Vendor` },
  { name: t`Your drives`, isNumeric: true },
  { name: t`Class` },
  { name: t`Capacity`, isNumeric: true },
  { name: t`Grade` },
  { name: t`Source` },
  { name: t`Figures`, isNumeric: true },
];

/** As many as a screen or two; the rest on demand. */
const PAGE = 50;

/** Every datasheet card that drives are held against. */
export function SheetsPage() {
  const { params, problems } = route.useSearch()[VIEW];
  const sheets = useQuery(sheetsQuery());
  const navigate = useNavigate();
  const mayWrite = useMay("write");
  const [isAdding, setAdding] = useState(false);
  const items = sheets.data?.items ?? [];
  const chosen = chosenSheets(items, params);
  const [pages, setPages] = useState(1);
  const shown = chosen.slice(0, pages * PAGE);
  return (
    <>
      <PageHeader
        title={t`Datasheets`}
        subtitle={
          sheets.data === undefined
            ? t`Rated performance of drives and volumes`
            : t`${plural({ items: items.length }, { one: "# datasheet", other: "# datasheets" })}, ${{ custom: formatCount(items.filter(({ origin }) => origin === "person").length) }} custom`
        }
        actions={
          mayWrite && (
            <Button onClick={() => setAdding(true)}>
              <Trans>Add a datasheet</Trans>
            </Button>
          )
        }
      />
      <DriveTabs />
      <AddressProblems problems={problems} onDismiss={() => void navigate({ to: paths.sheets(params) })} />
      {sheets.data !== undefined && <p className={styles.answer}>{sheetsAnswer(sheets.data)}</p>}
      {items.length > 0 && <Filters params={params} items={items} />}
      <Card>
        <LoadedList
          query={sheets}
          error={t`The datasheets could not be loaded.`}
          empty={
            items.length === 0 ? (
              <EmptyMessage
                title={t`No datasheets.`}
                detail={t`Add one here, or on a run whose drive has none.`}
                action={
                  <Link to={paths.runs()}>
                    <Trans>Show the runs</Trans>
                  </Link>
                }
              />
            ) : chosen.length === 0 ? (
              <EmptyMessage
                title={t`No datasheets match.`}
                action={
                  <Link to={paths.sheets()}>
                    <Trans>Show all datasheets</Trans>
                  </Link>
                }
              />
            ) : null
          }
        >
          <Table caption={t`Datasheets`} columns={COLUMNS} isDense>
            {shown.map((card) => (
              <Row key={card.id} card={card} />
            ))}
          </Table>
          {shown.length < chosen.length && (
            <div className="pad-16">
              <Button variant="default" onClick={() => setPages(pages + 1)}>
                <Trans>Show {{ PAGE: Math.min(PAGE, chosen.length - shown.length) }} more</Trans>
              </Button>
            </div>
          )}
        </LoadedList>
      </Card>
      {items.length > 0 && (
        <p className={styles.foot}>
          <Trans>
            {{ shown: shown.length < chosen.length ? t`${{ shown: formatCount(shown.length) }} of ` : "" }}
            <Plural value={{ chosen: chosen.length }} one="# datasheet" other="# datasheets" /> shown. Source
            grades:{" "}
            {{
              GRADES: Object.entries(GRADES)
                .map(([grade, words]) => `${grade}: ${words.toLowerCase()}`)
                .join("; "),
            }}
            .
          </Trans>
        </p>
      )}
      {isAdding && (
        <AddCard
          model={null}
          capacityBytes={null}
          onClose={() => setAdding(false)}
          onAdded={(id) => void navigate({ to: paths.sheet(id) })}
        />
      )}
    </>
  );
}

function Filters({ params, items }: { params: SheetsParams; items: readonly SpecListed[] }) {
  const navigate = useNavigate();
  const show = (change: Partial<SheetsParams>) =>
    void navigate({ to: paths.sheets({ ...params, ...change }), replace: true, resetScroll: false });
  const known = (values: readonly (string | null)[]) =>
    [...new Set(values)].filter((value) => value !== null).sort();
  const options = (
    all: string,
    values: readonly (string | null)[],
    words: Readonly<Record<string, string>> = {},
  ) => [
    { value: "", label: all },
    ...known(values).map((value) => ({ value, label: words[value] ?? value })),
  ];
  return (
    <div className="flow centred gap-8 below-14">
      <TextInput
        ref={searchBoxCame}
        data-shortcut="search"
        className={styles.search ?? ""}
        type="search"
        aria-label={t`Title or model`}
        placeholder={t`Title or model`}
        maxLength={100}
        value={params.q ?? ""}
        onChange={(event) => show({ q: event.currentTarget.value || null })}
      />
      <NativeSelect
        aria-label={t`Class`}
        value={params.driveClass ?? ""}
        data={options(
          t`All classes`,
          items.map((card) => card.drive_class),
          CLASSES,
        )}
        onChange={(event) => show({ driveClass: event.currentTarget.value || null })}
      />
      <NativeSelect
        aria-label={t`Grade`}
        value={params.grade ?? ""}
        data={options(
          t`All grades`,
          items.map((card) => card.grade),
        )}
        onChange={(event) => show({ grade: event.currentTarget.value || null })}
      />
      <NativeSelect
        aria-label={t`Source`}
        value={params.origin}
        data={[
          { value: "any", label: t`All sources` },
          { value: "built_in", label: ORIGINS.built_in },
          { value: "person", label: ORIGINS.person },
        ]}
        onChange={(event) => show({ origin: event.currentTarget.value as SheetsParams["origin"] })}
      />
    </div>
  );
}

function Row({ card }: { card: SpecListed }) {
  const { grade } = card;
  return (
    <tr>
      <th scope="row" className={styles.drive}>
        <Link to={paths.sheet(card.id)}>{card.title}</Link>
      </th>
      <td>{vendorOf(card)}</td>
      <NumberCell>{card.drive_count === 0 ? "" : formatCount(card.drive_count)}</NumberCell>
      <td>{CLASSES[card.drive_class] ?? card.drive_class}</td>
      <NumberCell>{card.capacity_bytes === null ? t`all` : formatCapacity(card.capacity_bytes)}</NumberCell>
      <td>
        {grade === null ? (
          <Missing reason={t`custom datasheets have no grade`} />
        ) : (
          <Badge title={GRADES[grade] ?? ""}>{grade}</Badge>
        )}
      </td>
      <td>
        {ORIGINS[card.origin]}
        {card.origin === "person" && t`, version ${{ version: formatCount(card.version) }}`}
      </td>
      <NumberCell>
        {formatCount(card.figure_count)}
        {card.unsourced_count > 0 &&
          t`, ${{ unsourced_count: formatCount(card.unsourced_count) }} without source`}
      </NumberCell>
    </tr>
  );
}
