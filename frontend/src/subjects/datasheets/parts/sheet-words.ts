/** Datasheet cards in words. */
import { plural, t } from "@lingui/core/macro";
import type { RatedFigure, SpecCard, SpecFigure, SpecList, SpecListed } from "@/api/types";
import type { SheetsParams } from "@/lib/address";
import {
  formatBandwidth,
  formatBlockSizeProse,
  formatBytes,
  formatCount,
  formatIops,
  formatLatencyTick,
  withDigits,
} from "@/lib/units";
import { figureInWords } from "@/subjects/datasheets/parts/scorecard-words";

export const ORIGINS: Record<SpecListed["origin"], string> = {
  built_in: t`Built-in`,
  person: t`Custom`,
};

export const GRADES: Readonly<Record<string, string>> = {
  A: t`A vendor's table with queue depth or drive state`,
  B: t`Stated per capacity, without test conditions`,
  C: t`Stated for a whole product series, or only in news reports`,
};

/** What kind of drive or volume a datasheet is of, as people call it. */
export const CLASSES: Readonly<Record<string, string>> = {
  client: t`Client`,
  "data-centre": t`Data centre`,
  hdd: "HDD",
  provisioned: t`Provisioned volume`,
};

/** Who printed a rated figure. */
export const SOURCE_KINDS: Readonly<Record<string, string>> = {
  maker: t`vendor`,
  oem: t`system vendor`,
  reproduced_table: t`vendor's table, reprinted by a reviewer`,
  news: t`news`,
  quoted: t`quoted in an article`,
  catalogue: t`shop or catalogue`,
  weak: t`marketing`,
};

/** Of which drives of the series a figure is. */
export const SCOPES: Readonly<Record<string, string>> = {
  capacity: t`for this capacity`,
  all: t`for every capacity`,
  series: t`best of the series`,
};

/** Models without a card that the sentence names. */
const MAX_NAMED = 3;

/** Which drives here have a datasheet, in one sentence. */
export function sheetsAnswer({ drive_count: known, unknown_count: unknown, without }: SpecList): string {
  const all = known + unknown;
  if (all === 0) return t`No drives yet.`;
  const lacking = without.reduce((sum, model) => sum + model.drive_count, 0);
  const unknownModels =
    unknown === 0
      ? ""
      : t` ${plural(unknown, { one: "The model of # drive is unknown.", other: "The model of # drives is unknown." })}`;
  if (lacking === 0 && unknown === 0)
    return all === 1
      ? t`Your drive has a datasheet.`
      : t`All ${{ all: formatCount(all) }} of your drives have a datasheet.`;
  const named = without
    .slice(0, MAX_NAMED)
    .map(
      ({ model, drive_count: drives }) =>
        `${model} (${plural(drives, { one: "# drive", other: "# drives" })})`,
    );
  const more = without.length - named.length;
  if (more > 0) named.push(plural(more, { one: "# more model", other: "# more models" }));
  const missing = named.length === 0 ? "" : t` Without one: ${{ named: named.join(", ") }}.`;
  return t`${{ count: formatCount(known - lacking) }} of your ${plural(all, { one: "# drive", other: "# drives" })} have a datasheet.${missing}${unknownModels}`;
}

const VENDORS: Readonly<Record<string, string>> = { SK: t`SK hynix`, WD_BLACK: "WD" };

/** Who makes or rents it: titles begin with that. */
export function vendorOf({ title }: Pick<SpecListed, "title">): string {
  const [first = title] = title.split(" ");
  return VENDORS[first] ?? first;
}

/** Volumes of clouds are many and nobody's drive here. */
const CLOUD = "provisioned";

/** The cards that the address asks for: those of drives here first, volumes of clouds last. */
export function chosenSheets(
  items: readonly SpecListed[],
  { q, driveClass, grade, origin }: SheetsParams,
): SpecListed[] {
  const wanted = q?.toLowerCase() ?? "";
  return items
    .filter(
      (card) =>
        [card.id, card.title, ...card.models].some((text) => text.toLowerCase().includes(wanted)) &&
        (driveClass === null || card.drive_class === driveClass) &&
        (grade === null || card.grade === grade) &&
        (origin === "any" || card.origin === origin),
    )
    .toSorted(
      (one, other) =>
        other.drive_count - one.drive_count ||
        Number(one.drive_class === CLOUD) - Number(other.drive_class === CLOUD),
    );
}

/** What a figure is of: "Random read, 4 KiB: IOPS". */
export function sheetFigureName(figure: SpecFigure): string {
  if (figure.metric === "slc_cache_bytes") return t`Size of the SLC cache`;
  // Every other metric of a card is one that runs are held against.
  const metric = figure.metric as RatedFigure["metric"];
  const words = figureInWords({ ...figure, metric }, formatBlockSizeProse);
  return words.replace(t`Pattern unknown`, figure.rw === "any" ? t`Any pattern` : t`Pattern not printed`);
}

