/** Which of a document's runs speak for its setup: repeats of one configuration are shown once. */
import { t } from "@lingui/core/macro";
import type { MachineAnswer, SharedDocument, SharedRun } from "@/api/types";
import { partsOf } from "@/subjects/compare/parts/comparison-rows";

export interface Setup {
  /** The runs it stands for, in words. */
  names: string;
  run: SharedRun;
  /** Drawn once for each state of a machine: of this run, or of another one of the same side. */
  machine: MachineAnswer | null;
}

/** The newest run of each side of a comparison, the first run otherwise; the same way of the data is shown once. */
export function pathsOf(document: SharedDocument): Setup[] {
  const setups = spokesmen(document).filter(({ run, machine }) => run.path !== null || machine !== null);
  const groups = Map.groupBy(setups, ({ run, machine }) =>
    JSON.stringify([run.host, run.path?.targets, links(machine)]),
  );
  return [...groups.values()].flatMap((alike) => {
    const [first] = alike;
    return first === undefined ? [] : [{ ...first, names: alike.map(({ names }) => names).join(t` and `) }];
  });
}

/** Every distinct set of job options, named as the jobs are. */
export function jobsOf(
  document: SharedDocument,
): { name: string; options: Readonly<Record<string, string>> }[] {
  return document.runs.flatMap((run) =>
    run.results.map((result, i) => ({ name: result.job_name, options: run.job_options[i] ?? {} })),
  );
}

function spokesmen({ compare, runs }: SharedDocument): Setup[] {
  const [first] = runs;
  if (compare === null)
    return first === undefined ? [] : [{ names: first.label, run: first, machine: first.machine }];
  const parts = partsOf(compare);
  const sides = [compare.base, ...parts.map((part) => part.new)];
  const names = [t`base`, ...parts.map((_, i) => (parts.length === 1 ? t`new` : t`new ${{ count: i + 1 }}`))];
  return sides.flatMap(({ run_ids }, i) => {
    const own = runs.filter(({ label }) => run_ids.includes(label));
    const newest = own.toSorted((a, b) => (b.started_at ?? "").localeCompare(a.started_at ?? ""))[0];
    if (newest === undefined) return [];
    const machine = newest.machine ?? own.find((run) => run.machine !== null)?.machine ?? null;
    return [{ names: names[i] ?? "", run: newest, machine }];
  });
}

/** The picture without what one run moved through it. */
function links(machine: MachineAnswer | null): string {
  return JSON.stringify(machine, (key, value: unknown) =>
    key === "used_bytes_per_s" || key === "run" ? undefined : value,
  );
}
