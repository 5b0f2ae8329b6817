import { t } from "@lingui/core/macro";
import { Card } from "@/ui/Card";
import { Table } from "@/ui/Table";

/** The options a reader looks for first; the rest follow by name. */
const FIRST = [
  "rw",
  "readwrite",
  "bs",
  "blocksize",
  "iodepth",
  "numjobs",
  "ioengine",
  "direct",
  "size",
  "runtime",
];

interface Job {
  name: string;
  options: Readonly<Record<string, string>>;
}

/** Options of each job as fio took them: one row per option, one column per job. */
export function JobOptions({ jobs: all }: { jobs: readonly Job[] }) {
  // The directions of one job repeat its options.
  const jobs = [
    ...new Map(
      all.map((job) => [JSON.stringify([job.name, Object.entries(job.options).toSorted(byName)]), job]),
    ).values(),
  ];
  const names = optionNames(jobs);
  if (names.length === 0) return null;
  const columns = [{ name: t`Option`, width: 200 }, ...jobs.map(({ name }) => ({ name }))];
  return (
    <Card title={t`Job options`} subtitle={t`As recorded with the output, [global] merged in`} isFlush>
      <Table caption={t`Job options`} columns={distinct(columns)} isDense>
        {names.map((name) => (
          <tr key={name}>
            <th scope="row">
              <code>{name}</code>
            </th>
            {jobs.map((job, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a job is known by its place in the output
              <td key={i}>
                <code>{cell(job.options[name])}</code>
              </td>
            ))}
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function optionNames(jobs: readonly Job[]): string[] {
  const names = new Set(jobs.flatMap((job) => Object.keys(job.options)));
  names.delete("name");
  const first = FIRST.filter((name) => names.delete(name));
  return [...first, ...[...names].toSorted()];
}

function byName([a]: readonly [string, string], [b]: readonly [string, string]): number {
  return a < b ? -1 : 1;
}

/** A flag such as group_reporting has no value: its presence is the value. */
function cell(value: string | undefined): string {
  if (value === undefined) return t`not set`;
  return value === "" ? t`set` : value;
}

/** Two jobs may share a name; a column may not. */
function distinct(columns: readonly { name: string }[]): { name: string }[] {
  const seen = new Map<string, number>();
  return columns.map(({ name }) => {
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return { name: count === 1 ? name : `${name} (${count})` };
  });
}