/** The value with its unit, and with no digit that is not printed: 2,800 MB/s is 2.8 GB/s. */
export function sheetFigureValue({ metric, value }: SpecFigure): string {
  if (metric === "lat_ns") return formatLatencyTick(value);
  if (metric === "slc_cache_bytes") return formatBytes(value);
  if (metric === "iops")
    return `${formatIops(value)
      .replace(/(\.\d*?)0+(?=\D|$)/, "$1")
      .replace(/\.(?!\d)/, "")} IOPS`;
  return withDigits(formatBandwidth(value), value, PRINTED_DIGITS);
}

/** Of bandwidths: 3,425 MB/s. */
const PRINTED_DIGITS = 4;

type Condition = readonly [name: string, key: string, value: string | null];

function conditions(figure: SpecFigure): Condition[] {
  const count = (value: number | null) => (value === null ? null : formatCount(value));
  const size = (value: number | null) => (value === null ? null : formatBlockSizeProse(value));
  const mixed: Condition[] =
    figure.rw === "randrw"
      ? [[t`reads`, "read_pct", figure.read_pct === null ? null : `${figure.read_pct} %`]]
      : [];
  return [
    [t`block size`, "bs_bytes", size(figure.bs_bytes)],
    ...mixed,
    [t`I/Os in flight`, "outstanding", count(figure.outstanding)],
    [t`jobs or threads`, "workers", count(figure.workers)],
    [t`test range`, "span", figure.span],
    [t`drive state`, "state", figure.state],
    [t`SLC cache`, "cache", figure.cache],
    [t`data pattern`, "data", figure.data],
    [t`LBA format`, "lba_bytes", size(figure.lba_bytes)],
  ];
}

/** The conditions as printed, those a person assumed, and the names of those that were not printed. */
export function sheetConditions(figure: SpecFigure): { printed: string[]; assumed: string[]; not: string[] } {
  const known = conditions(figure).filter(([, , value]) => value !== null);
  const isAssumed = (key: string) =>
    figure.assumed.includes(key) || (key === "outstanding" && figure.assumed.includes("queue_depth"));
  const spoken = ([name, , value]: Condition) => `${name} ${value ?? ""}`;
  return {
    printed: known.filter(([, key]) => !isAssumed(key)).map(spoken),
    assumed: known.filter(([, key]) => isAssumed(key)).map(spoken),
    not: conditions(figure).flatMap(([name, , value]) => (value === null ? [name] : [])),
  };
}

/** A figure of a card with everybody who prints it. */
export interface PrintedFigure {
  figure: SpecFigure;
  sources: readonly (SpecFigure["source"] & object)[];
  isContradicted: boolean;
}

const SOURCE_ORDER = Object.keys(SOURCE_KINDS);
/** Who speaks for the vendor. */
export const PRIMARY = new Set(["maker", "oem", "reproduced_table"]);

/** Figures of a card, each once with all its sources: what its maker prints first, then what others say. */
export function mergeFigures(figures: readonly SpecFigure[]): readonly PrintedFigure[] {
  const rank = ({ source }: SpecFigure) =>
    source === null ? SOURCE_ORDER.length : SOURCE_ORDER.indexOf(source.kind);
  const isSecondary = (figure: SpecFigure) => Number(!PRIMARY.has(figure.source?.kind ?? ""));
  const ordered = figures.toSorted((a, b) => isSecondary(a) - isSecondary(b));
  const groups = Map.groupBy(ordered, (figure) => {
    const { printed, assumed } = sheetConditions(figure);
    const names = [sheetFigureName(figure), figure.claim, figure.scope];
    return JSON.stringify([...names, figure.value, figure.percentile, printed, assumed]);
  });
  return [...groups.values()].flatMap((group) => {
    const [first, ...others] = group.toSorted((a, b) => rank(a) - rank(b));
    if (first === undefined) return [];
    const sources = [first, ...others].flatMap(({ source }) => source ?? []);
    return [
      {
        figure: first,
        sources: [...new Map(sources.map((one) => [one.address, one])).values()],
        isContradicted: group.some((one) => one.is_contradicted),
      },
    ];
  });
}

/** What a version says that the one before it does not, and the other way round. */
export function sheetChanges(card: SpecCard, before: SpecCard): string[] {
  const lines = (one: SpecCard) =>
    one.figures.map((figure) => {
      const { printed, assumed } = sheetConditions(figure);
      const where = [...printed, ...assumed.map((text) => t`${text} (assumed)`)].join(", ");
      return [
        `${sheetFigureName(figure)} ${sheetFigureValue(figure)}, “${figure.claim}”`,
        where,
        figure.source?.title ?? t`without source`,
      ]
        .filter((text) => text !== "")
        .join("; ");
    });
  const [now, then] = [lines(card), lines(before)];
  const changes = [
    ...now.filter((line) => !then.includes(line)).map((line) => t`added: ${line}`),
    ...then.filter((line) => !now.includes(line)).map((line) => t`removed: ${line}`),
  ];
  if (card.title !== before.title) changes.unshift(t`title: was ${{ title: before.title }}`);
  return changes;
}
