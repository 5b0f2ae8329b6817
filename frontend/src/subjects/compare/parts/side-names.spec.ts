import { describe, expect, test } from "vitest";
import { filterInWords, sideNames, wordOf } from "@/subjects/compare/parts/side-names";

const DECLARED = [
  { key: "host", title: "Host", type: "text", unit: null },
  { key: "kernel", title: "Kernel", type: "text", unit: null },
  { key: "bios.nps", title: "NUMA nodes per socket", type: "number", unit: null },
] as const;
const side = (filter: string, runs: { id: string; host_name: string }[] = []) => ({
  filter,
  batch: null,
  run_ids: runs.map(({ id }) => id),
  runs: runs.map((run) => ({ ...run, title: null, started_at: "2026-11-03T09:00:00Z" })),
  left_out: [],
});
const now = new Date("2026-11-21T00:00:00Z");

describe("names of sides", () => {
  test("what all sides share is left out", () => {
    expect(sideNames([side("bios.nps=1&host=epyc"), side("bios.nps=4&host=epyc")], now, DECLARED)).toEqual([
      "NPS 1",
      "NPS 4",
    ]);
  });

  test("chosen runs are called by their host and time, several by their number", () => {
    const a = side("run=a", [{ id: "a", host_name: "jupiter" }]);
    const many = side("run=b&run=c", [
      { id: "b", host_name: "venus" },
      { id: "c", host_name: "venus" },
    ]);
    const [first, second] = sideNames([a, many], now, DECLARED);
    expect(first).toMatch(/^jupiter, 3 Nov \d\d:00$/);
    expect(second).toBe("2 runs of venus");
  });

  test("two sides of as many runs of one host are told apart by when they began", () => {
    const of = (id: string, at: string) => {
      const runs = ["a", "b"].map((one) => ({ id: `${id}${one}`, host_name: "venus" }));
      return {
        ...side(`batch=${id}`, runs),
        runs: runs.map((run) => ({ ...run, title: null, started_at: at })),
      };
    };
    const names = sideNames(
      [of("x", "2026-11-10T09:00:00Z"), of("y", "2026-11-12T09:00:00Z")],
      now,
      DECLARED,
    );
    expect(names[0]).toMatch(/^2 runs of venus from 10 Nov \d\d:00$/);
    expect(names[1]).toMatch(/^2 runs of venus from 12 Nov \d\d:00$/);
  });

  test("a batch is called by its name, and one of its runs is not", () => {
    const runs = ["a", "b"].map((id) => ({ id, host_name: "venus" }));
    const before = { ...side("batch=x", runs), batch: "before the update" };
    const after = { ...side("batch=y", runs), batch: "after it" };
    expect(sideNames([before, after], now, DECLARED)).toEqual(["before the update", "after it"]);
    const again = { ...side("batch=z", runs), batch: "after it" };
    expect(new Set(sideNames([after, again], now, DECLARED)).size).toBe(2);
    const some = { ...side("run=a&run=b", runs), batch: "after it" };
    expect(sideNames([some], now, DECLARED)).toEqual(["2 runs of venus"]);
    const step = { ...side("run=a", runs.slice(0, 1)), batch: "after it" };
    expect(sideNames([step], now, DECLARED)[0]).toMatch(/^venus, 3 Nov/);
  });

  test("two sides of one name are told apart", () => {
    const runs = [{ id: "a", host_name: "venus" }];
    const names = sideNames([side("run=a", runs), side("run=b", runs)], now, DECLARED);
    expect(new Set(names).size).toBe(2);
  });
});

test.each([
  ["bios.nps", "NPS"],
  ["kernel", "Kernel"],
  ["label.cpus", "cpus"],
  ["option.zero_buffers", "zero_buffers"],
  ["started_at", "Started"],
])("%s is called %s", (key, word) => {
  expect(wordOf(key, DECLARED)).toBe(word);
});

test("a filter is spelled in the words of its factors", () => {
  expect(filterInWords({ "bios.nps": ["1"], host: ["jupiter", "!venus"] }, DECLARED)).toBe(
    "NPS 1, Host jupiter or not venus",
  );
});
