/** The demo data: loaded, counted and removed as a whole. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";
import { DEMO_KEY } from "@/subjects/runs/queries/demo-key";

const ASK_EVERY_MS = 400;
/** Then the reader is led on without the changes: the service is busy, or its disk full. */
const MAX_WAIT_MS = 30_000;

export function demoQuery() {
  return queryOptions({
    queryKey: DEMO_KEY,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/demo", { signal })),
    staleTime: 0,
  });
}

/** Stores the demo runs and waits until the changes among them are detected. */
export function loadDemo() {
  return mutationOptions({
    mutationKey: DEMO_KEY,
    mutationFn: async (_input: undefined, { client: cache }) => {
      let state = await unwrap(client.POST("/api/v1/demo"));
      const until = Date.now() + MAX_WAIT_MS;
      while (state.unchecked_tests > 0 && Date.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
        state = await cache.fetchQuery(demoQuery());
      }
      return state;
    },
    onSuccess: (_state, _input, _result, { client: cache }) => cache.invalidateQueries(),
  });
}

/** Deletes every demo run. */
export function removeDemo() {
  return mutationOptions({
    mutationFn: () => unwrap(client.DELETE("/api/v1/demo")),
    onSuccess: (_state, _input, _result, { client: cache }) => cache.invalidateQueries(),
  });
}
