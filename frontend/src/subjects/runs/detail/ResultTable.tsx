import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { JobResult, Result } from "@/api/types";
import { type BandwidthUnits, formatCount } from "@/lib/units";
import { shortConcurrency, shortPattern } from "@/lib/workload";
import styles from "@/subjects/runs/detail/RunPage.module.css";
import { MERGED_SECTIONS, originsInWords } from "@/subjects/runs/parts/certainty";
import { LATENCY_COLUMNS, LatencyCells, MovedCells, RateCells } from "@/subjects/runs/parts/FigureCells";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { DirectionMark } from "@/ui/DirectionMark";
import { Table } from "@/ui/Table";

const TEXT = [t`Job`, t`Direction`, t`Workload`].map((name) => ({ name }));
const NUMBERS = ["IOPS", t`Bandwidth`, ...LATENCY_COLUMNS, t`Moved`, t`Runtime`];
const COLUMNS = [...TEXT, ...NUMBERS.map((name) => ({ name, isNumeric: true }))];

interface ResultTableProps {
  /** In the order of the page: by job, read before write. */
  results: readonly Result[];
  /** Result id to its unmerged clones, where any. */
  clones: Readonly<Record<string, readonly JobResult[]>>;
  units: BandwidthUnits;
}

/** Every job and direction of the output, read before write within each job. */
export function ResultTable({ results, clones, units }: ResultTableProps) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const hasClones = Object.values(clones).some((own) => own.length > 0);
  return (
    <Card
      title={t`Results`}
      subtitle={t`One line per job and direction; clones of one job are merged and can be opened`}
      isFlush
    >
      <Table caption={t`Results per job and direction`} columns={COLUMNS}>
        {results.map((result) => {
          const own = clones[result.id] ?? [];
          const isOpen = open.has(result.id);
          return [
            <tr key={result.id}>
              <th scope="row">
                {own.length > 0 ? (
                  <button
                    type="button"
                    className={styles.expand}
                    aria-expanded={isOpen}
                    aria-label={
                      isOpen
                        ? t`Hide ${{ own: formatCount(own.length) }} clones of ${{ job_name: result.job_name }}, ${{ direction: result.direction }}`
                        : t`Show ${{ own: formatCount(own.length) }} clones of ${{ job_name: result.job_name }}, ${{ direction: result.direction }}`
                    }
                    onClick={() => setOpen(open.symmetricDifference(new Set([result.id])))}
                  >
                    {isOpen ? <IconChevronDown size={14} /> : <IconChevronRight size={14} />}
                  </button>
                ) : (
                  hasClones && <span className={styles.expandSpace} />
                )}
                {result.job_name}
              </th>
              <td>
                <DirectionMark direction={result.direction} />
              </td>
              <td>
                <Workload result={result} />
              </td>
              <RateCells figures={result} units={units} />
              <LatencyCells latency={result.clat_ns} />
              <MovedCells figures={result} />
            </tr>,
            ...(isOpen
              ? own.map((clone) => (
                  <CloneRow key={`${result.id}/${clone.position}`} clone={clone} units={units} />
                ))
              : []),
          ];
        })}
      </Table>
    </Card>
  );
}

function Workload({ result }: { result: Result }) {
  if (result.is_merged_sections)
    return (
      <Badge title={MERGED_SECTIONS}>
        <Trans>merged sections</Trans>
      </Badge>
    );
  const origins = originsInWords(result.settings_source);
  return (
    <>
      <code>
        {shortPattern(result)} {shortConcurrency(result)}
      </code>
      {origins !== null && <span className="block faint tiny">{origins}</span>}
    </>
  );
}

function CloneRow({ clone, units }: { clone: JobResult; units: BandwidthUnits }) {
  return (
    <tr className={styles.clone}>
      <th scope="row" colSpan={3}>
        <Trans>
          <span className={styles.expandSpace} />
          clone at position {{ position: clone.position }}
        </Trans>
      </th>
      <RateCells figures={clone} units={units} />
      <LatencyCells latency={clone.clat_ns} />
      <MovedCells figures={clone} />
    </tr>
  );
}
