import { ph, t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Change, SeriesDetail } from "@/api/types";
import { paths } from "@/lib/paths";
import {
  changedWhen,
  levels,
  STATE_WORDS,
  sizeOf,
  suspectValues,
  toneOf,
} from "@/subjects/watch/parts/change-words";
import { noteAnnotations } from "@/subjects/watch/parts/time-note-words";
import { WatchedCourse } from "@/subjects/watch/parts/WatchedCourse";
import { type RecordedChange, recordedChanges } from "@/subjects/watch/parts/watched-course";
import { seriesQuery } from "@/subjects/watch/queries/changes";
import { timeNotesQuery } from "@/subjects/watch/queries/time-notes";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { EmptyMessage } from "@/ui/EmptyMessage";
import frame from "@/ui/ListPage.module.css";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { Table } from "@/ui/Table";

const route = getRouteApi("/shell/series/$id");
const CHANGES = [
  { name: t`Change` },
  { name: t`First run after the change` },
  { name: t`Also changed` },
  { name: t`State` },
];
const RECORDED = [
  { name: t`First run with the new value` },
  { name: t`Setting` },
  { name: t`Before and after` },
  { name: t`Performance` },
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
        title={t`${{ metric_title: series.metric_title }} over time on ${{ name: series.host.name }}`}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.changes()}>
              <Trans>Changes</Trans>
            </Link>
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
            <Trans>Show runs</Trans>
          </Button>
        }
      />
      <p className={frame.answer}>{changedWhen(data)}</p>
      <div className="stack gap-16 shrinks">
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
          <Card title={t`Performance changes`} isFlush>
            <Table caption={t`Performance changes`} columns={CHANGES} isDense>
              {changes.map((one) => (
                <ChangeLine key={one.id} change={one} />
              ))}
            </Table>
          </Card>
        )}
        <Card
          title={t`Configuration changes in this period`}
          subtitle={t`A setting that changed while performance did not is probably not the cause`}
          isFlush
        >
          {recorded.length === 0 ? (
            <EmptyMessage
              title={t`No configuration change was recorded in this period.`}
              detail={t`Unrecorded settings may have changed; each change's page lists them.`}
            />
          ) : (
            <Table caption={t`Configuration changes in this period`} columns={RECORDED} isDense>
              {recorded.map((one) => (
                <RecordedLine key={one.id} recorded={one} />
              ))}
            </Table>
          )}
        </Card>
      </div>
      {data.waiting > 0 && (
        <p className={frame.foot} role="status">
          <Trans>
            <Plural value={{ waiting: data.waiting }} one="# configuration" other="# configurations" /> still
            being analysed; this page updates within seconds.
          </Trans>
        </p>
      )}
    </>
  );
}

function Facts({ detail: { series } }: { detail: SeriesDetail }) {
  return (
    <Trans>
      <span title={series.workload}>{ph({ workload_words: series.workload_words })}</span>
      {{ direction: series.workload_words.includes(" and ") ? `, ${series.direction}` : "" }} ·{" "}
      <Plural value={{ run_count: series.run_count }} one="# run" other="# runs" />
      {{
        inDoubt: series.doubted_count > 0 ? t`, ${{ doubted_count: series.doubted_count }} unreliable` : "",
      }}
      , <Moment iso={series.first_at} /> to <Moment iso={series.last_at} />
    </Trans>
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
          title={interval === null ? t`too few runs for an interval` : `95 %: ${interval}`}
        >
          {size}
        </Badge>{" "}
        <Link to={paths.change(change.id)} title={change.sentence}>
          {levels(change)}
        </Link>
        <div className="faint tiny regular">
          <Trans>
            {{ n_before: change.n_before }} runs before, {{ n_after: change.n_after }} after
          </Trans>
        </div>
      </th>
      <td>
        <Link to={paths.run(change.after_run.id)}>
          <Moment iso={change.after_run.started_at} />
        </Link>
      </td>
      <td>
        {likely.length === 0
          ? t`no recorded change`
          : likely
              .slice(0, MAX_NAMED)
              .map((one) => `${one.title} ${suspectValues(one)}`)
              .join(", ")}
        {likely.length > MAX_NAMED && t` and ${{ count: likely.length - MAX_NAMED }} more`}
      </td>
      <td>{change.gone_at === null ? STATE_WORDS[change.state].short : t`no longer detected`}</td>
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
      <td>
        {isAtStep ? (
          <strong>
            <Trans>also changed</Trans>
          </strong>
        ) : (
          t`no change found`
        )}
      </td>
    </tr>
  );
}
