import { useEffect, useEffectEvent } from "react";
import { takeCode } from "@/subjects/accounts/login/code";

/**
 * Hands over each code that the address brings, taken out of it: the one the page was opened with, and that of a link
 * pasted into a tab which shows the page already, where the browser changes the fragment and loads nothing.
 */
export function useArrivingCode(onCode: (code: string) => void) {
  const use = useEffectEvent(() => {
    const code = takeCode();
    if (code !== null) onCode(code);
  });
  // The code arrives with the address, not by an act of the reader, so that an effect is the place to use it.
  useEffect(() => {
    use();
    const arrived = () => use();
    addEventListener("hashchange", arrived);
    return () => removeEventListener("hashchange", arrived);
  }, []);
}
