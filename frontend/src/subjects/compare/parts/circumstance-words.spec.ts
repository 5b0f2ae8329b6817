import { expect, test } from "vitest";
import type { Circumstance } from "@/api/types";
import { circumstanceWords } from "@/subjects/compare/parts/circumstance-words";

type Figure = Circumstance["base"];

const figure = (more: Partial<Figure>): Figure => ({
  low: 1,
  high: 1,
  n: 3,
  of: 3,
  source: "samples",
  limited_by: null,
  reason: null,
  ...more,
});
const circumstance = (unit: Circumstance["unit"], base: Figure): Circumstance => ({
  key: "ceiling_read",
  title: "",
  unit,
  base,
  new: figure({ low: null, high: null, n: 0, reason: "No run has samples." }),
});
const NBSP = "\u00a0";

test.each([
  [
    circumstance(
      "bytes/s",
      figure({ low: 13.3e9, high: 14.4e9, source: "inventory", limited_by: "0000:20:03.1" }),
    ),
    `13.3–14.4${NBSP}GB/s`,
    "slowest link 0000:20:03.1 · 3 runs · inventory",
  ],
  [
    circumstance("bytes/s", figure({ low: 13.3e9, high: 13.3e9, source: "inventory", n: 1 })),
    `13.3${NBSP}GB/s`,
    "no single slowest link · 1 of 3 runs · inventory",
  ],
  [circumstance("°C", figure({ low: 38, high: 52.4 })), `38–52${NBSP}°C`, "3 runs · sampled"],
  [
    circumstance("%", figure({ low: 12, high: 98.7, source: "result", n: 1, of: 1 })),
    `12–98.7${NBSP}%`,
    "1 run · fio",
  ],
])("%j", (one, text, detail) => {
  expect(circumstanceWords(one, "base", "decimal")).toEqual({ text, reason: "", detail });
});

test("what no run tells is unknown with the service's reason, never 0", () => {
  const one = circumstance("%", figure({}));
  expect(circumstanceWords(one, "new", "decimal")).toMatchObject({
    text: null,
    reason: "No run has samples.",
  });
});
