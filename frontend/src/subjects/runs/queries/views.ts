/** Saved views: a page's query string under a name. */
import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { client, unwrap } from "@/api/client";

const VIEWS = ["views"] as const;
export type ViewPage = "runs" | "series" | "compare";

export function viewsQuery(page: ViewPage) {
  return queryOptions({
    queryKey: [...VIEWS, page] as const,
    queryFn: ({ signal }) => unwrap(client.GET("/api/v1/views", { params: { query: { page } }, signal })),
  });
}

export function saveView() {
  return mutationOptions({
    mutationFn: (body: { page: ViewPage; name: string; query: string }) =>
      unwrap(client.POST("/api/v1/views", { body })),
    onSuccess: (_view, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: VIEWS }),
  });
}

export interface ViewChange {
  id: string;
  is_pinned?: boolean;
  is_default?: boolean;
}

/** Pins a view above its list, or makes it what the navigation opens. */
export function changeView() {
  return mutationOptions({
    mutationFn: ({ id, ...body }: ViewChange) =>
      unwrap(client.PATCH("/api/v1/views/{view_id}", { params: { path: { view_id: id } }, body })),
    onSuccess: (_view, _body, _result, { client: cache }) => cache.invalidateQueries({ queryKey: VIEWS }),
  });
}

export function removeView() {
  return mutationOptions({
    mutationFn: (id: string) =>
      unwrap(client.DELETE("/api/v1/views/{view_id}", { params: { path: { view_id: id } } })),
    onSuccess: (_none, _id, _result, { client: cache }) => cache.invalidateQueries({ queryKey: VIEWS }),
  });
}
