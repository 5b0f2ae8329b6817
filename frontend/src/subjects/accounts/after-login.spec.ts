// @vitest-environment jsdom
import { expect, test } from "vitest";
import { rememberNext, takeNext } from "@/subjects/accounts/after-login";

test("the page is remembered for one return, and only one of ours", () => {
  rememberNext("/runs?host=jupiter");
  expect(takeNext()).toBe("/runs?host=jupiter");
  expect(takeNext()).toBe("/");
  rememberNext("//evil.example/");
  expect(takeNext()).toBe("/");
});
