import { t } from "@lingui/core/macro";
import type { PastedFigure, UsualConditions } from "@/api/types";

/** A datasheet card as a person types it; empty: not printed, so unknown. */
export interface CardDraft {
  model: string;
  capacityGb: string;
  driveClass: "data-centre" | "client" | "hdd";
  readMb: string;
  writeMb: string;
  sequentialKib: string;
  readIops: string;
  writeIops: string;
  randomKib: string;
  queueDepth: string;
  workers: string;
  printedBy: "maker" | "reproduced_table" | "catalogue";
  title: string;
  address: string;
  page: string;
}

export function emptyDraft(model: string, capacityBytes: number | null): CardDraft {
  return {
    ...{ model, capacityGb: capacityBytes === null ? "" : String(Math.floor(capacityBytes / 1e9)) },
    driveClass: "data-centre",
    ...{ readMb: "", writeMb: "", sequentialKib: "", readIops: "", writeIops: "", randomKib: "" },
    printedBy: "maker",
    ...{ queueDepth: "", workers: "", title: "", address: "", page: "" },
  };
}

const NUMBER = /^\d{1,12}(\.\d{1,6})?$/;

/** The number of a field; null when it is empty, NaN when it is none. */
function typed(text: string): number | null {
  const bare = text.trim().replaceAll(",", "");
  if (bare === "") return null;
  const value = NUMBER.test(bare) ? Number(bare) : Number.NaN;
  return value > 0 ? value : Number.NaN;
}

type Rating = Readonly<Record<string, unknown>>;

/** What keeps the draft, with so many pasted figures, from being a card; null when nothing does. */
export function problemOf(draft: CardDraft, pasted = 0): string | null {
  const { readMb, writeMb, readIops, writeIops, sequentialKib, randomKib, queueDepth, workers, page } = draft;
  if (draft.model.trim() === "") return t`Enter the drive's model.`;
  const figures = [readMb, writeMb, readIops, writeIops].map(typed);
  if ([...figures, ...[sequentialKib, randomKib, queueDepth, workers, page].map(typed)].some(Number.isNaN)) {
    return t`Figures are plain numbers above 0, without units.`;
  }
  if (pasted === 0 && figures.every((figure) => figure === null))
    return t`A datasheet needs at least one figure.`;
  const capacity = typed(draft.capacityGb);
  if (capacity === null || Number.isNaN(capacity)) return t`Enter the drive's capacity in GB.`;
  if (draft.address.trim() !== "" && !/^https?:\/\/\S+$/.test(draft.address.trim())) {
    return t`The URL of the source must begin with http:// or https://.`;
  }
  return null;
}

/** Pasted figures that a card of one capacity may have: those of its column, and those of rows with one figure. */
export function ofColumn(figures: readonly PastedFigure[], column: string | null): PastedFigure[] {
  return figures.filter((figure) => figure.column === null || figure.column === column);
}

/** A figure with what was not printed filled in as usual for its class, and named as assumed. */
function withUsual(rating: Rating, driveClass: string, usual: readonly UsualConditions[]): Rating {
  const taken = usual.find(
    (one) => one.drive_class === driveClass && one.metric === rating["metric"] && one.rw === rating["rw"],
  );
  if (taken === undefined) return rating;
  const assumed = (["bs_bytes", "queue_depth"] as const).filter((name) => rating[name] === undefined);
  if (assumed.length === 0) return rating;
  return { ...rating, ...Object.fromEntries(assumed.map((name) => [name, taken[name]])), assumed };
}

/** The card as the service takes it. A condition that was not printed is not in it, unless `usual` fills it in. */
export function cardOf(
  draft: CardDraft,
  today: string,
  pasted: readonly Rating[] = [],
  usual: readonly UsualConditions[] = [],
): Record<string, unknown> {
  const address = draft.address.trim();
  const [page, depth, workers] = [draft.page, draft.queueDepth, draft.workers].map(typed);
  const source = address === "" ? {} : { source: "typed" };
  const line = (metric: string, factor: number, rw: string, text: string, kib: string) => {
    const value = typed(text);
    if (value === null) return [];
    const size = typed(kib);
    const parallel = rw.startsWith("rand")
      ? {
          ...(depth === null ? {} : { queue_depth: depth }),
          ...(depth === null || workers === null ? {} : { workers }),
        }
      : {};
    const conditions = { rw, ...(size === null ? {} : { bs_bytes: Math.round(size * 1024) }), ...parallel };
    return [{ metric, value: value * factor, claim: "rated", ...conditions, ...source }];
  };
  return {
    schema: 1,
    id: slugOf(t`${{ model: draft.model.trim() }} ${{ capacityGb: draft.capacityGb }} gb`),
    title: t`${{ model: draft.model.trim() }}, ${{ capacityGb: draft.capacityGb.trim() }} GB`,
    class: draft.driveClass,
    match: [
      {
        model: draft.model.trim(),
        capacity_bytes: Math.round((typed(draft.capacityGb) ?? 0) * 1e9),
        basis: "named",
      },
    ],
    capacity_bytes: Math.round((typed(draft.capacityGb) ?? 0) * 1e9),
    rating: [
      ...line("bw_bytes_per_s", 1e6, "read", draft.readMb, draft.sequentialKib),
      ...line("bw_bytes_per_s", 1e6, "write", draft.writeMb, draft.sequentialKib),
      ...line("iops", 1, "randread", draft.readIops, draft.randomKib),
      ...line("iops", 1, "randwrite", draft.writeIops, draft.randomKib),
      ...pasted.map((rating) => ({ ...rating, ...source })),
    ].map((rating) => withUsual(rating, draft.driveClass, usual)),
    source:
      address === ""
        ? []
        : [
            {
              key: "typed",
              title: draft.title.trim() || address,
              address,
              kind: draft.printedBy,
              read_at: today,
              ...(page === null ? {} : { page }),
            },
          ],
  };
}

function slugOf(text: string): string {
  const slug = text.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
  return slug.replace(/^-+/, "").slice(0, 80).replace(/-+$/, "") || "card";
}
