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

/** What keeps the draft from being a card; null when nothing does. */
export function problemOf(draft: CardDraft): string | null {
  const { readMb, writeMb, readIops, writeIops, sequentialKib, randomKib, queueDepth, workers, page } = draft;
  const figures = [readMb, writeMb, readIops, writeIops].map(typed);
  if ([...figures, ...[sequentialKib, randomKib, queueDepth, workers, page].map(typed)].some(Number.isNaN)) {
    return "Figures are plain numbers above 0, without units.";
  }
  if (figures.every((figure) => figure === null)) return "A card needs at least one figure.";
  const capacity = typed(draft.capacityGb);
  if (capacity === null || Number.isNaN(capacity)) return "A card needs the drive's capacity in GB.";
  if (draft.address.trim() !== "" && !/^https?:\/\/\S+$/.test(draft.address.trim())) {
    return "The address of the source begins with http:// or https://.";
  }
  return null;
}

/** The card as the service takes it. A condition that was not printed is not in it. */
export function cardOf(draft: CardDraft, today: string): Record<string, unknown> {
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
    id: slugOf(`${draft.model} ${draft.capacityGb} gb`),
    title: `${draft.model}, ${draft.capacityGb.trim()} GB`,
    class: draft.driveClass,
    match: [
      {
        model: draft.model,
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
    ],
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
