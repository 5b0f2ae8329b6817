/** The app: its routes, the cache they load into, and what happens between pages. */
import { MutationCache, QueryCache, QueryClient } from "@tanstack/react-query";
import { createRouter, type RouterHistory } from "@tanstack/react-router";
import { ApiError, isNotSignedIn } from "@/api/errors";
import { NotFoundPage } from "@/app/NotFoundPage";
import { PageError } from "@/app/PageError";
import { routeTree } from "@/app/routes";
import { paths } from "@/lib/paths";
import { parseSearch, stringifySearch } from "@/lib/search-params";

/** Asking again is worth it when the service did not answer, not when it said no. */
function isWorthRetrying(failures: number, error: Error): boolean {
  return failures < 2 && error instanceof ApiError && (error.status === null || error.status >= 500);
}

export interface AppOptions {
  history?: RouterHistory;
  /** Milliseconds between tries of a failed request, by number of failures. */
  retryDelay?: (failures: number) => number;
}

/** The router and the cache it loads into; tests make one per test. */
export function createApp({ history, retryDelay = (failures) => 500 * 2 ** failures }: AppOptions = {}) {
  const onError = (error: unknown) => {
    if (isNotSignedIn(error)) goToLogin();
  };
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: { queries: { staleTime: 10_000, retry: isWorthRetrying, retryDelay } },
  });
  const router = createRouter({
    routeTree,
    context: { queryClient },
    basepath: new URL(document.baseURI).pathname,
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 150,
    defaultPendingMinMs: 0,
    defaultErrorComponent: PageError,
    defaultNotFoundComponent: NotFoundPage,
    scrollRestoration: true,
    ...(history === undefined ? {} : { history }),
  });
  const goToLogin = () => {
    const { pathname, searchStr } = router.state.location;
    if (pathname !== paths.login())
      void router.navigate({
        to: paths.login(pathname === paths.home() ? {} : { next: pathname + searchStr }),
        replace: true,
      });
  };
  // A reader who cannot see the screen hears where a link led; one who went back keeps the place that was left.
  router.subscribe("onRendered", ({ pathChanged, fromLocation }) => {
    if (pathChanged && fromLocation !== undefined)
      document.querySelector<HTMLElement>("h1")?.focus({ preventScroll: true });
  });
  return { router, queryClient };
}

declare module "@tanstack/react-router" {
  interface Register {
    router: ReturnType<typeof createApp>["router"];
  }
}
