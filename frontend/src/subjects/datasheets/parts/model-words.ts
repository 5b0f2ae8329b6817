/** What of drive models needs a look, in words. */
import { plural, t } from "@lingui/core/macro";
import type { DriveModel, DriveModelDetail, ModelFigure, ModelWorkload } from "@/api/types";
import type { FilterRecord } from "@/lib/filter";
import { formatCapacity, formatCount } from "@/lib/units";
import { promises } from "@/subjects/hosts/parts/fleet-words";

/** Each problem of a model with its number of drives, the gravest first. */
export function modelProblems(model: DriveModel): string[] {
  const { warnings, missing, links_below: links, odd, worn, hot, firmware_faults: faults, firmware } = model;
  return [
    ...(warnings > 0 ? [plural(warnings, { one: "# critical warning", other: "# critical warnings" })] : []),
    ...(missing > 0 ? [t`${{ missing: formatCount(missing) }} missing`] : []),
    ...(links > 0 ? [plural(links, { one: "# degraded link", other: "# degraded links" })] : []),
    ...(odd > 0 ? [plural(odd, { one: "# outlier", other: "# outliers" })] : []),
    ...(worn > 0 ? [t`${{ worn: formatCount(worn) }} worn`] : []),
    ...(hot > 0 ? [t`${{ hot: formatCount(hot) }} hot`] : []),
    ...(faults.length > 0 ? [t`firmware ${{ faults: faults.join(", ") }} with a known fault`] : []),
    ...(firmware.length > 1
      ? [plural({ firmware: firmware.length }, { one: "# firmware version", other: "# firmware versions" })]
      : []),
  ];
}

/** The answer of the page in one sentence. */
export function modelsAnswer(models: readonly DriveModel[]): string {
  const telling = models.filter((model) => modelProblems(model).length > 0);
  const [first] = telling;
  const all = plural({ models: models.length }, { one: "# model", other: "# models" });
  const kept = promises(
    {
      drives: total(models, ({ rated }) => rated?.drives ?? 0),
      judged: total(models, ({ rated }) => rated?.judged ?? 0),
      as_rated: total(models, ({ rated }) => rated?.as_rated ?? 0),
    },
    total(models, ({ drives }) => drives),
  );
  if (first === undefined)
    // Without a judged run, their performance is unknown.
    return models.some(({ rated }) => rated !== null && rated.judged > 0)
      ? t`${all}: no known issues. ${kept}`
      : t`${all}, performance not evaluated. ${kept}`;
  const more =
    telling.length > 1
      ? `; ${plural({ count: telling.length - 1 }, { one: "# more model", other: "# more models" })}`
      : "";
  return t`${all}, ${{ telling: telling.length }} with issues: ${{ model: first.model }} (${{ first: modelProblems(first).join(", ") }})${more}. ${kept}`;
}

function total(models: readonly DriveModel[], of: (model: DriveModel) => number): number {
  return models.reduce((sum, model) => sum + of(model), 0);
}

/** Whether something of it is wrong now, and not only worth knowing. */
export function isModelGrave({ warnings, missing, links_below: links, odd }: DriveModel): boolean {
  return warnings + missing + links + odd > 0;
}

/** The filter that means runs on one drive of a model. */
export function aloneFilter(model: string): FilterRecord {
  return { "drive.model": [model], "drive.count": ["1"] };
}

/** The filter that means the runs of a workload on one drive of a model: alike in all that the service tells apart. */
export function workloadFilter(
  { model, capacities }: Pick<DriveModelDetail, "model" | "capacities">,
  workload: ModelWorkload,
): FilterRecord {
  const { workload_id: id, direction, size_bytes: size, target_kind: kind } = workload;
  return {
    ...aloneFilter(model),
    workload: [id],
    direction: [direction],
    ...(size === null || capacities.length < 2 ? {} : { "drive.capacity": [String(size)] }),
    ...(kind === null ? {} : { "target.kind": [kind] }),
  };
}

/** The runs of one drive under a workload: by its slot where it is known, since names change. */
export function driveFilter(
  of: FilterRecord,
  { host, slot }: Pick<ModelFigure, "host" | "slot">,
): FilterRecord {
  return { ...of, host: [host.name], ...(slot === null ? {} : { slot: [slot] }) };
}

/** What speaks for a workload: bandwidth of large blocks, IOPS of small ones. */
export function metricOf({ iops_typical: iops, bw_typical_bytes_per_s: bandwidth }: ModelWorkload) {
  return bandwidth !== null && bandwidth / iops >= LARGE ? "bw_bytes_per_s" : "iops";
}

const LARGE = 65_536;

const TARGETS: Readonly<Record<string, string>> = { disk: t`raw device`, file: t`file system` };

/** Target and capacity, as far as they are known, and the direction that a mix does not say. */
export function aboutWorkload({
  workload,
  direction,
  target_kind: kind,
  size_bytes: size,
}: ModelWorkload): string {
  const isSaid = workload.includes(direction) && !workload.includes(" and ");
  return [
    isSaid ? null : direction,
    kind === null ? null : (TARGETS[kind] ?? kind),
    size === null ? null : formatCapacity(size),
  ]
    .filter((part) => part !== null)
    .join(", ");
}

/** Two workloads of a page are never the same in all of these. */
export function workloadKey({ workload_id, direction, size_bytes, target_kind }: ModelWorkload): string {
  return `${workload_id} ${direction} ${size_bytes} ${target_kind}`;
}

/** "Intel SSD DC P3700": what the datasheet calls a model that reports an ordering code; null where it reports that name. */
export function nameSoldAs({
  model,
  workloads,
}: Pick<DriveModelDetail, "model" | "workloads">): string | null {
  const rated = workloads.flatMap((one) => one.rated).find(({ figure }) => figure.card !== null);
  const title = rated?.figure.card?.title ?? null;
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
  return title === null || plain(title) === plain(model) ? null : title;
}
