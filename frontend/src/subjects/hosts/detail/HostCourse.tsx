import { plural, t } from "@lingui/core/macro";
import { NativeSelect } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import type { HostDetail, HostSeries, TimelineEntry } from "@/api/types";
import { CourseChart } from "@/charts/CourseChart";
import { formatFact } from "@/lib/fact-value";
import { paths } from "@/lib/paths";
import { workloadInWords } from "@/lib/workload";
import { referencesOf } from "@/subjects/hosts/detail/course";
import { courseQuery } from "@/subjects/hosts/queries/hosts";
import { noteAnnotations } from "@/subjects/watch/parts/time-note-words";
import { timeNotesQuery } from "@/subjects/watch/queries/time-notes";
import { Card } from "@/ui/Card";
import { QueryError } from "@/ui/page/QueryError";
import { Skeleton } from "@/ui/Skeleton";

interface HostCourseProps {
  host: HostDetail;
  /** Key of the series that is drawn. */
  shown: string | null;
  onShow: (key: string | null) => void;
}

/** One workload run by run and the changes of the machine on one axis. */
export function HostCourse({ host, shown, onShow }: HostCourseProps) {
  const navigate = useNavigate();
  // One run of each workload is no course: the table has them all.
  const hasCourse = host.series.some(({ runs }) => runs > 1);
  const course = useQuery({ ...courseQuery(host.id, shown), enabled: hasCourse });
  const changes = useMemo(() => changesOf(host.timeline), [host.timeline]);
  const notes = useQuery(timeNotesQuery(host.id)).data?.items;
  const annotations = useMemo(() => noteAnnotations(notes ?? [], false), [notes]);
  if (!hasCourse) return null;
  const choice = (
    <NativeSelect
      className="no-print"
      style={{ alignSelf: "flex-end", width: "min(360px, 100%)" }}
      size="xs"
      aria-label={t`Workload shown`}
      value={course.data?.series.key ?? shown ?? host.answer.series ?? ""}
      onChange={({ currentTarget: { value } }) => onShow(value === host.answer.series ? null : value)}
      data={host.series.map((one) => ({ value: one.key, label: one.name }))}
    />
  );
  return (
    <section className="stack gap-8 shrinks" aria-label={t`Performance and changes`}>
      {choice}
      {course.isPending ? (
        <Card>
          <div className="pad-16" style={{ minHeight: 372 }} aria-busy="true">
            <Skeleton height={340} />
          </div>
        </Card>
      ) : course.isError ? (
        <Card>
          <div className="pad-16" style={{ minHeight: 372 }}>
            <QueryError
              title={t`The chart could not be loaded.`}
              error={course.error}
              onRetry={() => void course.refetch()}
            />
          </div>
        </Card>
      ) : (
        <CourseChart
          name={`course-${host.name}`}
          title={t`Performance over time`}
          subtitle={subtitleOf(
            course.data.series,
            course.data.points.every((point) => point.is_dated),
          )}
          reading={readingOf(changes)}
          points={course.data.points.map((point) => ({
            runId: point.run_id,
            at: point.at,
            isDated: point.is_dated,
            value: point.value,
            isDoubted: point.is_doubted,
            configuration: point.configuration,
          }))}
          changes={changes}
          annotations={annotations}
          references={referencesOf(course.data.series)}
          unit={course.data.series.unit === "IOPS" ? "1/s" : course.data.series.unit}
          units="decimal"
          metricName={course.data.series.metric}
          onPick={(run) => void navigate({ to: paths.run(run) })}
        />
      )}
    </section>
  );
}

function subtitleOf({ options, direction, metric_title: title, runs }: HostSeries, isDated: boolean): string {
  return [
    t`${title} of ${{ workload: ofDirection(workloadInWords(options), direction) }}; ${plural(runs, { one: "# run", other: "# runs" })}`,
    ...(runs > 1 ? [t`lines connect runs of one configuration`] : []),
    ...(isDated ? [] : [t`in the order received: some start times are unknown`]),
  ].join("; ");
}

/** The direction, where the workload does not name it. */
function ofDirection(workload: string, direction: string): string {
  return workload.includes(direction) ? workload : `${workload}, ${direction}`;
}

/** The oldest first. */
function changesOf(timeline: readonly TimelineEntry[]) {
  return timeline
    .filter(({ headlines }) => headlines.length > 0)
    .map((entry) => ({
      key: `${entry.inventory_id} ${entry.first_seen_at}`,
      at: entry.first_seen_at,
      text: changeInWords(entry),
      short: entry.headlines[0]?.title ?? changeInWords(entry),
    }))
    .toReversed();
}

function changeInWords({ headlines, change_count, follow_count }: TimelineEntry): string {
  // What follows from a change is none of its own.
  const n = change_count - follow_count;
  const [first] = headlines;
  if (first === undefined) return plural(n, { one: "# field", other: "# fields" });
  const { title, base, new: now, unit, key, is_change: isChange } = first;
  const absent = isChange ? t`none` : t`unknown`;
  const [before, after] = [base, now].map((value) =>
    value === null ? absent : formatFact(value, unit, key),
  );
  const more = n > 1 ? t` and ${{ count: n - 1 }} more` : "";
  return `${title} ${before} → ${after}${more}`;
}

function readingOf(changes: readonly { text: string }[]): string {
  const last = changes.at(-1);
  if (last === undefined) return t`No hardware or configuration change was recorded in this period.`;
  return changes.length > 1
    ? t`Latest of ${{ changes: changes.length }} recorded changes: ${{ change: last.text }}.`
    : t`Recorded change: ${{ change: last.text }}.`;
}
