import { expect, test } from "vitest";
import { bandPath } from "@/charts/band-path";

const same = (value: number) => value;

test("a band goes along the highest values and comes back along the lowest", () => {
  const corners = [
    { at: 0, band: [1, 2] as const },
    { at: 10, band: [3, 4] as const },
  ];
  expect(bandPath(corners, same, same)).toBe("M0 2L10 4L10 3L0 1Z");
});

test("a gap is a gap, a single value between two gaps has no area", () => {
  const at = (x: number, isKnown: boolean) => ({ at: x, band: isKnown ? ([0, 1] as const) : null });
  const path = bandPath(
    [at(0, true), at(1, true), at(2, false), at(3, true), at(4, false), at(5, true), at(6, true)],
    same,
    same,
  );
  expect(path.match(/M/g)).toHaveLength(2);
  expect(path).not.toContain("3 ");
});
