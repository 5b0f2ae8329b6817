/** What a chart over time marks: what changed on its hosts, and what people noted of them. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Host, SeriesAnswer } from "@/api/types";
import type { Annotation } from "@/charts/annotation-model";
import { isRecorded, recordedAnnotations, recordedChanges } from "@/subjects/runs/explore/recorded-changes";
import type { HostChange } from "@/subjects/runs/explore/use-host-changes";
import { noteAnnotations } from "@/subjects/watch/parts/time-note-words";
import { timeNotesQuery } from "@/subjects/watch/queries/time-notes";

export function useAnnotations(
  answer: SeriesAnswer,
  hosts: readonly Host[],
  changes: readonly HostChange[],
): readonly Annotation[] {
  const [only] = hosts;
  const notes = useQuery({
    ...timeNotesQuery(hosts.length === 1 && only !== undefined ? only.id : null),
    enabled: hosts.length > 0,
  }).data?.items;
  return useMemo(() => {
    const ids = new Set(hosts.map(({ id }) => id));
    const own = (notes ?? []).filter(({ host }) => host === null || ids.has(host.id));
    const isOfSeveral = hosts.length > 1;
    const recorded = recordedChanges(answer);
    const others = changes
      .filter(({ hostName, at }) => !isRecorded(recorded, hostName, at))
      .map(({ hostName, at, text }) => ({ host: hostName, at, text, short: text }));
    return [
      ...recordedAnnotations([...recorded, ...others], isOfSeveral),
      ...noteAnnotations(own, isOfSeveral),
    ];
  }, [answer, hosts, changes, notes]);
}
