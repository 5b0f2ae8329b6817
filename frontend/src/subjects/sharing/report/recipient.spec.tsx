import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openShare } from "@/subjects/sharing/report/recipient";
import { server } from "@/test/app";
import { shared } from "@/test/share-data";

const TOKEN = "k3TNq0Zr8mVb2sXd5gHj7w";
let asked: string[] = [];

beforeEach(() => {
  asked = [];
  server.use(
    http.get(`*/api/v1/shared/${TOKEN}`, ({ request }) => {
      asked.push(request.headers.get("x-share-passphrase") ?? "");
      return HttpResponse.json(shared());
    }),
  );
});
afterEach(() => {
  globalThis.firstAnswer = undefined;
});

test("the answer that was asked for before the scripts is taken, once", async () => {
  globalThis.firstAnswer = Promise.resolve(Response.json({ error: "PassphraseNeeded" }, { status: 401 }));
  expect(await openShare(TOKEN, null)).toEqual({ state: "passphrase", isWrong: false });
  expect(asked).toEqual([]);
  expect((await openShare(TOKEN, null)).state).toBe("open");
  expect(asked).toEqual([""]);
});

test("a passphrase is never answered by what was asked without one", async () => {
  globalThis.firstAnswer = Promise.resolve(Response.json({ error: "PassphraseNeeded" }, { status: 401 }));
  expect((await openShare(TOKEN, "correct horse")).state).toBe("open");
  expect(asked).toEqual(["correct%20horse"]);
});

test("where nobody answered it is asked again", async () => {
  globalThis.firstAnswer = Promise.resolve(null);
  expect((await openShare(TOKEN, null)).state).toBe("open");
  expect(asked).toEqual([""]);
});
