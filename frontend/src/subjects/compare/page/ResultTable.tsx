import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { Fragment, useRef, useState } from "react";
import type { ComparedHeadline, ComparedMetric, Comparison } from "@/api/types";
import type { Series } from "@/charts/series-style";
import type { CompareParams } from "@/lib/address";
import { formatMetric, type Metric } from "@/lib/metrics";
import styles from "@/subjects/compare/page/ComparePage.module.css";
import { GroupHead } from "@/subjects/compare/page/GroupHead";
import { RowRuns } from "@/subjects/compare/page/RowRuns";
import { ColumnHead, SideMark } from "@/subjects/compare/page/TableHead";
import { WorkloadFinder } from "@/subjects/compare/page/WorkloadFinder";
import { groupedRows } from "@/subjects/compare/parts/comparison-groups";
import {
  baseOf,
  type CompareRow,
  isMany,
  isOneKind,
  partsOf,
} from "@/subjects/compare/parts/comparison-rows";
import {
  changeText,
  intervalText,
  isLeftToChance,
  missingReason,
  VERDICT,
} from "@/subjects/compare/parts/comparison-words";
import type { CompareQuery } from "@/subjects/compare/queries";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { Missing } from "@/ui/Missing";
import { useShortcuts } from "@/ui/shortcuts";

interface ResultTableProps {
  /** Those that are shown, of all. */
  rows: readonly CompareRow[];
  all: readonly CompareRow[];
  answer: Comparison;
  query: CompareQuery;
  /** Base first. */
  sides: readonly Series[];
  metric: Metric;
  /** Options that all workloads share. */
  shared: string;
  open: string | null;
  params: CompareParams;
  onChange: (changed: Partial<CompareParams>, isTyping?: boolean) => void;
}

