/**
 * Every page's address: its path, and each parameter of its query string with its type, default, reading and writing.
 * The router's typed search, the pages' links (paths.ts) and the way back after signing in follow from here.
 */
import { t } from "@lingui/core/macro";
import { CHANGE_STATES, EVENTS, FLEET_PROBLEMS } from "@/api/vocabulary.gen";
import {
  choice,
  factor,
  filter,
  flag,
  jobOptions,
  list,
  metric,
  millisecondRange,
  numberRange,
  optionalList,
  order,
  type Parameter,
  positive,
  sizes,
  text,
  texts,
} from "@/lib/parameter";
import { type SearchRecord, stringifySearch } from "@/lib/search-params";

/** What an address says: a value of every parameter, and sentences about what could not be honoured. */
export interface View<P> {
  params: P;
  problems: string[];
}

export interface Address<P, Path extends string = string> {
  /** As the router takes it: `/runs/$id`. */
  path: Path;
  /** Never throws: whatever a person typed, there is a view. */
  parse: (record: SearchRecord) => View<P>;
  /** What differs from the defaults. */
  write: (params: Partial<P>) => SearchRecord;
  /** The same as text, without its question mark: how views are saved and shared. */
  query: (params: Partial<P>) => string;
}

export type ParamsOf<A> = A extends Address<infer P> ? P : never;

function address<const Path extends string, P extends object>(
  path: Path,
  parameters: { [K in keyof P]: Parameter<P[K]> },
  foreign = t`is not a setting of this page`,
): Address<P, Path> {
  // Its names are those of P; Object.keys only says string.
  const names = Object.keys(parameters) as (keyof P & string)[];
  const declared = names.flatMap((name) => parameters[name].keys);
  const takesRest = names.some((name) => parameters[name].takesRest);
  const parse = (record: SearchRecord): View<P> => {
    const problems = takesRest
      ? []
      : Object.keys(record)
          .filter((key) => !declared.includes(key))
          .map((key) => `${key} ${foreign}`);
    const query = { record, declared, report: (problem: string) => problems.push(problem) };
    const values = names.map((name) => [name, parameters[name].read(query)] as const);
    // One value of its own parameter per name of P.
    return { params: Object.fromEntries(values) as P, problems };
  };
  const write = (params: Partial<P>): SearchRecord =>
    // From entries, so that a key such as __proto__ is a key like any other.
    Object.fromEntries(
      names.flatMap((name) => {
        const value = params[name];
        return value === undefined ? [] : Object.entries(parameters[name].write(value));
      }),
    );
  return { path, parse, write, query: (params) => stringifySearch(write(params)).slice(1) };
}

const units = choice("units", ["decimal", "binary"]);

export const COMPARE_ORDERS = ["workload", "base", "effect", "verdict"] as const;
/** What the workloads of a comparison are grouped by. */
export const COMPARE_GROUPS = ["pattern", "size", "none"] as const;
/** What may be said of a workload, the good first. */
export const VERDICT_ORDER = ["better", "worse", "no_difference_shown", "not_enough_runs"] as const;
export const MAX_SELECTED = 100;
const MAX_OPEN = 20;
const MAX_PINNED = 6;
/** The least and the most that a column of the history can be as wide as. */
export const COLUMN_PX = [44, 900] as const;

