/** What a result is called among the results of its run: as short as tells them apart. */
import { t } from "@lingui/core/macro";
import type { Result } from "@/api/types";

/** "read", or with the job's name when several jobs share the direction's word. */
export function resultLabels(results: readonly Result[]): Map<string, string> {
  const jobs = new Set(results.map((result) => `${result.group}/${result.job_name}`));
  if (jobs.size <= 1) return new Map(results.map((result) => [result.id, result.direction]));
  const names = results.map((result) => `${result.job_name} ${result.direction}`);
  return new Map(
    results.map((result, i) => {
      const name = names[i] ?? result.direction;
      const isUnique = names.indexOf(name) === names.lastIndexOf(name);
      return [result.id, isUnique ? name : t`${name} (group ${{ group: result.group }})`];
    }),
  );
}
