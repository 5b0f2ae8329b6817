/** What every page lies in: the root, and the frame around all pages that need somebody signed in. */
import type { QueryClient } from "@tanstack/react-query";
import {
  createRootRouteWithContext,
  createRoute,
  Outlet,
  type SearchSchemaInput,
} from "@tanstack/react-router";
import { NotFoundPage } from "@/app/NotFoundPage";
import { Shell } from "@/app/Shell";
import { type Address, VIEW } from "@/lib/address";
import type { SearchRecord } from "@/lib/search-params";
import { sessionQuery } from "@/subjects/accounts/queries/session";

interface RouterContext {
  queryClient: QueryClient;
}

/** A page's path, and what its address says, typed. Links write a query string, pages read a view. */
export function at<P, Path extends string>({ path, parse }: Address<P, Path>) {
  return {
    path,
    validateSearch: (record: SearchRecord & SearchSchemaInput) => ({ [VIEW]: parse(record) }),
  };
}

export const root = createRootRouteWithContext<RouterContext>()({
  component: Outlet,
  notFoundComponent: NotFoundPage,
});

export const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  // What the reader may do decides which buttons stand beside a title: they must not come when it is read already.
  loader: ({ context }) => context.queryClient.prefetchQuery({ ...sessionQuery(), retry: false }),
  component: Shell,
});

/** A page inside the frame: its parent, its path and its typed address. */
export function inShell<P, Path extends string>(address: Address<P, Path>) {
  return { getParentRoute: () => shell, ...at(address) };
}
