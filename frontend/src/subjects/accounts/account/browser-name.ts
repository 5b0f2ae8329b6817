import { t } from "@lingui/core/macro";

/** The name of a browser in its User-Agent, which lists its ancestors too: the first that fits is the youngest. */
const BROWSERS: readonly [name: string, mark: RegExp][] = [
  ["Edge", /\bEdg(?:e|A|iOS)?\/([\d]+)/],
  ["Opera", /\bOPR\/([\d]+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/([\d]+)/],
  ["Chrome", /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\/([\d]+)/],
  ["Safari", /\bVersion\/([\d]+).*\bSafari\//],
];
const SYSTEMS: readonly [name: string, mark: RegExp][] = [
  ["Android", /\bAndroid\b/],
  ["iOS", /\b(?:iPhone|iPad)\b/],
  ["Windows", /\bWindows\b/],
  ["macOS", /\bMac OS X\b/],
  ["Linux", /\bLinux\b/],
];

/** "Firefox 140 on Linux"; the whole text where it names no browser we know. */
export function browserName(userAgent: string | null): string {
  if (userAgent === null) return t`unknown browser`;
  const browser = BROWSERS.map(([name, mark]) => ({ name, version: mark.exec(userAgent)?.[1] })).find(
    ({ version }) => version !== undefined,
  );
  if (browser === undefined) return userAgent;
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  const named = `${browser.name} ${browser.version}`;
  return system === undefined ? named : t`${{ browser: named }} on ${system}`;
}
