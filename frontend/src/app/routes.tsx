/** Every page and its address. The only file that knows them all. */
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { auditQuery, usersQuery } from "@/subjects/accounts/queries/people";
import { sessionQuery } from "@/subjects/accounts/queries/session";
import { tokensQuery } from "@/subjects/accounts/queries/tokens";
import { sheetJobsQuery, sheetQuery, sheetsQuery, sheetVersionsQuery } from "@/subjects/datasheets/queries";
import { fleetQuery, modelQuery, modelsQuery } from "@/subjects/hosts/queries/fleet";
import { hostQuery, hostsQuery } from "@/subjects/hosts/queries/hosts";
import { differenceQuery } from "@/subjects/hosts/queries/inventories";
import { requestQuery } from "@/subjects/measuring/queries/requests";
import { rulesQuery } from "@/subjects/notifications/queries/notifications";
import { batchQuery } from "@/subjects/runs/queries/batches";
import {
  momentsQuery,
  neighboursQuery,
  purposesQuery,
  runQuery,
  runsQuery,
  supportQuery,
  timeSeriesQuery,
  trashQuery,
  windowQuery,
} from "@/subjects/runs/queries/runs";
import { viewsQuery } from "@/subjects/runs/queries/views";
import { sharesQuery } from "@/subjects/sharing/queries/shares";
import { changeQuery, changesQuery, seriesQuery } from "@/subjects/watch/queries/changes";
import { eventsQuery } from "@/subjects/watch/queries/events";
import { againstQuery, referencesQuery } from "@/subjects/watch/queries/references";
import { todayQuery } from "@/subjects/watch/queries/today";

// Pages.

import { PagePending } from "@/app/PagePending";
import { addresses, addressesOutside, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { LoginPage } from "@/subjects/accounts/login/LoginPage";
import { SsoPage } from "@/subjects/accounts/login/SsoPage";
import { toFleetQuestion } from "@/subjects/hosts/fleet/question";
import { toQuery } from "@/subjects/runs/list/query";
// Not in a chunk of its own: what most readers open first would wait for two rounds of files.
import { RunsPage } from "@/subjects/runs/list/RunsPage";
import { toChangesQuestion } from "@/subjects/watch/changes/question";
import { toEventsQuestion } from "@/subjects/watch/events/question";

// The frame comes last: in this order of modules the first load is smallest.

import { at, inShell, root, shell } from "@/app/root-routes";

const home = createRoute({
  getParentRoute: () => root,
  ...at(addresses.home),
  // The view that was made the default; who may not ask for it is told so by the history.
  beforeLoad: async ({ context }) => {
    const views = await context.queryClient
      .fetchQuery({ ...viewsQuery("runs"), retry: false })
      .catch(() => null);
    const opened = views?.items.find((view) => view.is_default);
    throw redirect({
      to: opened === undefined ? paths.runs() : paths.view("runs", opened.query),
      replace: true,
    });
  },
});

const today = createRoute({
  ...inShell(addresses.today),
  loader: ({ context, location }) => {
    const { params } = addresses.today.parse(location.search);
    void context.queryClient.prefetchQuery(todayQuery(Number(params.days)));
  },
  component: lazyRouteComponent(() => import("@/subjects/watch/today/TodayPage"), "TodayPage"),
});

const runs = createRoute({
  ...inShell(addresses.runs),
  // Started here and awaited by the page, which keeps the table's head and its old rows meanwhile.
  loader: ({ context, location }) => {
    const { params } = addresses.runs.parse(location.search);
    void context.queryClient.prefetchInfiniteQuery(runsQuery(toQuery(params)));
  },
  component: RunsPage,
});

const run = createRoute({
  ...inShell(addresses.run),
  loader: ({ context: { queryClient }, params: { id }, location }) => {
    const { range } = addresses.run.parse(location.search).params;
    // All of the first screen comes at once, so that nothing moves what is being read; other tabs ask when they are
    // opened. Only the run is needed: what else fails says so in its place.
    return Promise.all([
      queryClient.ensureQueryData(runQuery(id)),
      location.hash === "configuration" &&
        queryClient.prefetchQuery({ ...neighboursQuery(id), retry: false }),
      location.hash === "files" && queryClient.prefetchQuery({ ...supportQuery(id), retry: false }),
      queryClient.prefetchQuery({ ...momentsQuery(id), retry: false }),
      range === null ? null : queryClient.prefetchQuery({ ...timeSeriesQuery(id, null), retry: false }),
      range === null ? null : queryClient.prefetchQuery({ ...windowQuery(id, range), retry: false }),
    ]);
  },
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/runs/detail/RunPage"), "RunPage"),
});

const explore = createRoute({
  ...inShell(addresses.explore),
  component: lazyRouteComponent(() => import("@/subjects/runs/explore/ExplorePage"), "ExplorePage"),
});

const compare = createRoute({
  ...inShell(addresses.compare),
  component: lazyRouteComponent(() => import("@/subjects/compare/page/ComparePage"), "ComparePage"),
});

const hosts = createRoute({
  ...inShell(addresses.hosts),
  loader: ({ context }) => void context.queryClient.prefetchQuery(hostsQuery()),
  component: lazyRouteComponent(() => import("@/subjects/hosts/list/HostsPage"), "HostsPage"),
});

const host = createRoute({
  ...inShell(addresses.host),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await Promise.all([
      queryClient.ensureQueryData(hostQuery(id)),
      queryClient.prefetchQuery({ ...referencesQuery(id), retry: false }),
      queryClient.prefetchQuery({ ...purposesQuery({ host: id }), retry: false }),
    ]);
  },
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/hosts/detail/HostPage"), "HostPage"),
});

