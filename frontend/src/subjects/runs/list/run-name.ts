/** What a row is called, which chips stand beside it, and whether they have room on the same line. */
import { plural, t } from "@lingui/core/macro";
import type { Distinction } from "@/api/types";
import { formatFactor } from "@/lib/factor";
import { paths } from "@/lib/paths";
import { formatCount } from "@/lib/units";
import type { RunRow } from "@/subjects/runs/list/rows";
import { withStart } from "@/subjects/runs/parts/batch-name";
import { statusOf } from "@/subjects/runs/RunStatus";
import { describeWorkloads, deviceName } from "@/subjects/runs/run-title";
import type { Tone } from "@/ui/Badge";

/** Distinctions beside a name; what else differs is a number. */
const MAX_DISTINCTIONS = 3;

/** What its owner called it; else the workload with its device, as the page of the run is called. */
export function nameOf({ fold, run }: RunRow): string {
  return fold?.name ?? nameOfRun(run);
}

/** The same for who does not see the row's other cells: with its start where only that tells it from its like. */
export function wholeNameOf(row: RunRow): string {
  const { fold, run } = row;
  return run.needs_start === true ? withStart(nameOf(row), (fold ?? run).started_at) : nameOf(row);
}

function nameOfRun(run: RunRow["run"]): string {
  if (run.title !== null && run.title !== "") return run.title;
  const device = deviceName(run.target);
  if (run.results.length === 0) return device ?? run.target ?? t`No results`;
  return [describeWorkloads(run.results), device].filter((part) => part !== null).join(" · ");
}

export interface Chip {
  key: string;
  /** Before the value, in grey; empty where the value says all. */
  label: string;
  value: string;
  title: string;
  tone: Tone;
  /** Where it leads; null: it only says something. */
  to: string | null;
}

/** "Slot 2". */
export function inWords(distinction: Distinction): string {
  return `${distinction.title} ${formatFactor(distinction, distinction.value)}`;
}

/** Steps, how it ended where not well, and what tells the row apart. */
export function chipsOf(row: RunRow): readonly Chip[] {
  const all = row.run.distinctions ?? [];
  const shown = all.slice(0, MAX_DISTINCTIONS).map((one) => {
    const origin = one.is_stated ? t`stated by a person` : t`as detected`;
    return {
      key: one.key,
      label: one.title,
      value: formatFactor(one, one.value),
      title: `${inWords(one)}, ${origin}`,
      tone: "plain" as const,
      to: null,
    };
  });
  return [...steps(row), ...ending(row), ...shown, ...further(row, all)];
}

function steps({ fold, run, isStep }: RunRow): Chip[] {
  const chip = (value: string, title: string, to: string | null) => [
    { key: "steps", label: "", value, title, tone: "plain" as const, to },
  ];
  if (fold !== null) {
    const { runs, steps: planned } = fold;
    const words =
      runs === planned
        ? plural(planned, { one: "# step", other: "# steps" })
        : t`${{ runs: formatCount(runs) }} of ${plural(planned, { one: "# step", other: "# steps" })}`;
    return chip(words, words, null);
  }
  if (run.batch === null) return [];
  const { step, steps: planned, name } = run.batch;
  const place = t`${{ step: formatCount(step) }} of ${{ planned: formatCount(planned) }}`;
  return chip(
    t`step ${{ number: isStep ? formatCount(step) : place }}`,
    t`Batch ${name}, step ${place}`,
    paths.batch(run.batch.id),
  );
}

function ending({ fold, run }: RunRow): Chip[] {
  if (fold === null) {
    const { word, tone, title } = statusOf(run);
    return tone === "ok" ? [] : [{ key: "status", label: "", value: word, title, tone, to: null }];
  }
  if (fold.unfinished === 0) return [];
  const title = t`Incomplete, failed or not parsed`;
  return [
    {
      key: "status",
      label: "",
      value: t`${{ unfinished: formatCount(fold.unfinished) }} not done`,
      title,
      tone: "warn",
      to: null,
    },
  ];
}

function further({ run }: RunRow, all: readonly Distinction[]): Chip[] {
  const told = all.slice(MAX_DISTINCTIONS);
  const leftOut = run.distinctions_left_out ?? 0;
  if (told.length + leftOut === 0) return [];
  const rest = leftOut === 0 ? [] : [t`${{ leftOut: formatCount(leftOut) }} more`];
  const title = t`These differ, too: ${{ list: [...told.map(inWords), ...rest].join(", ") }}`;
  return [
    {
      key: "more",
      label: "",
      value: `+${formatCount(told.length + leftOut)}`,
      title,
      tone: "plain",
      to: null,
    },
  ];
}

/** Of a letter of the name (600, 13 px) and of a chip (11.5 px), on the wide side; and what stands around. */
const NAME_PX = 7;
/** Of a letter of a usual name. */
const MEAN_NAME_PX = 6.8;
const CHIP_PX = 6.1;
const AROUND_CHIP_PX = 18;
const OPENER_PX = 26;
/** Around the words of a change. */
const CHANGED_PX = 62;

/** Lines that a name needs in this width, in pixels: two at most. */
export function countNameLines(row: RunRow, width: number): number {
  return nameOf(row).length * MEAN_NAME_PX + besidesName(row) > width ? 2 : 1;
}

/** What stands on the line of the name, in pixels. */
function besidesName({ fold, run }: RunRow): number {
  const { change } = run;
  return (
    (fold === null ? 0 : OPENER_PX) +
    (change === undefined ? 0 : CHANGED_PX + change.metric_title.length * CHIP_PX)
  );
}

/** Whether name and chips need more than one line of this width, in pixels. */
export function isWrapping(row: RunRow, chips: readonly Chip[], width: number): boolean {
  if (chips.length === 0) return false;
  const words = chips.map(({ label, value }) => (label === "" ? value : `${label} ${value}`));
  const ofChips = words.reduce((sum, { length }) => sum + length * CHIP_PX + AROUND_CHIP_PX, 0);
  return nameOf(row).length * NAME_PX + besidesName(row) + ofChips > width;
}
