/** The one-time code in the fragment: fragments are never sent to a server or written to its log. */

/** Takes the code out of the address, so that neither history nor a copied link holds it. Null when there is none. */
export function takeCode(): string | null {
  const code = new URLSearchParams(location.hash.replace(/^#/, "")).get("code");
  if (code === null || code === "") return null;
  history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
