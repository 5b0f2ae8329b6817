/** Schedules: requests that are made again and again. */
import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import type { components } from "@/api/schema.gen";

const SCHEDULES = ["schedules"] as const;
const EVERY_MS = 30_000;
// Past times of one schedule that are listed.
const PAST_TIMES = 10;
// Requests of those times at most: the service lists no more at once.
const MAX_PAST = 200;

export type NewSchedule = components["schemas"]["ScheduleIn"];
export type ScheduleChange = components["schemas"]["SchedulePatch"];

/** The schedules of a host, or of all; the next one due first. */
export function schedulesQuery(host: string | null) {
  return queryOptions({
    queryKey: [...SCHEDULES, "of", host] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/schedules", { params: { query: host === null ? {} : { host } }, signal })),
    refetchInterval: EVERY_MS,
  });
}

/** When a schedule would be due; the times of what was typed before stay until the answer is there. */
export function scheduleTimesQuery(cron: string, zone: string) {
  return queryOptions({
    queryKey: [...SCHEDULES, "times", cron, zone] as const,
    queryFn: ({ signal }) =>
      unwrap(client.GET("/api/v1/schedules/times", { params: { query: { cron, zone } }, signal })),
    enabled: cron.trim() !== "" && zone.trim() !== "",
    placeholderData: keepPreviousData,
    retry: false,
  });
}

/** What became of the last times of a schedule, on each of its hosts. */
export function pastTimesQuery(id: string, hosts: number) {
  return queryOptions({
    queryKey: [...SCHEDULES, "past", id, hosts] as const,
    queryFn: ({ signal }) =>
      unwrap(
        client.GET("/api/v1/requests", {
          params: { query: { schedule_id: id, limit: Math.min(PAST_TIMES * hosts, MAX_PAST) } },
          signal,
        }),
      ),
  });
}

export function addSchedule() {
  return mutationOptions({
    mutationFn: (body: NewSchedule) => unwrap(client.POST("/api/v1/schedules", { body })),
    onSuccess: (_made, _body, _result, { client: cache }) => forget(cache),
  });
}

export function changeSchedule(id: string) {
  return mutationOptions({
    mutationFn: (body: ScheduleChange) =>
      unwrap(
        client.PATCH("/api/v1/schedules/{schedule_id}", { params: { path: { schedule_id: id } }, body }),
      ),
    onSuccess: (_made, _body, _result, { client: cache }) => forget(cache),
  });
}

export function removeSchedule() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/schedules/{schedule_id}", { params: { path: { schedule_id: id } } })),
    onSuccess: (_made, _body, _result, { client: cache }) => forget(cache),
  });
}

/** A schedule that alerts has an expectation, too. */
async function forget(cache: QueryClient) {
  await Promise.all([
    cache.invalidateQueries({ queryKey: SCHEDULES }),
    cache.invalidateQueries({ queryKey: ["expectations"] }),
  ]);
}
