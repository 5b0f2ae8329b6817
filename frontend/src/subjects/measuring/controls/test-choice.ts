/** What is measured where, as it is chosen in a form out of what a host offers. */
import { t } from "@lingui/core/macro";
import type { HostOffers, Schedule } from "@/api/types";

export type Offers = NonNullable<HostOffers["offers"]>;

export interface TestChoice {
  /** `suite:quick`, `job:nightly-db`. */
  test: string;
  target: string;
  /** As typed; "" leaves it to the suite or job. */
  runtime: string;
  repeats: string;
  /** Of a search: what p99 may be at most, in ms. */
  limit: string;
}

const USUAL_LIMIT_MS = "2";

/** Whether a test looks for the highest rate under a latency: it repeats the steps at its edge by itself. */
export function isSearch({ test }: TestChoice): boolean {
  return test === "suite:saturate";
}

/** The suites and jobs of a host, as a select lists them. */
export function listTests({ suites, jobs }: Offers): { value: string; label: string }[] {
  return [
    ...suites.map((name) => ({ value: `suite:${name}`, label: t`Suite ${name}` })),
    ...jobs.map((name) => ({ value: `job:${name}`, label: t`Job ${name}` })),
  ];
}

/** What a form shows at first; null where the host offers nothing that could be chosen. */
export function chooseFirst(offers: Offers): TestChoice | null {
  const test = listTests(offers)[0]?.value;
  const target = offers.targets[0]?.name;
  return test === undefined || target === undefined
    ? null
    : { test, target, runtime: "", repeats: "", limit: USUAL_LIMIT_MS };
}

/** What a schedule measures, as a form shows it. */
export function chooseOf({ kind, name, target, parameters }: Schedule): TestChoice {
  return {
    test: `${kind}:${name ?? ""}`,
    target,
    runtime: String(parameters.runtime ?? ""),
    repeats: String(parameters.repeats ?? ""),
    limit: parameters.limit?.replace("ms", "") ?? USUAL_LIMIT_MS,
  };
}

/** The same as the service takes it; `others` are parameters that the form does not show. */
export function toWanted(choice: TestChoice, others: Schedule["parameters"] = {}) {
  const { test, target, runtime, repeats, limit } = choice;
  const [kind, ...name] = test.split(":");
  const { runtime: _runtime, repeats: _repeats, limit: _limit, ...kept } = others;
  return {
    kind: kind as "suite" | "job",
    name: name.join(":"),
    target,
    parameters: {
      ...kept,
      ...(runtime === "" ? {} : { runtime: Number(runtime) }),
      ...(repeats === "" || isSearch(choice) ? {} : { repeats: Number(repeats) }),
      ...(isSearch(choice) ? { limit: `${limit}ms` } : {}),
    },
  };
}
