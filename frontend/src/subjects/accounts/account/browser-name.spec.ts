import { expect, test } from "vitest";
import { browserName } from "@/subjects/accounts/account/browser-name";

const WEBKIT = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  ["Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", "Firefox 140 on Linux"],
  [
    `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36`,
    "Chrome 150 on Windows",
  ],
  [`Mozilla/5.0 (Windows NT 10.0) ${WEBKIT} Chrome/150.0.0.0 Safari/537.36 Edg/150.0`, "Edge 150 on Windows"],
  [
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${WEBKIT} Version/19.1 Safari/605.1.15`,
    "Safari 19 on macOS",
  ],
  [
    `Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) ${WEBKIT} Version/19.0 Safari/604.1`,
    "Safari 19 on iOS",
  ],
  [
    `Mozilla/5.0 (Linux; Android 16) ${WEBKIT} Chrome/150.0.0.0 Mobile Safari/537.36`,
    "Chrome 150 on Android",
  ],
  ["curl/8.5.0", "curl/8.5.0"],
  [null, "unknown browser"],
])("%s", (userAgent, name) => {
  expect(browserName(userAgent)).toBe(name);
});
