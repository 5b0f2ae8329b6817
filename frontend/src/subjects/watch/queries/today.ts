/** The first screen of Today in one answer. */
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

/** `days`: of which changes are told. */
export function todayQuery(days: number) {
  return queryOptions({
    queryKey: ["today", days] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/today", { params: { query: { days } }, signal })),
    placeholderData: keepPreviousData,
  });
}
