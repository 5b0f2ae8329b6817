import { expect, test } from "vitest";
import { fitted, textWidth } from "@/subjects/hosts/parts/machine/text-width";

test("capitals and digits need more room than small letters", () => {
  expect(textWidth("CT2000P3SSD8", 11.5)).toBeGreaterThan(1.15 * textWidth("nameofadrive", 11.5));
});

test.each([
  ["NVMe drive", "NVMe drive"],
  ["NUMA node unknown", "NUMA node unknown"],
  ["CT2000P3SSD8 · firmware P9CR30A", "CT2000P3SSD8"],
  ["Samsung SSD 990 PRO 2TB · firmware 4B2QJXD7", "Samsung S… PRO 2TB"],
  ["", "…"],
])("%s fits into a box of 136 px", (text, shown) => {
  expect(fitted(text, 136, 11.5)).toBe(shown);
  expect(textWidth(fitted(text, 136, 11.5), 11.5)).toBeLessThanOrEqual(136);
});
