import { t } from "@lingui/core/macro";
import { Plural, Trans } from "@lingui/react/macro";
import { Button } from "@mantine/core";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Change, ChangeDetail, Suspect, TimeNote } from "@/api/types";
import { paths, runsFilter } from "@/lib/paths";
import { formatMoment } from "@/lib/time";
import { formatChange } from "@/lib/units";
import { useMay } from "@/subjects/accounts/controls/use-may";
import { RunAgain } from "@/subjects/measuring/controls/RunAgain";
import styles from "@/subjects/watch/changes/ChangePage.module.css";
import { NotedAt, TimeNotes } from "@/subjects/watch/controls/time-notes/TimeNotes";
import {
  levels,
  STATE_WORDS,
  sizeOf,
  suspectNote,
  suspectValues,
  toneOf,
} from "@/subjects/watch/parts/change-words";
import { noteAnnotations, notedThen } from "@/subjects/watch/parts/time-note-words";
import { WatchedCourse } from "@/subjects/watch/parts/WatchedCourse";
import { changeQuery } from "@/subjects/watch/queries/changes";
import { timeNotesQuery } from "@/subjects/watch/queries/time-notes";
import { TriageForm } from "@/subjects/watch/TriageForm";
import { Badge } from "@/ui/Badge";
import { Card } from "@/ui/Card";
import { LikeCommand } from "@/ui/LikeCommand";
import { Moment } from "@/ui/Moment";
import { PageHeader } from "@/ui/PageHeader";
import { Table } from "@/ui/Table";

const route = getRouteApi("/shell/changes/$id");
const SUSPECTS = [
  { name: t`What` },
  { name: t`Before and after` },
  { name: t`Note` },
  { name: t`Elsewhere` },
];
const OTHERS = [{ name: t`Change` }, { name: t`First run after the change` }, { name: t`State` }];
// Runs of a side that a comparison is opened with: those nearest to the step.
const MAX_COMPARED = 20;

/** One change: the runs around it, what else changed at that time, and what people note of it. */
export function ChangePage() {
  const { id } = route.useParams();
  const { data } = useSuspenseQuery(changeQuery(id));
  const mayWrite = useMay("write");
  const { change, others } = data;
  const { size } = sizeOf(change);
  return (
    <>
      <PageHeader
        title={t`${{ metric_title: change.metric_title }} ${size} on ${{ name: change.host.name }}`}
        trail={
          <nav aria-label={t`Breadcrumb`} className="trail">
            <Link to={paths.changes()}>
              <Trans>Changes</Trans>
            </Link>
            <span aria-hidden="true">/</span>
            <Link to={paths.changes({ host: change.host.name, state: "any" })}>{change.host.name}</Link>
          </nav>
        }
        subtitle={change.sentence}
        actions={
          <>
            <Button variant="default" component={Link} to={paths.series(change.series_id)}>
              <Trans>Full history</Trans>
            </Button>
            <Compare detail={data} />
          </>
        }
      />
      <div className="stack gap-16 shrinks">
        {change.gone_at !== null && (
          <p role="note" className="warn">
            <Trans>
              No longer detected since <Moment iso={change.gone_at} />: runs were added, deleted or marked
              unreliable.
            </Trans>
          </p>
        )}
        <Card>
          <Course detail={data} />
        </Card>
        <Card
          title={t`Possible causes`}
          subtitle={t`Configuration differences between the runs around the change, most likely first (correlation only)`}
          isFlush
        >
          <Suspects change={change} />
          <NotedThen change={change} />
        </Card>
        <Card title={t`Run again`} subtitle={t`Repeats the first run after the change, on any machine`}>
          <LikeCommand of={{ run: change.after_run.id }} />
          <RunAgain wanted={{ kind: "repeat", run_id: change.after_run.id }} hostId={change.host.id} />
        </Card>
        <TimeNotes hosts={[change.host]} at={change.after_run.started_at} />
        {mayWrite && (
          <Card title={t`Notes`} subtitle={noted(change)}>
            <TriageForm key={change.state_at} ids={[change.id]} of="changes" one={change} />
          </Card>
        )}
        {others.length > 0 && (
          <Card title={t`Other changes of these runs`} isFlush>
            <Table caption={t`Other changes of these runs`} columns={OTHERS} isDense>
              {others.map((one) => (
                <Other key={one.id} change={one} />
              ))}
            </Table>
          </Card>
        )}
      </div>
    </>
  );
}

