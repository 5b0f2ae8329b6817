import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { Reading } from "@/api/types";
import { exactFact, formatFact } from "@/lib/fact-value";
import { formatRise } from "@/lib/units";
import { momentsQuery } from "@/subjects/runs/queries/runs";
import { Card } from "@/ui/Card";
import { Missing } from "@/ui/Missing";
import { WaitingCard } from "@/ui/page/WaitingCard";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Part` },
  { name: t`Reading` },
  { name: t`Before`, isNumeric: true },
  { name: t`After`, isNumeric: true },
  { name: t`Change`, isNumeric: true },
  { name: t`Source` },
];

interface BeforeAfterProps {
  runId: string;
  /** No series of any other source fills the place either. */
  isAlone: boolean;
}

/** What was read once before and once after a run that nobody sampled. */
export function BeforeAfter({ runId, isAlone }: BeforeAfterProps) {
  const moments = useQuery(momentsQuery(runId));
  const title = isAlone ? t`Performance during the run` : t`Before and after the run`;
  if (moments.data === undefined)
    return (
      <WaitingCard title={title} query={moments} failure={t`The list could not be loaded.`} height={120} />
    );
  const { notes, readings } = moments.data;
  if (readings.length === 0) return isAlone ? <NothingRecorded title={title} notes={notes} /> : null;
  return (
    <Card
      title={t`Before and after the run`}
      subtitle={t`Drives were not sampled during the run; values read once before and once after`}
      isFlush
    >
      <Table caption={t`Readings before and after the run`} columns={COLUMNS} isDense>
        {readings.map((reading) => (
          <Row key={`${reading.subject} ${reading.title}`} reading={reading} />
        ))}
      </Table>
      <Notes notes={notes} />
    </Card>
  );
}

function Row({ reading }: { reading: Reading }) {
  const { subject, title, unit, before, after, source } = reading;
  const rise = before === null || after === null ? null : after - before;
  return (
    <tr>
      <th scope="row">{subject.replace(/^(disk|function):/, "")}</th>
      <td>{title}</td>
      <Side reading={reading} value={before} />
      <Side reading={reading} value={after} />
      <NumberCell>
        {rise === null ? (
          <Missing reason={t`it takes both sides`} />
        ) : (
          formatRise(rise, (size) => formatFact(size, unit))
        )}
      </NumberCell>
      <td>{source ?? <Missing reason={t`not reported`} />}</td>
    </tr>
  );
}

function Side({ reading: { unit, reason }, value }: { reading: Reading; value: number | null }) {
  return (
    <NumberCell title={exactFact(value, unit)}>
      {value === null ? <Missing reason={reason ?? t`not reported`} /> : formatFact(value, unit)}
    </NumberCell>
  );
}

function NothingRecorded({ title, notes }: { title: string; notes: readonly string[] }) {
  return (
    <Card title={title}>
      <p className="hint">
        <Trans>
          This run has no samples and no fio logs. To get a time series, run fio through the agent (Linux), or
          set <code>write_bw_log</code>, <code>write_iops_log</code> and <code>write_lat_log</code> in the
          job.
        </Trans>
      </p>
      <Notes notes={notes} />
    </Card>
  );
}

/** The agent's own remarks: why there are no samples, which drive told nothing. */
function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className="hint pad-10-16" aria-label={t`The agent's remarks`}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}
