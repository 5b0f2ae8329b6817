/** The drives of a model under one workload as rows of marks. */
import { t } from "@lingui/core/macro";
import type { ModelFigure, ModelWorkload } from "@/api/types";
import type { StripRow } from "@/charts/strip-model";
import { metricOf } from "@/subjects/datasheets/parts/model-words";
import { apartBy } from "@/subjects/hosts/parts/fleet-words";

const MAX_ROWS = 16;

interface Strips {
  rows: readonly StripRow[];
  metric: "iops" | "bw_bytes_per_s";
  /** What one drive is rated, with the lowest and highest share of the drawn; null where nothing rates it. */
  rated: { value: number; hasSource: boolean; best: number; worst: number } | null;
  /** Drives that are not drawn, a count. */
  leftOut: number;
}

export function stripsOf(workload: ModelWorkload): Strips {
  const metric = metricOf(workload);
  const odd = new Map(workload.odd.map((one) => [one.drive_id, one]));
  const drives = workload.figures.flatMap((figure) => {
    const value = metric === "iops" ? figure.iops : figure.bw_bytes_per_s;
    return value === null ? [] : [{ figure, value }];
  });
  const rows = [...Map.groupBy(drives, ({ figure }) => rowOf(figure))].map(([name, members]) => ({
    name,
    marks: members.map(({ figure, value }) => {
      const apart = odd.get(figure.drive_id);
      return {
        key: figure.drive_id,
        value,
        name: figure.slot === null ? figure.name : t`${{ name: figure.name }} in ${{ slot: figure.slot }}`,
        apart: apart === undefined ? null : apartBy(apart),
      };
    }),
  }));
  const isTelling = ({ marks }: StripRow) => marks.some(({ apart }) => apart !== null);
  const ordered = [...rows.filter(isTelling), ...rows.filter((row) => !isTelling(row))].slice(0, MAX_ROWS);
  const drawn = ordered.flatMap(({ marks }) => marks.map(({ value }) => value));
  const [rating] = workload.rated
    .map(({ figure }) => figure)
    .filter((figure) => figure.metric === metric && figure.drive_count === 1)
    // Of another test a share means nothing, and its line would read as one.
    .filter(({ verdict }) => verdict === "comparable" || verdict === "at_least");
  return {
    rows: ordered,
    metric,
    rated:
      rating === undefined || drawn.length === 0
        ? null
        : {
            value: rating.rated,
            hasSource: rating.source !== null,
            best: Math.max(...drawn) / rating.rated,
            worst: Math.min(...drawn) / rating.rated,
          },
    leftOut: workload.drives - drawn.length,
  };
}

function rowOf({ host, firmware }: ModelFigure): string {
  return t`${{ name: host.name }}, firmware ${{ firmware: firmware ?? t`unknown` }}`;
}
