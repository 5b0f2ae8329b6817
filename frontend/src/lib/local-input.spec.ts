import { expect, test } from "vitest";
import { toLocalInput } from "@/lib/local-input";

test("a control for times takes them in the reader's zone", () => {
  expect(toLocalInput("2026-11-20T14:27:41.609+01:00")).toBe("2026-11-20T13:27:41");
});
