/** Every page and its address. The only file that knows them all. */
import { createRoute, lazyRouteComponent, redirect } from "@tanstack/react-router";
import { batchQuery } from "@/api/queries/batches";
import { changeQuery, changesQuery, seriesQuery } from "@/api/queries/changes";
import { eventsQuery } from "@/api/queries/events";
import { fleetQuery, modelQuery, modelsQuery } from "@/api/queries/fleet";
import { hostQuery, hostsQuery } from "@/api/queries/hosts";
import { differenceQuery } from "@/api/queries/inventories";
import { rulesQuery } from "@/api/queries/notifications";
import { auditQuery, usersQuery } from "@/api/queries/people";
import { againstQuery, referencesQuery } from "@/api/queries/references";
import { requestQuery } from "@/api/queries/requests";
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
} from "@/api/queries/runs";
import { sessionQuery } from "@/api/queries/session";
import { sharesQuery } from "@/api/queries/shares";
import { sheetJobsQuery, sheetQuery, sheetsQuery, sheetVersionsQuery } from "@/api/queries/specs";
import { todayQuery } from "@/api/queries/today";
import { tokensQuery } from "@/api/queries/tokens";
import { viewsQuery } from "@/api/queries/views";
import { PagePending } from "@/components/PagePending";
import { addresses, addressesOutside, VIEW } from "@/lib/address";
import { paths } from "@/lib/paths";
import { toChangesQuestion } from "@/pages/changes/question";
import { toEventsQuestion } from "@/pages/events/question";
import { toFleetQuestion } from "@/pages/fleet/question";
import { JoinPage } from "@/pages/join/JoinPage";
import { LoginPage } from "@/pages/login/LoginPage";
import { toQuery } from "@/pages/runs/query";
// Not in a chunk of its own: what most readers open first would wait for two rounds of files.
import { RunsPage } from "@/pages/runs/RunsPage";
import { SsoPage } from "@/pages/sso/SsoPage";
import { at, root, shell } from "@/root-routes";

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
  getParentRoute: () => shell,
  ...at(addresses.today),
  loader: ({ context, location }) => {
    const { params } = addresses.today.parse(location.search);
    void context.queryClient.prefetchQuery(todayQuery(Number(params.days)));
  },
  component: lazyRouteComponent(() => import("@/pages/today/TodayPage"), "TodayPage"),
});

const runs = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.runs),
  // Started here and awaited by the page, which keeps the table's head and its old rows meanwhile.
  loader: ({ context, location }) => {
    const { params } = addresses.runs.parse(location.search);
    void context.queryClient.prefetchInfiniteQuery(runsQuery(toQuery(params)));
  },
  component: RunsPage,
});

const run = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.run),
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
  component: lazyRouteComponent(() => import("@/pages/run/RunPage"), "RunPage"),
});

const explore = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.explore),
  component: lazyRouteComponent(() => import("@/pages/explore/ExplorePage"), "ExplorePage"),
});

const compare = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.compare),
  component: lazyRouteComponent(() => import("@/pages/compare/ComparePage"), "ComparePage"),
});

const hosts = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.hosts),
  loader: ({ context }) => void context.queryClient.prefetchQuery(hostsQuery()),
  component: lazyRouteComponent(() => import("@/pages/hosts/HostsPage"), "HostsPage"),
});

const host = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.host),
  loader: async ({ context: { queryClient }, params: { id } }) => {
    await Promise.all([
      queryClient.ensureQueryData(hostQuery(id)),
      queryClient.prefetchQuery({ ...referencesQuery(id), retry: false }),
      queryClient.prefetchQuery({ ...purposesQuery({ host: id }), retry: false }),
    ]);
  },
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/host/HostPage"), "HostPage"),
});

const fleet = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.fleet),
  loader: ({ context, location }) => {
    const { params } = addresses.fleet.parse(location.search);
    // As with the datasheets: its answer and its filters stand above the table.
    return context.queryClient.prefetchInfiniteQuery({
      ...fleetQuery(toFleetQuestion(params)),
      retry: false,
    });
  },
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/fleet/FleetPage"), "FleetPage"),
});

const changes = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.changes),
  loader: ({ context, location }) => {
    const { params } = addresses.changes.parse(location.search);
    void context.queryClient.prefetchInfiniteQuery(changesQuery(toChangesQuestion(params)));
  },
  component: lazyRouteComponent(() => import("@/pages/changes/ChangesPage"), "ChangesPage"),
});

const change = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.change),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(changeQuery(params.id)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/change/ChangePage"), "ChangePage"),
});

const request = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.request),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(requestQuery(params.id)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/request/RequestPage"), "RequestPage"),
});