/** Every workload with both figures, the change and what may be said of it; a row opens to its single runs. */
export function ResultTable(props: ResultTableProps) {
  const { rows, all, answer, query, sides, metric, shared, open, params, onChange } = props;
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const table = useRef<HTMLTableElement>(null);
  const isOfMany = isMany(all);
  const groups = groupedRows(rows, isOfMany ? params.group : "none");
  const isGrouped = groups.length > 1;
  const toggle = (title: string) => setFolded(folded.symmetricDifference(new Set([title])));
  useShortcuts({ j: () => moveFocus(table.current, 1), k: () => moveFocus(table.current, -1) });
  const several = answer.more.length > 0;
  const sortBy = (key: CompareParams["sort"]["key"]) => {
    const isSame = params.sort.key === key;
    // The first press shows the best on top; workloads begin with the smallest reads.
    onChange({ sort: { key, isDescending: isSame ? !params.sort.isDescending : key !== "workload" } });
  };
  const head = { sort: params.sort, onSort: sortBy };
  const columns = several ? 8 : 7;
  const byChance = rows
    .flatMap(({ cells }) => cells)
    .filter((cell) => cell !== null && isLeftToChance(cell)).length;
  return (
    <Card
      title={t`${{ title: metric.title }} by workload`}
      subtitle={t`Median of each side’s runs; change: median of all pairs’ ratios${{ shared: shared === "" ? "" : t` · all with ${shared}` }}`}
      isFlush
    >
      {(isOfMany || isNarrowed(params)) && (
        <WorkloadFinder params={params} matches={rows.length} all={all.length} onChange={onChange} />
      )}
      <section
        className={`${styles.scroll} ${isOfMany ? styles.many : ""}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t`Compared workloads, scrolls sideways`}
      >
        <table ref={table} className={styles.results}>
          <caption className="visually-hidden">
            <Trans>{{ title: metric.title }} of every compared workload</Trans>
          </caption>
          <thead className={isOfMany ? styles.stuck : undefined}>
            <tr>
              <ColumnHead {...head} name={t`Workload`} sortKey="workload" />
              <ColumnHead {...head} name={t`Base`} sortKey="base" isNumeric isWide mark={sides[0]} />
              {several && <ColumnHead name={t`Side`} />}
              <ColumnHead name={t`New`} isNumeric isWide mark={several ? undefined : sides[1]} />
              <ColumnHead {...head} name={t`Change`} sortKey="effect" isNumeric />
              <ColumnHead name={t`95 % interval`} isNumeric isWide />
              <ColumnHead {...head} name={t`Verdict`} sortKey="verdict" />
              <ColumnHead name="n" isNumeric isWide />
            </tr>
          </thead>
          {groups.map((group) => (
            <tbody key={group.title}>
              {isGrouped && (
                <GroupHead
                  group={group}
                  sides={sides.slice(1)}
                  columns={columns}
                  isFolded={folded.has(group.title)}
                  onToggle={() => toggle(group.title)}
                />
              )}
              {!(isGrouped && folded.has(group.title)) &&
                group.rows.map((row) => (
                  <Fragment key={row.key}>
                    {row.cells.map((cell, i) => (
                      // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place
                      <tr key={i} className={i > 0 ? styles.sameWorkload : undefined}>
                        {i === 0 && (
                          <>
                            <th scope="row" rowSpan={row.cells.length}>
                              <WorkloadName
                                row={row}
                                isOpen={open === row.key}
                                onToggle={() => onChange({ open: open === row.key ? null : row.key })}
                              />
                            </th>
                            <Value row={row} metric={metric} params={params} />
                          </>
                        )}
                        {several && (
                          <td>
                            <SideMark side={sides[i + 1]} />
                          </td>
                        )}
                        <Cells cell={cell} metric={metric} params={params} />
                      </tr>
                    ))}
                    {open === row.key && (
                      <tr>
                        <td colSpan={columns} className={styles.opened}>
                          <RowRuns
                            row={row}
                            query={query}
                            answer={answer}
                            sides={sides}
                            metric={metric}
                            units={params.units}
                          />
                        </td>
                      </tr>
                    )}
                  </Fragment>
                ))}
            </tbody>
          ))}
          {rows.length === 0 && (
            <tbody>
              <tr>
                <td colSpan={columns} className={styles.nothing}>
                  {isNarrowed(params)
                    ? t`No workload matches the search and the verdict.`
                    : t`No workload shows a difference, so all are hidden.`}
                </td>
              </tr>
            </tbody>
          )}
          <tfoot>
            {isOneKind(all) &&
              partsOf(answer).map((part, i) => (
                <Whole
                  key={part.new.filter}
                  headline={part.headlines[metric.name]}
                  side={several ? sides[i + 1] : undefined}
                />
              ))}
          </tfoot>
        </table>
      </section>
      {byChance > 0 && (
        <p className={styles.footnote}>
          <Trans>
            <Plural value={byChance} one="# interval" other="# intervals" /> above{" "}
            <Plural value={byChance} one="excludes" other="exclude" /> “no change” without being significant:
            with <Plural value={{ all: all.length }} one="# workload" other="# workloads" /> compared at once,
            some do so by chance (Holm's correction).
          </Trans>
        </p>
      )}
    </Card>
  );
}

function isNarrowed({ words, verdict }: CompareParams): boolean {
  return words !== "" || verdict !== "any";
}

/** To the next or the last row, by its button. */
function moveFocus(table: HTMLTableElement | null, step: 1 | -1) {
  const buttons = [...(table?.querySelectorAll<HTMLElement>("button[data-row]") ?? [])];
  const at = buttons.findIndex((one) => one.isSameNode(document.activeElement));
  const next = at === -1 ? (step === 1 ? 0 : buttons.length - 1) : at + step;
  buttons[next]?.focus();
  buttons[next]?.scrollIntoView({ block: "nearest" });
}

interface WorkloadNameProps {
  row: CompareRow;
  isOpen: boolean;
  onToggle: () => void;
}

function WorkloadName({ row: { name, workload, direction }, isOpen, onToggle }: WorkloadNameProps) {
  return (
    <button
      type="button"
      className={styles.toggle}
      data-row=""
      aria-expanded={isOpen}
      title={workload}
      onClick={onToggle}
    >
      {isOpen ? (
        <IconChevronDown size={14} aria-hidden="true" />
      ) : (
        <IconChevronRight size={14} aria-hidden="true" />
      )}
      <span>{name}</span>
      <DirectionMark direction={direction} />
    </button>
  );
}

function Value({ row, metric, params }: { row: CompareRow; metric: Metric; params: CompareParams }) {
  const base = baseOf(row);
  return (
    <td rowSpan={row.cells.length} className={`${styles.numeric} ${styles.wide}`}>
      {base === null || base.median === null ? (
        <Missing reason={t`base has no value for this metric`} />
      ) : (
        formatMetric(metric, base.median, params.units)
      )}
    </td>
  );
}

interface CellsProps {
  cell: ComparedMetric | null;
  metric: Metric;
  params: CompareParams;
}

function Cells({ cell, metric, params }: CellsProps) {
  if (cell === null) {
    return (
      <td colSpan={5} className={styles.nothing}>
        <Trans>not measured on this side</Trans>
      </td>
    );
  }
  const verdict = VERDICT[cell.verdict];
  const interval = intervalText(cell.ratio_ci95, cell.ratio_decimals);
  const claim = cell.verdict === "better" || cell.verdict === "worse" ? styles[cell.verdict] : styles.noClaim;
  return (
    <>
      <td className={`${styles.numeric} ${styles.new} ${styles.wide}`}>
        {cell.new.median === null ? (
          <Missing reason={t`new has no value for this metric`} />
        ) : (
          formatMetric(metric, cell.new.median, params.units)
        )}
      </td>
      <td className={`${styles.numeric} ${claim}`}>
        {cell.ratio === null ? (
          <Missing reason={missingReason(cell)} />
        ) : (
          changeText(cell.ratio, cell.ratio_decimals)
        )}
      </td>
      <td className={`${styles.numeric} ${styles.wide}`}>
        {interval === null ? <Missing reason={missingReason(cell)} /> : interval}
      </td>
      <td className={styles.verdict}>
        <Badge tone={verdict.tone}>{verdict.word}</Badge>
      </td>
      <td className={`${styles.numeric} ${styles.wide}`}>
        {cell.base.n} / {cell.new.n}
      </td>
    </>
  );
}

interface WholeProps {
  headline: ComparedHeadline | undefined;
  side: Series | undefined;
}

/** The geometric mean over the workloads; one workload is its own. */
function Whole({ headline, side }: WholeProps) {
  if (headline === undefined || headline.workloads < 2) return null;
  return (
    <tr>
      <th scope="row">
        <Trans>
          Geometric mean of{" "}
          <Plural value={{ workloads: headline.workloads }} one="# workload" other="# workloads" />
        </Trans>
      </th>
      <td className={styles.wide} />
      {side !== undefined && (
        <td>
          <SideMark side={side} />
        </td>
      )}
      <td className={styles.wide} />
      <td className={`${styles.numeric} ${styles.new}`}>
        {changeText(headline.ratio, headline.ratio_decimals)}
      </td>
      <td className={`${styles.numeric} ${styles.wide}`}>
        {intervalText(headline.ratio_ci95, headline.ratio_decimals) ?? (
          <Missing reason={t`a workload has too few runs on a side`} />
        )}
      </td>
      <td colSpan={2} className={styles.tally}>
        {(["better", "worse", "no_difference_shown", "not_enough_runs"] as const)
          .filter((word) => headline[word] > 0)
          .map((word) => t`${{ word: VERDICT[word].word.toLowerCase() }} in ${{ headline: headline[word] }}`)
          .join(", ")}
      </td>
    </tr>
  );
}
