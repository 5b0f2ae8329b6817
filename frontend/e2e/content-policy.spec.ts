/** The page of a share keeps its content security policy; those of somebody who is signed in are in accessibility.spec.ts. */
import { refusalsOf } from "./policy.ts";
import { expect, stack, test } from "./stack.ts";

test("the page of a share keeps its policy, and the listener hears what is refused", {
  tag: "@nightly",
}, async ({ page, faults }) => {
  const refusals = await refusalsOf(page);
  await page.goto(`${stack().url}/s/zzz`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Link not found.");
  expect(refusals).toEqual([]);
  await page.evaluate(() =>
    document.head.append(Object.assign(document.createElement("style"), { textContent: "a{}" })),
  );
  await expect.poll(() => refusals).toHaveLength(1);
  expect(refusals[0]).toContain("style-src");
  // Made on purpose: the browser's own message is none of the page's.
  await expect.poll(() => faults).toHaveLength(1);
  faults.length = 0;
});
