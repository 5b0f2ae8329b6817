/** Light or dark as the reader's system is; the page keeps nothing in the browser, so there is nothing to choose. */
import type { MantineColorSchemeManager } from "@mantine/core";

export function schemeOfSystem(): "light" | "dark" {
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const nothing = () => {};

export const systemScheme: MantineColorSchemeManager = {
  get: () => "auto",
  set: nothing,
  subscribe: nothing,
  unsubscribe: nothing,
  clear: nothing,
};
