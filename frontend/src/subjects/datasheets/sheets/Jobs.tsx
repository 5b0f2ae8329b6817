import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { SpecCard, SpecJob } from "@/api/types";
import { formatFact } from "@/lib/fact-value";
import { sheetFigureName } from "@/subjects/datasheets/parts/sheet-words";
import { sheetJobsQuery } from "@/subjects/datasheets/queries";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import styles from "@/ui/ListPage.module.css";
import { QueryError } from "@/ui/page/QueryError";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Figure` },
  { name: t`Rating`, isNumeric: true },
  { name: t`Job` },
  { name: t`Notes` },
  { name: t`Job file` },
];

/** What fio has to do so that its result may be held against each figure. */
export function Jobs({ card }: { card: SpecCard }) {
  const jobs = useQuery(sheetJobsQuery(card.id));
  if (jobs.isPending) return null;
  if (jobs.isError)
    return (
      <QueryError
        title={t`The jobs could not be created.`}
        error={jobs.error}
        onRetry={() => void jobs.refetch()}
      />
    );
  const { jobs: items, left_out: leftOut } = jobs.data;
  return (
    <Card
      title={t`fio jobs for these figures`}
      subtitle={
        <Trans>
          Built from the stated conditions, where there are any; the Notes column lists assumed values.
          Replace TARGET with the drive. <code>fioboard-agent suite datasheet --target PATH</code> runs the
          read-only jobs.
        </Trans>
      }
      isFlush
    >
      {items.length > 0 && (
        <Table caption={t`Jobs`} columns={COLUMNS} isDense>
          {items.map((job) => (
            <Row key={job.name} job={job} card={card} />
          ))}
        </Table>
      )}
      {leftOut.map((one) => (
        <p key={one} className="links remark">
          <Trans>No job for figure {one}</Trans>
        </p>
      ))}
    </Card>
  );
}

function Row({ job, card }: { job: SpecJob; card: SpecCard }) {
  const figure = card.figures[job.figure - 1];
  const besides = [
    ...(job.before.length > 0
      ? [t`first ${{ before: job.before.map((step) => STEPS[step]).join(t`, then `) }}`]
      : []),
    ...job.by_hand,
    ...(job.assumed.length > 0 ? [t`assumed: ${{ assumed: job.assumed.join(", ") }}`] : []),
  ];
  return (
    <tr>
      <th scope="row">{figure === undefined ? job.name : sheetFigureName(figure)}</th>
      <NumberCell>{formatFact(job.rated, job.unit)}</NumberCell>
      <td>
        <Trans>
          {{ rw: job.rw }} bs={{ bs: job.bs }} iodepth={{ iodepth: job.iodepth }} numjobs=
          {{ numjobs: job.numjobs }}
          {{ mix: job.rwmixread !== null ? t` rwmixread=${{ rwmixread: job.rwmixread }}` : "" }}
        </Trans>{" "}
        {job.is_destructive && (
          <Badge tone="warn" title={t`This job or its preparation overwrites the drive`}>
            <Trans>destroys data</Trans>
          </Badge>
        )}
      </td>
      <td className={styles.words}>{besides.join("; ")}</td>
      <td>
        <CopyButton text={job.job_file} name={t`the job file ${{ name: job.name }}`} />
      </td>
    </tr>
  );
}

const STEPS: Record<SpecJob["before"][number], string> = {
  fill: t`fill the drive`,
  overwrite: t`overwrite it in the test's pattern`,
  past_cache: t`write past its cache`,
};
