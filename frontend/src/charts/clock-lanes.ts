/** Which series of a run stand on its one clock, one lane below the other. No React, no drawing. */
import { t } from "@lingui/core/macro";
import {
  kindOf,
  lineOf,
  type Panel,
  type PanelLine,
  panelsOf,
  sourceOf,
  type TimeSeriesData,
} from "@/charts/time-series-panels";

/** The same one below the other on one clock: no lane has two axes, and temperature stands before the CPU. */
export function lanesOf(data: TimeSeriesData): Panel[] {
  const lanes = panelsOf(data).filter((one) => one.name !== "temperature");
  const heat = data.series.filter((one) => one.unit === "°C" && one.points.length > 0);
  // Of sensors that are no drive, the lane of drives says nothing.
  const drives = heat.filter((one) => kindOf(one) === "disk");
  const sensors = drives.length > 0 ? drives : heat;
  const temperature: Panel = {
    name: "temperature",
    title: drives.length > 0 ? t`Drive temperature` : t`Temperature`,
    unit: "°C",
    lines: sensors.map(lineOf),
    isLogarithmic: false,
    source: sourceOf(sensors),
  };
  const at = lanes.findIndex((one) => one.name === "cpu" || one.name === "queue");
  const place = at === -1 ? lanes.length : at;
  return lanes
    .map((one): Panel => ({ ...one, lines: withoutCommonFile(one) }))
    .toSpliced(place, 0, ...(sensors.length > 0 ? [temperature] : []));
}

/** The name of the one log that all lines of fio come from tells nothing. */
function withoutCommonFile({ lines, source }: Panel): PanelLine[] {
  const names = new Set(
    lines.map((line) => line.label.split(", ")[0]?.replace(/_[a-z]+(\.\d+)?\.log$/, "$1")),
  );
  if (!source.startsWith("fio") || names.size > 1) return lines;
  return lines.map((line) => {
    const [, ...rest] = line.label.split(", ");
    return rest.length === 0 ? line : { ...line, label: rest.join(", ") };
  });
}
