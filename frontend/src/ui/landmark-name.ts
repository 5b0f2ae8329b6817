import { t } from "@lingui/core/macro";
import { createContext, useContext } from "react";

/** Whose facts these are, where one page shows two of a kind: it tells their landmarks apart. */
export const LandmarkOf = createContext<string | null>(null);

/** Names a landmark by its title, and by whose it is where that is not clear from the page. */
export function useLandmarkName(): (title: string) => string {
  const of = useContext(LandmarkOf);
  return (title) => (of === null ? title : t`${title} of ${of}`);
}