function noted({ state_by: by, state, detected_at: at }: Change): string {
  const seen = t`detected ${{ at: formatMoment(at, new Date()) }}`;
  return by === null ? t`No notes; ${seen}` : t`${{ short: STATE_WORDS[state].short }}, by ${by}; ${seen}`;
}

function Compare({ detail: { change, points } }: { detail: ChangeDetail }) {
  const navigate = useNavigate();
  const trusted = points.filter((point) => !point.is_doubted);
  const at = trusted.findIndex((point) => point.run_id === change.after_run.id);
  if (at <= 0) return null;
  const ids = trusted.map((point) => point.run_id);
  const go = () =>
    void navigate({
      to: paths.compare({
        base: runsFilter(ids.slice(Math.max(0, at - MAX_COMPARED), at)),
        news: [runsFilter(ids.slice(at, at + MAX_COMPARED))],
      }),
    });
  return (
    <Button variant="default" onClick={go}>
      <Trans>Compare before and after</Trans>
    </Button>
  );
}

function Course({ detail: { change, others, points, levels: medians } }: { detail: ChangeDetail }) {
  const navigate = useNavigate();
  const all = useMemo(() => [change, ...others], [change, others]);
  const notes = useNotes(change);
  const annotations = useMemo(() => noteAnnotations(notes, false), [notes]);
  const { size } = sizeOf(change);
  return (
    <WatchedCourse
      name={`change-${change.metric}`}
      of={change}
      points={points}
      levels={medians}
      changes={all}
      {...(size !== formatChange(change.after / change.before) && {
        reading: t`${{ size }} is the median ratio over all pairs of runs before and after, not the quotient of the medians ${{ levels: levels(change) }}.`,
      })}
      onOpen={(run) => void navigate({ to: paths.run(run) })}
      notes={annotations}
    />
  );
}

function Suspects({ change: { suspects, unknown } }: { change: Change }) {
  return (
    <>
      {suspects.length === 0 ? (
        <p className={styles.note}>
          <Trans>No configuration change was recorded between the two runs.</Trans>
        </p>
      ) : (
        <Table caption={t`Possible causes`} columns={SUSPECTS} isDense>
          {suspects.map((one) => (
            <SuspectRow key={one.key} suspect={one} />
          ))}
        </Table>
      )}
      {unknown.length > 0 && (
        <details className={styles.note}>
          <summary>
            <Trans>
              <Plural value={{ unknown: unknown.length }} one="# setting" other="# settings" /> not recorded
            </Trans>
          </summary>
          <p>{unknown.join(", ")}</p>
        </details>
      )}
    </>
  );
}

/** Notes on time of the host and of all. */
function useNotes({ host }: Change): readonly TimeNote[] {
  return useQuery(timeNotesQuery(host.id)).data?.items ?? NO_NOTES;
}

const NO_NOTES: readonly TimeNote[] = [];

/** What people noted around the step: their words, not what the runs show. */
function NotedThen({ change }: { change: Change }) {
  const { before_run: before, after_run: after } = change;
  const then = notedThen(useNotes(change), before.started_at, after.started_at);
  if (then.length === 0) return null;
  return (
    <section className={styles.note} aria-label={t`Annotations at that time`}>
      <Trans>
        <strong>Annotations</strong> within a day of the two runs:
      </Trans>
      <ul>
        {then.map((note) => (
          <li key={note.id}>
            <NotedAt note={note} /> {note.text}{" "}
            <span className="faint">
              <Trans>by {{ created_by: note.created_by }}</Trans>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function SuspectRow({ suspect }: { suspect: Suspect }) {
  return (
    <tr>
      <th scope="row">{suspect.title}</th>
      <td>{suspectValues(suspect)}</td>
      <td>{suspectNote(suspect) ?? t`changed once in this series`}</td>
      <td>
        <Link to={paths.changes({ suspect: suspect.key, state: "any" })}>
          <Trans>Other changes of this setting</Trans>
        </Link>
      </td>
    </tr>
  );
}

function Other({ change }: { change: Change }) {
  return (
    <tr>
      <th scope="row">
        <Badge tone={toneOf(change)}>{sizeOf(change).size}</Badge>{" "}
        <Link to={paths.change(change.id)}>{levels(change)}</Link>
      </th>
      <td>
        <Link to={paths.run(change.after_run.id)}>
          <Moment iso={change.after_run.started_at} />
        </Link>
      </td>
      <td>{change.gone_at === null ? STATE_WORDS[change.state].short : t`no longer detected`}</td>
    </tr>
  );
}