const fleet = createRoute({
  ...inShell(addresses.fleet),
  loader: ({ context, location }) => {
    const { params } = addresses.fleet.parse(location.search);
    // As with the datasheets: its answer and its filters stand above the table.
    return context.queryClient.prefetchInfiniteQuery({
      ...fleetQuery(toFleetQuestion(params)),
      retry: false,
    });
  },
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/hosts/fleet/FleetPage"), "FleetPage"),
});

const changes = createRoute({
  ...inShell(addresses.changes),
  loader: ({ context, location }) => {
    const { params } = addresses.changes.parse(location.search);
    void context.queryClient.prefetchInfiniteQuery(changesQuery(toChangesQuestion(params)));
  },
  component: lazyRouteComponent(() => import("@/subjects/watch/changes/ChangesPage"), "ChangesPage"),
});

const change = createRoute({
  ...inShell(addresses.change),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(changeQuery(params.id)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/watch/changes/ChangePage"), "ChangePage"),
});

const request = createRoute({
  ...inShell(addresses.request),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(requestQuery(params.id)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/measuring/page/RequestPage"), "RequestPage"),
});

const requestGroup = createRoute({
  ...inShell(addresses.requestGroup),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/measuring/page/GroupPage"), "GroupPage"),
});

const schedules = createRoute({
  ...inShell(addresses.schedules),
  component: lazyRouteComponent(() => import("@/subjects/measuring/page/SchedulesPage"), "SchedulesPage"),
});

const series = createRoute({
  ...inShell(addresses.series),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(seriesQuery(params.id)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/watch/changes/SeriesPage"), "SeriesPage"),
});

const events = createRoute({
  ...inShell(addresses.events),
  loader: ({ context, location }) => {
    const { params } = addresses.events.parse(location.search);
    void context.queryClient.prefetchInfiniteQuery(eventsQuery(toEventsQuestion(params)));
  },
  component: lazyRouteComponent(() => import("@/subjects/watch/events/EventsPage"), "EventsPage"),
});

const models = createRoute({
  ...inShell(addresses.models),
  loader: ({ context }) => void context.queryClient.prefetchQuery(modelsQuery()),
  component: lazyRouteComponent(() => import("@/subjects/datasheets/models/ModelsPage"), "ModelsPage"),
});

const model = createRoute({
  ...inShell(addresses.model),
  loader: async ({ context: { queryClient }, params }) => {
    const { card_ids: ids } = await queryClient.ensureQueryData(modelQuery(params.id));
    if (ids[0] !== undefined) await queryClient.prefetchQuery({ ...sheetQuery(ids[0]), retry: false });
  },
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/datasheets/models/ModelPage"), "ModelPage"),
});

const sheets = createRoute({
  ...inShell(addresses.sheets),
  // Its answer and its filters stand above the table: all of it is shown at once.
  loader: ({ context }) => context.queryClient.prefetchQuery({ ...sheetsQuery(), retry: false }),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/datasheets/sheets/SheetsPage"), "SheetsPage"),
});

const sheet = createRoute({
  ...inShell(addresses.sheet),
  loader: ({ context: { queryClient }, params: { id } }) =>
    Promise.all([
      queryClient.ensureQueryData(sheetQuery(id)),
      queryClient.prefetchQuery({ ...sheetJobsQuery(id), retry: false }),
      queryClient.prefetchQuery({ ...sheetVersionsQuery(id), retry: false }),
      queryClient.prefetchQuery({ ...modelsQuery(), retry: false }),
    ]),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/datasheets/sheets/SheetPage"), "SheetPage"),
});

const difference = createRoute({
  ...inShell(addresses.difference),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(differenceQuery(params.base, params.other)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(
    () => import("@/subjects/hosts/inventories/DifferencePage"),
    "DifferencePage",
  ),
});

const batch = createRoute({
  ...inShell(addresses.batch),
  loaderDeps: ({ search }) => ({ against: search[VIEW].params.against }),
  loader: ({ context: { queryClient }, params: { id }, deps: { against } }) =>
    // What the reader may do decides which actions stand in the head, and so how high it is.
    Promise.all([
      queryClient.ensureQueryData(batchQuery(id, against)),
      queryClient.prefetchQuery(sessionQuery()),
      queryClient.prefetchQuery({ ...againstQuery({ batch: id }), retry: false }),
      queryClient.prefetchQuery({ ...purposesQuery({ batch: id }), retry: false }),
    ]),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/subjects/runs/batches/BatchPage"), "BatchPage"),
});

const importPage = createRoute({
  ...inShell(addresses.import),
  component: lazyRouteComponent(() => import("@/subjects/runs/import/ImportPage"), "ImportPage"),
});

const shares = createRoute({
  ...inShell(addresses.shares),
  loader: ({ context }) => void context.queryClient.prefetchInfiniteQuery(sharesQuery()),
  component: lazyRouteComponent(() => import("@/subjects/sharing/links/SharesPage"), "SharesPage"),
});

const trash = createRoute({
  ...inShell(addresses.trash),
  loader: ({ context }) => void context.queryClient.prefetchQuery(trashQuery()),
  component: lazyRouteComponent(() => import("@/subjects/system/page/TrashPage"), "TrashPage"),
});

const tokens = createRoute({
  ...inShell(addresses.tokens),
  loader: ({ context }) => void context.queryClient.prefetchQuery(tokensQuery()),
  component: lazyRouteComponent(() => import("@/subjects/accounts/tokens/TokensPage"), "TokensPage"),
});

const settings = createRoute({
  ...inShell(addresses.settings),
  beforeLoad: () => {
    throw redirect({ to: paths.account(), replace: true });
  },
});

const people = createRoute({
  ...inShell(addresses.people),
  loader: ({ context }) => void context.queryClient.prefetchQuery(usersQuery()),
  component: lazyRouteComponent(() => import("@/subjects/accounts/people/PeoplePage"), "PeoplePage"),
});

const notifications = createRoute({
  ...inShell(addresses.notifications),
  loader: ({ context }) => void context.queryClient.prefetchQuery(rulesQuery()),
  component: lazyRouteComponent(
    () => import("@/subjects/notifications/page/NotificationsPage"),
    "NotificationsPage",
  ),
});

const references = createRoute({
  ...inShell(addresses.references),
  loader: ({ context }) => void context.queryClient.prefetchQuery(referencesQuery(null, true)),
  component: lazyRouteComponent(
    () => import("@/subjects/reference-sets/page/ReferencesPage"),
    "ReferencesPage",
  ),
});

const audit = createRoute({
  ...inShell(addresses.audit),
  loader: ({ context }) => void context.queryClient.prefetchInfiniteQuery(auditQuery()),
  component: lazyRouteComponent(() => import("@/subjects/accounts/audit/AuditPage"), "AuditPage"),
});

const account = createRoute({
  ...inShell(addresses.account),
  component: lazyRouteComponent(() => import("@/subjects/accounts/account/AccountPage"), "AccountPage"),
});

const join = createRoute({
  getParentRoute: () => root,
  ...at(addressesOutside.join),
  component: lazyRouteComponent(() => import("@/subjects/accounts/login/JoinPage"), "JoinPage"),
});

const sso = createRoute({ getParentRoute: () => root, ...at(addressesOutside.sso), component: SsoPage });

const login = createRoute({
  getParentRoute: () => root,
  ...at(addressesOutside.login),
  component: LoginPage,
});

export const routeTree = root.addChildren([
  home,
  login,
  join,
  sso,
  shell.addChildren([
    today,
    runs,
    run,
    explore,
    compare,
    hosts,
    host,
    fleet,
    changes,
    change,
    request,
    requestGroup,
    schedules,
    series,
    events,
    models,
    model,
    sheets,
    sheet,
    difference,
    batch,
    importPage,
    shares,
    trash,
    settings,
    tokens,
    people,
    audit,
    notifications,
    references,
    account,
  ]),
]);
