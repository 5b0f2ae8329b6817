/** What a storage vendor's support asks first, answered for those who may see everything. */
import { queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

export type QuestionsOf = { run: string } | { host: string };

export function questionsQuery(of: QuestionsOf) {
  return queryOptions({
    queryKey: ["questions", of] as const,
    queryFn: ({ signal }) =>
      "run" in of
        ? unwrap(
            client.GET("/api/v1/runs/{run_id}/questions", { params: { path: { run_id: of.run } }, signal }),
          )
        : unwrap(
            client.GET("/api/v1/hosts/{host_id}/questions", {
              params: { path: { host_id: of.host } },
              signal,
            }),
          ),
  });
}
