import { useQuery } from "@tanstack/react-query";
import { sheetJobsQuery } from "@/api/queries/specs";
import type { SpecCard, SpecJob } from "@/api/types";
import { QueryError } from "@/components/QueryError";
import { formatFact } from "@/lib/fact-value";
import styles from "@/sections/Fleet.module.css";
import { sheetFigureName } from "@/sections/sheet-words";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { CopyButton } from "@/ui/CopyButton";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: "Figure" },
  { name: "By datasheet", isNumeric: true },
  { name: "Job" },
  { name: "Notes" },
  { name: "Job file" },
];

/** What fio has to do so that its result may be held against each figure. */
export function Jobs({ card }: { card: SpecCard }) {
  const jobs = useQuery(sheetJobsQuery(card.id));
  if (jobs.isPending) return null;
  if (jobs.isError)
    return (
      <QueryError
        title="The jobs could not be created."
        error={jobs.error}
        onRetry={() => void jobs.refetch()}
      />
    );
  const { jobs: items, left_out: leftOut } = jobs.data;
  return (
    <Card
      title="fio jobs matching the datasheet"
      subtitle="Built from the stated conditions; replace TARGET with the drive. fioboard-agent suite datasheet --target DRIVE runs the read-only jobs."
      isFlush
    >
      {items.length > 0 && (
        <Table caption="Jobs" columns={COLUMNS} isDense>
          {items.map((job) => (
            <Row key={job.name} job={job} card={card} />
          ))}
        </Table>
      )}
      {leftOut.map((one) => (
        <p key={one} className={styles.note}>
          No job for figure {one}
        </p>
      ))}
    </Card>
  );
}

function Row({ job, card }: { job: SpecJob; card: SpecCard }) {
  const figure = card.figures[job.figure - 1];
  const besides = [
    ...(job.before.length > 0 ? [`first ${job.before.map((step) => STEPS[step]).join(", then ")}`] : []),
    ...job.by_hand,
    ...(job.assumed.length > 0 ? [`assumed: ${job.assumed.join(", ")}`] : []),
  ];
  return (
    <tr>
      <th scope="row">{figure === undefined ? job.name : sheetFigureName(figure)}</th>
      <NumberCell>{formatFact(job.rated, job.unit)}</NumberCell>
      <td>
        {job.rw} bs={job.bs} iodepth={job.iodepth} numjobs={job.numjobs}
        {job.rwmixread !== null && ` rwmixread=${job.rwmixread}`}{" "}
        {job.is_destructive && (
          <Badge tone="warn" title="It, or what comes before it, overwrites the drive">
            destroys data
          </Badge>
        )}
      </td>
      <td className={styles.words}>{besides.join("; ")}</td>
      <td>
        <CopyButton text={job.job_file} name={`the job file ${job.name}`} />
      </td>
    </tr>
  );
}

const STEPS: Record<SpecJob["before"][number], string> = {
  fill: "fill the drive",
  overwrite: "overwrite it in the pattern of the test",
  past_cache: "write past its cache",
};
