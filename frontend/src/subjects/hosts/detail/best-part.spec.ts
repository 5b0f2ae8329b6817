import { expect, test } from "vitest";
import { bestParts, whyNoPart } from "@/subjects/hosts/detail/best-part";
import { epyc } from "@/test/machine-data";

test("each drive of the picture has its part, those beside the path none", () => {
  const parts = bestParts(epyc());
  expect([...parts.keys()].length).toBeGreaterThan(1);
  for (const [, { bytesPerS, wasUsed }] of parts) if (!wasUsed) expect(bytesPerS).toBeNull();
});

test("a part that is not known says why", () => {
  expect(whyNoPart(undefined, false)).toMatch(/no run with this hardware/);
  expect(whyNoPart({ bytesPerS: null, wasUsed: false }, true)).toMatch(/not used by/);
  expect(whyNoPart({ bytesPerS: null, wasUsed: true }, true)).toMatch(/no per-drive samples/);
});
