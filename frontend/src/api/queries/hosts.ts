/** Hosts, and the code with which a new one introduces itself. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

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

export function createEnrolment() {
  return mutationOptions({ mutationFn: () => unwrap(client.POST("/api/v1/enrolments")) });
}

/** Gives the runs of a host that came without hardware this inventory. */
export function addHardware(hostId: string) {
  return mutationOptions({
    mutationFn: (inventory: Record<string, unknown>) =>
      unwrap(
        client.POST("/api/v1/hosts/{host_id}/hardware", {
          params: { path: { host_id: hostId } },
          body: { inventory },
        }),
      ),
  });
}
