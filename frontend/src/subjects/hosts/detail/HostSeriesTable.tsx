import { plural, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { HostDetail, HostSeries } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { sentenceCase } from "@/lib/format";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import styles from "@/subjects/hosts/detail/HostSeriesTable.module.css";
import { VerdictMark } from "@/subjects/runs/parts/answer/VerdictMark";
import { Yardstick } from "@/subjects/runs/parts/answer/Yardstick";
import { Trend } from "@/subjects/runs/parts/Trend";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { Moment } from "@/ui/Moment";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Workload` },
  { name: t`Runs`, isNumeric: true },
  { name: t`Latest`, isNumeric: true },
  { name: t`Latest vs. limit` },
  { name: t`Best`, isNumeric: true },
  { name: t`Best vs. limit` },
  { name: t`Trend` },
  { name: t`Verdict` },
];

// Rows that are drawn at first: a sweep alone has dozens.
const MAX_ROWS = 8;

/** The newest and the best run of each workload, with what it is held against. */
export function HostSeriesTable({ host }: { host: HostDetail }) {
  const { series, run_count: runs, runs_looked_at: seen } = host;
  const [isWhole, setWhole] = useState(false);
  if (series.length === 0) return null;
  // One row more than the limit takes no more room than the button that hides it.
  const rows = isWhole || series.length <= MAX_ROWS + 1 ? series : series.slice(0, MAX_ROWS);
  return (
    <Card
      title={t`Latest and best, by workload`}
      subtitle={t`${plural({ series: series.length }, { one: "# workload", other: "# workloads" })}${{ seen: seen < runs ? t`, of the newest ${{ seen: formatCount(seen) }} runs` : "" }}; best of reliable runs`}
      isFlush
    >
      <Table caption={t`Latest and best, by workload`} columns={COLUMNS}>
        {rows.map((one) => (
          <Row key={one.key} series={one} name={one.name} />
        ))}
      </Table>
      {rows.length < series.length && (
        <p className="pad-10-16">
          <Button variant="default" size="xs" onClick={() => setWhole(true)}>
            <Trans>
              Show all <Plural value={{ series: series.length }} one="# workload" other="# workloads" />
            </Trans>
          </Button>
        </p>
      )}
    </Card>
  );
}

function Row({ series, name }: { series: HostSeries; name: string }) {
  const { runs, doubted, latest, best, recent, unit } = series;
  return (
    <tr>
      <th scope="row">
        <span className="block anywhere" style={{ minWidth: 190 }} title={series.workload}>
          {sentenceCase(name)}
        </span>
        <div className="hint">
          <Moment iso={latest.at} />
          {!latest.is_dated && t` received`}
        </div>
      </th>
      <NumberCell
        title={
          doubted > 0
            ? `${plural(doubted, { one: "# unreliable run", other: "# unreliable runs" })}`
            : undefined
        }
      >
        {formatCount(runs)}
      </NumberCell>
      <NumberCell>
        <Link to={paths.run(latest.run_id)}>{formatFact(latest.value, unit)}</Link>
      </NumberCell>
      <td className={styles.share}>
        <Yardstick of={latest} />
      </td>
      {best?.run_id === latest.run_id ? (
        <td colSpan={2} className="hint">
          <Trans>the latest run</Trans>
        </td>
      ) : (
        <>
          <NumberCell>
            {best === null ? (
              <Missing reason={t`no reliable run`} />
            ) : (
              <Link to={paths.run(best.run_id)}>{formatFact(best.value, unit)}</Link>
            )}
          </NumberCell>
          <td className={styles.share}>
            {best === null ? <Missing reason={t`no reliable run`} /> : <Yardstick of={best} />}
          </td>
        </>
      )}
      <td>
        <Trend values={recent} format={(value) => formatFact(value, unit)} />
      </td>
      <td>
        {best === null ? (
          <Missing reason={t`no reliable run`} />
        ) : (
          <VerdictMark verdict={best.verdict} hasShare={false} />
        )}
      </td>
    </tr>
  );
}
