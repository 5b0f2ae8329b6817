/** What a chart over time marks: what changed on its hosts, and what people noted of them. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { timeNotesQuery } from "@/api/queries/time-notes";
import type { Host } from "@/api/types";
import type { Annotation } from "@/charts/annotation-model";
import type { HostChange } from "@/pages/explore/use-host-changes";
import { noteAnnotations } from "@/sections/time-note-words";

export function useAnnotations(
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
    const changed = changes.map(
      ({ at, hostName, text }): Annotation => ({
        x: at,
        until: null,
        kind: "changed",
        text: isOfSeveral ? `${hostName}: ${text}` : text,
      }),
    );
    return [...changed, ...noteAnnotations(own, isOfSeveral)];
  }, [hosts, changes, notes]);
}