const schedules = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.schedules),
  component: lazyRouteComponent(() => import("@/pages/schedules/SchedulesPage"), "SchedulesPage"),
});

const series = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.series),
  loader: ({ context, params }) => context.queryClient.ensureQueryData(seriesQuery(params.id)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/series/SeriesPage"), "SeriesPage"),
});

const events = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.events),
  loader: ({ context, location }) => {
    const { params } = addresses.events.parse(location.search);
    void context.queryClient.prefetchInfiniteQuery(eventsQuery(toEventsQuestion(params)));
  },
  component: lazyRouteComponent(() => import("@/pages/events/EventsPage"), "EventsPage"),
});
const models = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.models),
  loader: ({ context }) => void context.queryClient.prefetchQuery(modelsQuery()),
  component: lazyRouteComponent(() => import("@/pages/models/ModelsPage"), "ModelsPage"),
});

const model = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.model),
  loader: async ({ context: { queryClient }, params }) => {
    const { card_ids: ids } = await queryClient.ensureQueryData(modelQuery(params.id));
    if (ids[0] !== undefined) await queryClient.prefetchQuery({ ...sheetQuery(ids[0]), retry: false });
  },
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/model/ModelPage"), "ModelPage"),
});

const sheets = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.sheets),
  // Its answer and its filters stand above the table: all of it is shown at once.
  loader: ({ context }) => context.queryClient.prefetchQuery({ ...sheetsQuery(), retry: false }),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/sheets/SheetsPage"), "SheetsPage"),
});

const sheet = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.sheet),
  loader: ({ context: { queryClient }, params: { id } }) =>
    Promise.all([
      queryClient.ensureQueryData(sheetQuery(id)),
      queryClient.prefetchQuery({ ...sheetJobsQuery(id), retry: false }),
      queryClient.prefetchQuery({ ...sheetVersionsQuery(id), retry: false }),
      queryClient.prefetchQuery({ ...modelsQuery(), retry: false }),
    ]),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/sheet/SheetPage"), "SheetPage"),
});

const difference = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.difference),
  loader: ({ context, params }) =>
    context.queryClient.ensureQueryData(differenceQuery(params.base, params.other)),
  pendingComponent: PagePending,
  component: lazyRouteComponent(() => import("@/pages/inventories/DifferencePage"), "DifferencePage"),
});

const batch = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.batch),
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
  component: lazyRouteComponent(() => import("@/pages/batch/BatchPage"), "BatchPage"),
});

const importPage = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.import),
  component: lazyRouteComponent(() => import("@/pages/import/ImportPage"), "ImportPage"),
});

const shares = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.shares),
  loader: ({ context }) => void context.queryClient.prefetchInfiniteQuery(sharesQuery()),
  component: lazyRouteComponent(() => import("@/pages/shares/SharesPage"), "SharesPage"),
});

const trash = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.trash),
  loader: ({ context }) => void context.queryClient.prefetchQuery(trashQuery()),
  component: lazyRouteComponent(() => import("@/pages/trash/TrashPage"), "TrashPage"),
});

const tokens = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.tokens),
  loader: ({ context }) => void context.queryClient.prefetchQuery(tokensQuery()),
  component: lazyRouteComponent(() => import("@/pages/tokens/TokensPage"), "TokensPage"),
});

const settings = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.settings),
  beforeLoad: () => {
    throw redirect({ to: paths.account(), replace: true });
  },
});

const people = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.people),
  loader: ({ context }) => void context.queryClient.prefetchQuery(usersQuery()),
  component: lazyRouteComponent(() => import("@/pages/people/PeoplePage"), "PeoplePage"),
});

const notifications = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.notifications),
  loader: ({ context }) => void context.queryClient.prefetchQuery(rulesQuery()),
  component: lazyRouteComponent(() => import("@/pages/notifications/NotificationsPage"), "NotificationsPage"),
});

const references = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.references),
  loader: ({ context }) => void context.queryClient.prefetchQuery(referencesQuery(null, true)),
  component: lazyRouteComponent(() => import("@/pages/references/ReferencesPage"), "ReferencesPage"),
});

const audit = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.audit),
  loader: ({ context }) => void context.queryClient.prefetchInfiniteQuery(auditQuery()),
  component: lazyRouteComponent(() => import("@/pages/audit/AuditPage"), "AuditPage"),
});

const account = createRoute({
  getParentRoute: () => shell,
  ...at(addresses.account),
  component: lazyRouteComponent(() => import("@/pages/account/AccountPage"), "AccountPage"),
});

const join = createRoute({ getParentRoute: () => root, ...at(addressesOutside.join), component: JoinPage });

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
