import { createContext } from "react";

/** True where paper must say what the screen shows on demand: every chart prints its table below itself. */
export const TwinsInPrint = createContext(false);
