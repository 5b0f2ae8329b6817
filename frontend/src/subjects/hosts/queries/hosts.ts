/** Hosts, and the code with which a new one introduces itself. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { EnrolmentState, HardwareIn } from "@/api/types";

export function hostsQuery() {
  return queryOptions({
    queryKey: ["hosts"] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/hosts", { signal })),
  });
}

export function hostQuery(id: string) {
  return queryOptions({
    queryKey: ["hosts", id] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/hosts/{host_id}", { params: { path: { host_id: id } }, signal })),
  });
}

/** One series of a host run by run; null: the one that its answer speaks of. */
export function courseQuery(id: string, series: string | null) {
  return queryOptions({
    queryKey: ["hosts", id, "course", series] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/hosts/{host_id}/course", {
          params: { path: { host_id: id }, query: series === null ? {} : { series } },
          signal,
        }),
      ),
  });
}

/** A code for an agent; of one host, or null: of a new one or whichever its machine is recognised as. */
export function createEnrolment(hostId: string | null) {
  return mutationOptions({
    mutationFn: ({ hosts, pattern, labels }: WantedHosts) =>
      unwrap(
        client.POST("/api/v1/enrolments", {
          body: {
            host_id: hostId,
            may_join: true,
            hosts,
            host_pattern: pattern === "" ? null : pattern,
            labels,
            valid_minutes: hosts === 1 ? ONE_HOST_MINUTES : FLEET_MINUTES,
          },
        }),
      ),
    onSuccess: (_code, _wanted, _result, { client: cache }) =>
      cache.invalidateQueries({ queryKey: ENROLMENTS }),
  });
}

interface WantedHosts {
  hosts: number;
  /** Only hosts whose name matches, such as `lab-*`; empty: any. */
  pattern: string;
  /** Of these hosts, by key. */
  labels: Readonly<Record<string, string>>;
}

const ENROLMENTS = ["enrolments"] as const;

/** Hosts that enrolled, the silent ones first, and the codes that are good for more. */
export function enrolledQuery() {
  return queryOptions({
    queryKey: ENROLMENTS,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/enrolments", { signal })),
  });
}

/** Ends a code; the hosts that used it stay. */
export function revokeEnrolment() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/enrolments/{enrolment_id}", { params: { path: { enrolment_id: id } } })),
    onSuccess: (_none, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: ENROLMENTS }),
  });
}

const ONE_HOST_MINUTES = 15;
const FLEET_MINUTES = 24 * 60;

const ASK_EVERY_MS = 3000;

function hasExpired({ used_at, expires_at }: { used_at: string | null; expires_at: string }): boolean {
  return used_at === null && Date.parse(expires_at) < Date.now();
}

function isComplete(state: EnrolmentState): boolean {
  return state.hosts > 1 ? state.hosts_enrolled >= state.hosts : state.first_run !== null;
}

/** How far an enrolment came, asked again until its host has sent a run, all its hosts are there, or its code expired. */
export function enrolmentQuery(id: string) {
  return queryOptions({
    queryKey: ["enrolments", id] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/enrolments/{enrolment_id}", { params: { path: { enrolment_id: id } }, signal }),
      ),
    staleTime: 0,
    select: (state) => ({ ...state, hasExpired: hasExpired(state) }),
    refetchInterval: ({ state: { data } }) =>
      data !== undefined && (hasExpired(data) || isComplete(data)) ? false : ASK_EVERY_MS,
  });
}

/** Moves the runs of another host to this one: they are one machine. */
export function mergeHosts(hostId: string) {
  return mutationOptions({
    mutationFn: (otherId: string) =>
      unwrap(
        client.POST("/api/v1/hosts/{host_id}/merge", {
          params: { path: { host_id: hostId } },
          body: { host_id: otherId },
        }),
      ),
    onSuccess: (_done, _id, _result, { client: cache }) => cache.invalidateQueries(),
  });
}

/** Moves the runs with these inventories to a new host: they are another machine's. */
export function splitHost(hostId: string) {
  return mutationOptions({
    mutationFn: (inventoryIds: string[]) =>
      unwrap(
        client.POST("/api/v1/hosts/{host_id}/split", {
          params: { path: { host_id: hostId } },
          body: { inventory_ids: inventoryIds },
        }),
      ),
    onSuccess: (_done, _ids, _result, { client: cache }) => cache.invalidateQueries(),
  });
}

/** Takes a merge or split back. */
export function undoMove() {
  return mutationOptions({
    mutationFn: (moveId: string) =>
      unwrap(client.POST("/api/v1/host-moves/{move_id}/undo", { params: { path: { move_id: moveId } } })),
    onSuccess: (_done, _id, _result, { client: cache }) => cache.invalidateQueries(),
  });
}

/** To which runs of a host pasted hardware would go; null: of the age that the service proposes. */
export function hardwareChoiceQuery(hostId: string, since: string | null) {
  return queryOptions({
    queryKey: ["hosts", hostId, "hardware", since] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/hosts/{host_id}/hardware", {
          params: { path: { host_id: hostId }, query: since === null ? {} : { since } },
          signal,
        }),
      ),
  });
}

/** States the hardware of the runs of a host that came without and are no older than `since`. */
export function addHardware(hostId: string) {
  return mutationOptions({
    mutationFn: (stated: HardwareIn) =>
      unwrap(
        client.POST("/api/v1/hosts/{host_id}/hardware", {
          params: { path: { host_id: hostId } },
          body: stated,
        }),
      ),
  });
}
