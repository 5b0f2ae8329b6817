import { Button } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { seriesQuery } from "@/api/queries/changes";
import { timeNotesQuery } from "@/api/queries/time-notes";
import type { Change, SeriesDetail } from "@/api/types";
import { countOf } from "@/lib/format";
import { paths } from "@/lib/paths";
import { changedWhen, levels, STATE_WORDS, sizeOf, suspectValues, toneOf } from "@/sections/change-words";
import frame from "@/sections/Fleet.module.css";
import { noteAnnotations } from "@/sections/time-note-words";
import watch from "@/sections/Watch.module.css";
import { WatchedCourse } from "@/sections/WatchedCourse";
import { type RecordedChange, recordedChanges } from "@/sections/watched-course";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { Table } from "@/ui/Table";

const route = getRouteApi("/shell/series/$id");
const CHANGES = [
  { name: "Change" },
  { name: "First run after it" },
  { name: "Also changed" },
  { name: "State" },
];
const RECORDED = [
  { name: "First run with it" },
  { name: "What" },
  { name: "Before and after" },
  { name: "The figure" },
];
const MAX_NAMED = 3;

/** One watched series: all its runs in time, when the figure changed, and everything recorded that changed meanwhile. */
export function SeriesPage() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(seriesQuery(id));
  const navigate = useNavigate();
  const { series, changes, facts } = data;
  const notes = useQuery(timeNotesQuery(series.host.id)).data?.items;
  const annotations = useMemo(() => noteAnnotations(notes ?? [], false), [notes]);
  const recorded = useMemo(() => recordedChanges(facts, changes), [facts, changes]);
  return (
    <>
      <PageHeader
        title={`${series.metric_title} over time on ${series.host.name}`}
        trail={
          <nav aria-label="Breadcrumb" className={frame.trail}>
            <Link to={paths.changes()}>Changes</Link>
            <span aria-hidden="true">/</span>
            <Link to={paths.host(series.host.id)}>{series.host.name}</Link>
          </nav>
        }
        subtitle={<Facts detail={data} />}
        actions={
          <Button
            variant="default"
            component={Link}
            to={paths.runs({ filter: { host: [series.host.name], workload: [series.workload_id] } })}
          >
            Show runs
          </Button>
        }
      />
      <p className={frame.answer}>{changedWhen(data)}</p>
      <div className={frame.sections}>
        <Card>
          <WatchedCourse
            name={`series-${series.metric}`}
            of={series}
            points={data.points}
            levels={data.levels}
            changes={changes}
            facts={facts}
            notes={annotations}
            onOpen={(run) => void navigate({ to: paths.run(run) })}
          />
        </Card>
        {changes.length > 0 && (
          <Card title="Performance changes" isFlush>
            <Table caption="Performance changes" columns={CHANGES} isDense>
              {changes.map((one) => (
                <ChangeLine key={one.id} change={one} />
              ))}
            </Table>
          </Card>
        )}
        <Card
          title="Configuration changes in this period"
          subtitle="Those without a performance effect are probably not a cause"
          isFlush
        >
          {recorded.length === 0 ? (
            <EmptyMessage
              title="No recorded change in this period."
              detail="Settings that are not recorded may have changed; each change's page lists them."
            />
          ) : (
            <Table caption="Configuration changes in this period" columns={RECORDED} isDense>
              {recorded.map((one) => (
                <RecordedLine key={one.id} recorded={one} />
              ))}
            </Table>
          )}
        </Card>
      </div>
      {data.waiting > 0 && (
        <p className={frame.foot} role="status">
          {countOf(data.waiting, "configuration")} still being analysed; this page updates within seconds.
        </p>
      )}
    </>
  );
}

function Facts({ detail: { series } }: { detail: SeriesDetail }) {
  return (
    <>
      <span title={series.workload}>{series.workload_words}</span>, {series.direction} ·{" "}
      {countOf(series.run_count, "run")}
      {series.doubted_count > 0 && `, ${series.doubted_count} in doubt`}, <Moment iso={series.first_at} /> to{" "}
      <Moment iso={series.last_at} />
    </>
  );
}

function ChangeLine({ change }: { change: Change }) {
  const likely = change.suspects.filter((one) => one.is_likely);
  const { size, interval } = sizeOf(change);
  return (
    <tr>
      <th scope="row">
        <Badge
          tone={toneOf(change)}
          title={interval === null ? "too few runs for an interval" : `95 %: ${interval}`}
        >
          {size}
        </Badge>{" "}
        <Link to={paths.change(change.id)} title={change.sentence}>
          {levels(change)}
        </Link>
        <div className={watch.small}>
          {change.n_before} runs before, {change.n_after} after
        </div>
      </th>
      <td>
        <Link to={paths.run(change.after_run.id)}>
          <Moment iso={change.after_run.started_at} />
        </Link>
      </td>
      <td>
        {likely.length === 0
          ? "no recorded change"
          : likely
              .slice(0, MAX_NAMED)
              .map((one) => `${one.title} ${suspectValues(one)}`)
              .join(", ")}
        {likely.length > MAX_NAMED && ` and ${likely.length - MAX_NAMED} more`}
      </td>
      <td>{change.gone_at === null ? STATE_WORDS[change.state].short : "no longer detected"}</td>
    </tr>
  );
}

function RecordedLine({ recorded: { title, before, after, run, isAtStep } }: { recorded: RecordedChange }) {
  return (
    <tr>
      <th scope="row">
        <Link to={paths.run(run.id)}>
          <Moment iso={run.started_at} />
        </Link>
      </th>
      <td>{title}</td>
      <td>
        {before} → {after}
      </td>
      <td>{isAtStep ? <strong>changed with it</strong> : "stayed"}</td>
    </tr>
  );
}
