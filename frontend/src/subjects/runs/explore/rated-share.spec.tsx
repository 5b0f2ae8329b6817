/** Shares of a rating in a chart: those that may be judged by themselves, or the reader is told. */
import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { isOnlyComparable } from "@/subjects/runs/explore/rated-share";
import { answer, openApp, signedIn } from "@/test/app";
import { widthSeries } from "@/test/share-data";

beforeEach(() => {
  signedIn();
  answer("get", "/series", { ...widthSeries().series, metric: "rated_share", unit: "share" });
  answer("get", "/factors", { items: [] });
  answer("get", "/facets", { total: 1, facets: [] });
});

test("a chart of all verdicts says so, and one press leaves those that may be compared", {
  tags: ["nightly"],
}, async () => {
  const { user, address } = openApp("/explore?x=host&metric=rated_share");
  await user.click(await screen.findByRole("link", { name: "Show only comparable ones" }));
  expect(address()).toContain("rated_verdict=comparable");
  expect(screen.queryByText(/may not be comparable with the datasheet/)).toBeNull();
});

test("whoever chooses the metric begins with what may be compared, seen as a filter", async () => {
  const { user, address } = openApp("/explore?x=host&metric=iops");
  await user.click(await screen.findByRole("combobox", { name: "Metric" }));
  await user.click(await screen.findByRole("option", { name: /datasheet/i }));
  expect(address()).toContain("metric=rated_share");
  expect(address()).toContain("rated_verdict=comparable");
});

test.each([
  [{}, false],
  [{ rated_verdict: ["comparable"] }, true],
  [{ rated_verdict: ["comparable", "at_least"] }, false],
  [{ rated_verdict: ["conditions_unknown"] }, false],
])("%j alone may be compared: %s", (filter, is) => {
  expect(isOnlyComparable(filter)).toBe(is);
});
