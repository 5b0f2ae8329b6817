import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, info, openApp, signedIn } from "@/test/app";

test("while the disk is nearly full, every page says what is refused and what to do", async () => {
  signedIn();
  answer("get", "/info", info({ storage: "full" }));
  answer("get", "/hosts", { items: [] });
  openApp("/hosts");
  const banner = (await screen.findByText(/nearly full/)).closest("[role=status]");
  expect(banner?.textContent).toContain("Free up space");
});

test.each(["enough", "unknown"] as const)("nothing is said when there is %s room", async (storage) => {
  signedIn();
  answer("get", "/info", info({ storage }));
  answer("get", "/hosts", { items: [] });
  openApp("/hosts");
  await screen.findByRole("main");
  expect(screen.queryByText(/nearly full/)).toBeNull();
});
