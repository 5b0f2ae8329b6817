import { screen, within } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, test } from "vitest";
import { answer, openApp, server, signedIn } from "@/test/app";

const ADDRESS = "https://bench.example/api/v1/uploads/yabs/fioboard_yabs_secret";

test("a token for YABS is an address to copy, for the host that is named", async () => {
  signedIn();
  answer("get", "/enrolments", { items: [], codes: [] });
  answer("get", "/tokens", { items: [] });
  const sent: unknown[] = [];
  server.use(
    http.post("*/api/v1/tokens", async ({ request }) => {
      sent.push(await request.json());
      const times = { created_at: "2026-11-22T00:00:00Z", expires_at: null, last_used_at: null };
      return HttpResponse.json(
        {
          id: "t",
          name: "web-1",
          scope: "yabs",
          prefix: "fioboard_yabs_se",
          host_id: null,
          ...times,
          revoked_at: null,
          token: "fioboard_yabs_secret",
          address: ADDRESS,
        },
        { status: 201 },
      );
    }),
  );
  const { user } = openApp("/settings/tokens");
  await user.click(await screen.findByRole("combobox", { name: "Scope" }));
  await user.click(await screen.findByRole("option", { name: "yabs: upload address for yabs.sh -s" }));
  await user.type(screen.getByRole("textbox", { name: "Host" }), "web-1");
  await user.click(screen.getByRole("button", { name: "Create" }));
  const made = within(
    await screen.findByText(ADDRESS).then((text) => text.closest("[role=status]") as HTMLElement),
  );
  expect(made.getByRole("button", { name: "Copy address" })).toBeTruthy();
  expect(made.getByText(/yabs\.sh -s ADDRESS/)).toBeTruthy();
  expect(sent).toEqual([{ name: "web-1", scope: "yabs", expires_in_days: 365 }]);
});
