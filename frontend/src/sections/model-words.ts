/** What of drive models needs a look, in words. */
import type { DriveModel } from "@/api/types";
import { countOf } from "@/lib/format";

/** Each problem of a model with its number of drives, the gravest first. */
export function modelProblems(model: DriveModel): string[] {
  const { warnings, missing, links_below: links, odd, worn, hot, firmware_faults: faults, firmware } = model;
  return [
    ...(warnings > 0 ? [countOf(warnings, "critical warning")] : []),
    ...(missing > 0 ? [`${missing} missing`] : []),
    ...(links > 0 ? [`${countOf(links, "link")} below`] : []),
    ...(odd > 0 ? [`${odd} odd`] : []),
    ...(worn > 0 ? [`${worn} worn`] : []),
    ...(hot > 0 ? [`${hot} hot`] : []),
    ...(faults.length > 0 ? [`firmware ${faults.join(", ")} with a known fault`] : []),
    ...(firmware.length > 1 ? [countOf(firmware.length, "firmware version")] : []),
  ];
}

/** The answer of the page in one sentence. */
export function modelsAnswer(models: readonly DriveModel[]): string {
  const telling = models.filter((model) => modelProblems(model).length > 0);
  const [first] = telling;
  const all = countOf(models.length, "model");
  if (first === undefined) return `Of ${all} none is known to need a look.`;
  const more = telling.length > 1 ? `; ${countOf(telling.length - 1, "more model")}` : "";
  return `Of ${all} ${telling.length} ${telling.length === 1 ? "needs" : "need"} a look: ${first.model} (${modelProblems(first).join(", ")})${more}.`;
}

/** The answer of one model's page. */
export function modelAnswer(model: DriveModel): string {
  const problems = modelProblems(model);
  const where = `${countOf(model.drives, "drive")} in ${countOf(model.hosts, "host")}`;
  return problems.length === 0 ? `${where}, nothing needs a look.` : `${where}: ${problems.join(", ")}.`;
}

const ASKED = ["bs", "iodepth", "numjobs"];

/** The filter that means the runs of a workload on one drive of a model. */
export function workloadFilter(model: string, workload: string, direction: string): Record<string, string[]> {
  const [rw = "", ...rest] = workload.split(" ");
  const options = rest.flatMap((word) => {
    const [key = "", value = ""] = word.split("=");
    return ASKED.includes(key) && value !== "" ? [[key, [value]] as const] : [];
  });
  const of = rw.includes("=") ? { direction: [direction] } : { rw: [rw] };
  return { "drive.model": [model], "drive.count": ["1"], ...of, ...Object.fromEntries(options) };
}
