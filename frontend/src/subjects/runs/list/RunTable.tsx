import { t } from "@lingui/core/macro";
import { useMediaQuery } from "@mantine/hooks";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import {
  type CSSProperties,
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { RunItem, RunPage } from "@/api/types";
import { useWidth } from "@/charts/use-width";
import { addresses, MAX_SELECTED, type RunsParams } from "@/lib/address";
import { countRuns } from "@/lib/format";
import type { Order } from "@/lib/parameter";
import { zoneInWords } from "@/lib/time";
import { columnStyle, leastWidth, withPlaces } from "@/subjects/runs/list/column-widths";
import { type ChosenColumn, type RunColumn, runColumns } from "@/subjects/runs/list/columns";
import { mainMetric } from "@/subjects/runs/list/main-metric";
import styles from "@/subjects/runs/list/RunTable.module.css";
import { cellClass, pageOf, placeOf, type RowDrawing } from "@/subjects/runs/list/RunTableRow";
import { RunWindow } from "@/subjects/runs/list/RunWindow";
import { measured, type NamingWidths } from "@/subjects/runs/list/row-height";
import { type RunRow, useRows } from "@/subjects/runs/list/rows";
import { Trends, useTrends } from "@/subjects/runs/list/trends";

// Used after the rows were read: not part of the first load.
const ColumnResizer = lazy(async () => ({
  default: (await import("@/subjects/runs/list/ColumnResizer")).ColumnResizer,
}));

/** Named once, in the heading of what it is the zone of. */
const zone = zoneInWords(new Date());

/** What a reader does to the table. Each is the same function for as long as the page stands: rows are drawn once. */
export interface RunTableActions {
  onSort: (sort: Order) => void;
  /** Selects a row, or deselects it. */
  onSelect: (id: string) => void;
  /** Selects these rows and no others. */
  onSelectAll: (ids: string[]) => void;
  /** Opens a batch in place, or closes it. */
  onOpen: (batchId: string) => void;
  /** Gives a column a width in pixels; null: its usual share of what is left. */
  onResize: (id: string, width: number | null) => void;
}

interface RunTableProps {
  runs: readonly RunItem[];
  /** How many runs do not state their start; absent: the list has not come to them. */
  undated: RunPage["undated"];
  columns: readonly ChosenColumn[];
  params: RunsParams;
  actions: RunTableActions;
  /** All rows there are, loaded or not; null while unknown. */
  total: number | null;
  /** Called when the reader comes near the end of what is loaded. */
  onNearEnd: () => void;
  isStale: boolean;
}

const NARROW = "screen and (max-width: 799px)";

/** Whether rows are cards: the usual columns are, on a phone. */
export function useIsCards({ columns }: RunsParams): boolean {
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  return isNarrow === true && columns === null;
}

/** The run history as a virtual table: only the rows near the screen exist, the roles tell the whole of it. */
export function RunTable({
  runs,
  undated,
  columns: chosen,
  params,
  actions,
  total,
  onNearEnd,
  isStale,
}: RunTableProps) {
  const { sort, units, widths, pinned } = params;
  const navigate = useNavigate();
  const table = useRef<HTMLDivElement>(null);
  const head = useRef<HTMLDivElement>(null);
  const body = useRef<HTMLDivElement>(null);
  const frameWidth = useWidth(table);
  const namingWidths = useNamingWidths(head, chosen);
  const isNarrow = useMediaQuery(NARROW, undefined, { getInitialValueInEffect: false });
  const isCards = useIsCards(params);
  const isMedium =
    useMediaQuery("(max-width: 1199px)", undefined, { getInitialValueInEffect: false }) === true;
  const { rows, waiting } = useRows(runs, params);
  const divided = useMemo(() => firstUndated(rows, sort), [rows, sort]);
  const measure = useMemo(() => measured(namingWidths, isCards), [namingWidths, isCards]);
  const trends = useTrends(rows, chosen.some(({ id }) => id === "history") && isNarrow !== true);
  const list = addresses.runs.query({ ...params, selected: [], open: [] });
  const { columns, isSideways } = useMemo(() => {
    const drawn = runColumns(chosen, units);
    const sizing = { widths, isMedium };
    const sideways = isNarrow !== true && frameWidth > 0 && leastWidth(drawn, sizing) > frameWidth;
    return { columns: sideways ? withPlaces(drawn, pinned, sizing) : drawn, isSideways: sideways };
  }, [chosen, units, widths, pinned, isMedium, isNarrow, frameWidth]);
  const drawing = useMemo<RowDrawing>(
    () => ({
      columns,
      measure,
      list,
      onSelect: actions.onSelect,
      onOpen: actions.onOpen,
      onFollow: (row) => void navigate({ to: pageOf(row), state: { list } }),
    }),
    [columns, list, actions, navigate, measure],
  );
  const resultKey = commonMetric(runs);
  return (
    <Trends value={trends}>
      <div
        ref={table}
        role="table"
        aria-label={t`Runs`}
        aria-rowcount={total === null ? -1 : total + 1 + rows.filter((row) => row.isStep).length}
        aria-busy={isStale}
        className={`${styles.table} ${isCards ? styles.cards : ""} ${isSideways ? styles.sideways : ""}`}
        style={columnStyle(columns, widths, isSideways)}
      >
        <div
          ref={head}
          role="rowgroup"
          className={styles.head}
          onScroll={() => moveAlong(head.current, body.current)}
        >
          <div role="row" aria-rowindex={1} className={styles.row} style={{ height: "100%" }}>
            <div role="columnheader" className={`${styles.cell} ${styles.select}`}>
              <SelectAll rows={rows} selected={params.selected} onSelectAll={actions.onSelectAll} />
            </div>
            {drawing.columns.map((column) => (
              <HeadCell
                key={column.id}
                column={column.id === "result" ? sortedBy(column, resultKey) : column}
                sort={sort}
                onSort={actions.onSort}
                resizer={
                  isNarrow !== true && (
                    <Suspense fallback={null}>
                      <ColumnResizer
                        column={column}
                        width={widths[column.id] ?? null}
                        onDraw={(width) =>
                          draw(
                            table.current,
                            columnStyle(columns, { ...widths, [column.id]: width }, isSideways),
                          )
                        }
                        onResize={actions.onResize}
                      />
                    </Suspense>
                  )
                }
              />
            ))}
          </div>
        </div>
        <RunWindow
          body={body}
          onScroll={() => moveAlong(body.current, head.current)}
          divider={divided === null ? null : { row: divided, words: dividerWords(undated) }}
          rows={rows}
          drawing={drawing}
          params={params}
          waiting={waiting}
          onNearEnd={onNearEnd}
          isStale={isStale}
        />
      </div>
    </Trends>
  );
}

/** The first row of the list whose start is not stated, below one that is dated or at the top. */
function firstUndated(rows: readonly RunRow[], sort: Order): string | null {
  if (sort.key !== "started_at") return null;
  return rows.find(({ run, isStep }) => !isStep && run.started_at === null)?.id ?? null;
}

function dividerWords(undated: RunPage["undated"]): string {
  return undated === undefined
    ? t`Start not stated: in the order received`
    : t`Start not stated: ${{ runs: countRuns(undated.count, undated.is_exact) }}, in the order received`;
}

/** Head and rows are moved sideways together. */
function moveAlong(moved: HTMLElement | null, other: HTMLElement | null) {
  if (moved !== null && other !== null && other.scrollLeft !== moved.scrollLeft)
    other.scrollLeft = moved.scrollLeft;
}

/** While an edge is dragged, the browser alone lays the table out. */
function draw(table: HTMLElement | null, style: CSSProperties) {
  for (const [name, value] of Object.entries(style)) table?.style.setProperty(name, String(value));
}

interface SelectAllProps {
  rows: readonly RunRow[];
  selected: readonly string[];
  onSelectAll: (ids: string[]) => void;
}

/** All rows that are loaded, as far as so many can be selected; steps go with their batch. */
function SelectAll({ rows, selected, onSelectAll }: SelectAllProps) {
  const all = rows.filter(({ isStep }) => !isStep).map(({ id }) => id);
  const some = all.slice(0, MAX_SELECTED);
  const isAll = some.length > 0 && some.every((id) => selected.includes(id));
  const words = all.length > MAX_SELECTED ? t`the first ${MAX_SELECTED} rows` : t`all loaded rows`;
  return (
    <input
      type="checkbox"
      aria-label={isAll ? t`Select none` : t`Select ${words}`}
      title={isAll ? t`Select none` : t`Select ${words}`}
      checked={isAll}
      disabled={some.length === 0}
      ref={(box) => {
        if (box !== null) box.indeterminate = !isAll && selected.length > 0;
      }}
      onChange={() => onSelectAll(isAll ? [] : some)}
    />
  );
}

interface HeadCellProps {
  column: RunColumn;
  sort: Order;
  onSort: (sort: Order) => void;
  /** The edge that changes the column's width. */
  resizer: ReactNode;
}

function HeadCell({ column, sort, onSort, resizer }: HeadCellProps) {
  const { id, title, isMark, firstOrder, sortKey, unsorted } = column;
  const key = sortKey ?? id;
  const isSorted = firstOrder !== null && sort.key === key;
  const Arrow = sort.isDescending ? IconArrowDown : IconArrowUp;
  return (
    <div
      role="columnheader"
      // Else the edge's name would be part of it.
      aria-label={title}
      data-column={id}
      className={`${cellClass(column)} ${id === "direction" ? styles.directionHead : ""}`}
      aria-sort={isSorted ? (sort.isDescending ? "descending" : "ascending") : undefined}
      style={placeOf(column)}
      title={id === "started_at" ? t`In the time zone of this browser: ${zone}` : undefined}
    >
      {firstOrder === null ? (
        <span className={isMark ? "visually-hidden" : ""} title={unsorted}>
          {title}
        </span>
      ) : (
        <button
          type="button"
          className={styles.sort}
          onClick={() =>
            onSort({ key, isDescending: isSorted ? !sort.isDescending : firstOrder === "descending" })
          }
        >
          {title}
          {isSorted && <Arrow size={13} aria-hidden="true" />}
        </button>
      )}
      {resizer}
    </div>
  );
}

/** The unit that all rows have their result in; null: bytes and operations have no common order. */
function commonMetric(runs: readonly RunItem[]): string | null {
  const metrics = new Set(runs.flatMap((run) => run.results.map(mainMetric)));
  const [only] = metrics;
  return metrics.size === 1 && only !== undefined ? only : null;
}

function sortedBy(column: RunColumn, key: string | null): RunColumn {
  if (key !== null) return { ...column, sortKey: key };
  return {
    ...column,
    firstOrder: null,
    unsorted: t`Mixed units. Filter by one block size to sort`,
  };
}

/** How wide the columns are that words are broken in. */
function useNamingWidths(
  head: RefObject<HTMLDivElement | null>,
  chosen: readonly ChosenColumn[],
): NamingWidths {
  const [widths, setWidths] = useState<NamingWidths>({ run: 0, workload: 0 });
  // Before the browser paints, so that no row is drawn with another height first.
  useLayoutEffect(() => {
    const heads = head.current?.querySelectorAll<HTMLElement>("[role=columnheader]");
    const cells = ["run", "workload"].map((id) => heads?.[chosen.findIndex((one) => one.id === id) + 1]);
    const read = () => {
      const [run = 0, workload = 0] = cells.map((cell) =>
        Math.floor(cell?.getBoundingClientRect().width ?? 0),
      );
      setWidths((known) => (known.run === run && known.workload === workload ? known : { run, workload }));
    };
    read();
    const observer = new ResizeObserver(read);
    for (const cell of cells) if (cell !== undefined) observer.observe(cell);
    return () => observer.disconnect();
  }, [head, chosen]);
  return widths;
}