export const addresses = {
  home: address("/", {}),
  today: address("/today", {
    /** Of how many days changes are told. */
    days: choice("days", ["1", "7", "30"]),
  }),
  runs: address("/runs", {
    filter: filter(),
    sort: order("sort", { key: "started_at", isDescending: true }),
    /** Ids of the columns in order; null: the usual ones. */
    columns: optionalList("columns"),
    /** Widths that somebody gave to columns, in pixels. */
    widths: sizes("widths", COLUMN_PX),
    /** Ids of the columns that stand first, and stay where the table is moved sideways. */
    pinned: list("pinned", MAX_PINNED),
    /** The factor by which runs are grouped; null: every run is a row. */
    group: factor("group"),
    /** What groups summarise. */
    metric: metric("metric", "iops"),
    /** Whether a batch is one row; only in the order of time. */
    isFolded: flag("fold", "off", false),
    /** Ids of the batches whose runs stand below their row. */
    open: list("open", MAX_OPEN),
    /** Ids of the runs that are selected, in the order of selecting: the first is the base of a comparison. */
    selected: list("select", MAX_SELECTED),
    units,
  }),
  run: address("/runs/$id", {
    units,
    /** The window of the run whose figures are told. */
    range: millisecondRange("from", "to"),
    /** Whether the charts show that window and nothing else. */
    isZoomed: flag("view", "window", true),
  }),
  batch: address("/batches/$id", {
    units,
    /** The p99 that the best points must keep, in ns. */
    p99: positive("p99"),
    /** The batch it is held against; null: the one before. */
    against: text("against", null),
  }),
  explore: address("/explore", {
    filter: filter(),
    /** Null: nothing chosen yet, the page shows the charts to start from. */
    x: factor("x"),
    metric: metric("metric", "bw_bytes_per_s"),
    by: factor("by"),
    /** The factor whose values have a chart each; null: one chart. */
    panels: factor("panels"),
    chart: choice("chart", ["points", "heat-map"]),
    isLogX: flag("xscale", "log", true, "linear"),
    isLogY: flag("yscale", "log", true, "linear"),
    /** The part of the x axis that is zoomed into. */
    range: numberRange("from", "to"),
    units,
  }),
  compare: address(
    "/compare",
    {
      /** A filter as text; "" when nothing is chosen. */
      base: text("base", ""),
      /** New sides in order; "" is one that is still being chosen. */
      news: texts("new"),
      /** Null: by the kind of workload, as the service says. */
      metric: metric("metric", null),
      /** Job options that may differ, and further ones that must not. */
      ignore: jobOptions("ignore"),
      match: jobOptions("match"),
      /** Key of the workload whose details are open. */
      open: text("open", null),
      sort: order("sort", { key: "workload", isDescending: false }, COMPARE_ORDERS),
      isHidingUnchanged: flag("hide", "unchanged", true),
      /** How many workloads are told apart: their group, words of the wanted ones, and what is said of them. */
      group: choice("group", COMPARE_GROUPS),
      words: text("find", ""),
      verdict: choice("verdict", ["any", ...VERDICT_ORDER]),
      units,
    },
    t`is not part of a comparison; put filters into base and new`,
  ),
  hosts: address("/hosts", {}),
  host: address("/hosts/$id", {
    /** Null for the newest. */
    inventory: text("inventory", null),
    /** The inventory whose difference to the one before is open in the timeline. */
    changes: text("changes", null),
    /** Key of the series that is drawn over time; null: the one that the answer speaks of. */
    series: text("series", null),
  }),
  fleet: address("/fleet", {
    problem: choice("problem", ["any", ...FLEET_PROBLEMS]),
    q: text("q", null),
    model: text("model", null),
  }),
  changes: address("/changes", {
    /** Open: what waits for somebody. */
    state: choice("state", ["open", "any", ...CHANGE_STATES]),
    way: choice("way", ["any", "worse", "better"]),
    days: choice("days", ["any", "7", "30", "90"]),
    host: text("host", null),
    /** The key of a factor that changed, too. */
    suspect: text("suspect", null),
    /** A run on one side of the step. */
    run: text("run", null),
    /** A batch that the step began with a run of. */
    batch: text("batch", null),
  }),
  change: address("/changes/$id", {}),
  request: address("/requests/$id", {}),
  requestGroup: address("/request-groups/$id", {}),
  schedules: address("/schedules", {}),
  series: address("/series/$id", {}),
  events: address("/events", {
    /** Open: what waits for somebody. */
    state: choice("state", ["open", "any", ...CHANGE_STATES]),
    kind: choice("kind", ["any", ...(Object.keys(EVENTS) as (keyof typeof EVENTS)[])]),
    days: choice("days", ["any", "1", "7", "30"]),
    host: text("host", null),
    /** One alone, whatever its state: where links to it lead. */
    event: text("event", null),
    isWithGone: flag("gone", "shown", true),
  }),
  models: address("/models", {}),
  model: address("/models/$id", {
    /** The workload whose charts are open, by its place in the list. */
    workload: text("workload", null),
    over: choice("over", ["firmware", "slot", "host", "together"]),
    /** Which runs the charts and the workloads show; null: all. A capacity in bytes. */
    host: text("host", null),
    slot: text("slot", null),
    firmware: text("firmware", null),
    capacity: text("capacity", null),
    target: text("target", null),
  }),
  /** Datasheet cards; a class is what the service lists, so any text. */
  sheets: address("/datasheets", {
    q: text("q", null),
    driveClass: text("class", null),
    grade: text("grade", null),
    origin: choice("origin", ["any", "built_in", "person"]),
  }),
  sheet: address("/datasheets/$id", {}),
  difference: address("/inventories/$base/diff/$other", {}),
  import: address("/import", {}),
  shares: address("/shares", {}),
  trash: address("/trash", {}),
  settings: address("/settings", {}),
  tokens: address("/settings/tokens", {}),
  people: address("/settings/people", {}),
  audit: address("/settings/audit", {}),
  notifications: address("/settings/notifications", {}),
  references: address("/settings/references", {}),
  account: address("/settings/account", {}),
};

/** Pages of who is not signed in. */
export const addressesOutside = {
  join: address("/join", {}),
  login: address("/login", {
    /** Where to after signing in. */
    next: text("next", null),
  }),
  /** What the identity provider adds to it; without a state the service refuses in words. */
  sso: address("/sso", {
    state: text("state", "none"),
    code: text("code", null),
    error: text("error", null),
    iss: text("iss", null),
  }),
};

export type TodayParams = ParamsOf<typeof addresses.today>;
export type RunsParams = ParamsOf<typeof addresses.runs>;
export type RunParams = ParamsOf<typeof addresses.run>;
export type ExploreParams = ParamsOf<typeof addresses.explore>;
export type CompareParams = ParamsOf<typeof addresses.compare>;
export type FleetParams = ParamsOf<typeof addresses.fleet>;
export type ChangesParams = ParamsOf<typeof addresses.changes>;
export type EventsParams = ParamsOf<typeof addresses.events>;
export type SheetsParams = ParamsOf<typeof addresses.sheets>;
export type ModelParams = ParamsOf<typeof addresses.model>;
export type HostParams = ParamsOf<typeof addresses.host>;

/**
 * Where a page finds its view in the router's search. A symbol, because every name may be a filter's, and because what
 * follows from an address is not written into it.
 */
export const VIEW: unique symbol = Symbol("view");
