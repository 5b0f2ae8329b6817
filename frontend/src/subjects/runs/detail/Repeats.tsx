import { plural, t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { RepeatSpread } from "@/api/types";
import { paths } from "@/lib/paths";
import { type BandwidthUnits, formatBandwidth, formatIops, formatPercent, formatSpan } from "@/lib/units";
import { RUN_TABS } from "@/subjects/runs/detail/run-tabs";
import { neighboursQuery } from "@/subjects/runs/queries/runs";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { WaitingCard } from "@/ui/page/WaitingCard";
import { NumberCell, Table } from "@/ui/Table";

const COLUMNS = [
  { name: t`Started` },
  { name: "IOPS", isNumeric: true },
  { name: t`Bandwidth`, isNumeric: true },
];

const TITLE = t`Repeats`;

interface RepeatsProps {
  runId: string;
  units: BandwidthUnits;
}

/** The other runs of the same configuration, and how far they lie apart: what one run alone cannot say. */
export function Repeats({ runId, units }: RepeatsProps) {
  const query = useQuery(neighboursQuery(runId));
  if (query.data === undefined)
    return <WaitingCard title={TITLE} query={query} failure={t`The repeats could not be loaded.`} />;
  const { repeats, spread } = query.data;
  const first = repeats.find((repeat) => repeat.id !== runId);
  if (first === undefined) {
    return (
      <Card title={TITLE}>
        <EmptyMessage title={t`No repeats yet.`} />
      </Card>
    );
  }
  const words = spread === null ? t`too few for a spread` : inWords(spread);
  return (
    <Card
      title={TITLE}
      subtitle={t`${plural({ repeats: repeats.length }, { one: "# run", other: "# runs" })} of this configuration: ${words}`}
      actions={
        <Link to={paths.compareRuns([runId], [first.id])}>
          <Trans>Compare with the newest other run</Trans>
        </Link>
      }
      isFlush
    >
      <Table caption={t`Repeats of this configuration`} columns={COLUMNS} isDense>
        {repeats.map((repeat) => (
          <tr key={repeat.id}>
            <th scope="row">
              {repeat.id === runId ? (
                <>
                  <Moment iso={repeat.started_at} />{" "}
                  <Badge>
                    <Trans>This run</Trans>
                  </Badge>
                </>
              ) : (
                <Link to={paths.run(repeat.id)} hash={RUN_TABS.history.id}>
                  <Moment iso={repeat.started_at} />
                </Link>
              )}
            </th>
            <NumberCell>{formatIops(repeat.iops)}</NumberCell>
            <NumberCell>{formatBandwidth(repeat.bw_bytes_per_s, units)}</NumberCell>
          </tr>
        ))}
      </Table>
    </Card>
  );
}

function inWords({ iops_min, iops_max, iops_cv_ratio }: RepeatSpread): string {
  const range = `IOPS ${formatSpan([iops_min, iops_max], formatIops)}`;
  if (iops_cv_ratio === null) return range;
  return t`${range}, standard deviation ${{ count: formatPercent(iops_cv_ratio * 100) }} of the mean`;
}
