/** The one-time code in the fragment: fragments are never sent to a server or written to its log. */

/** The code in the address; null when there is none. */
export function codeInAddress(): string | null {
  const code = new URLSearchParams(location.hash.replace(/^#/, "")).get("code");
  return code === "" ? null : code;
}

/** Takes the code out of the address, so that neither history nor a copied link holds it. */
export function hideCode() {
  if (codeInAddress() !== null) history.replaceState(history.state, "", location.pathname + location.search);
}

/** The code, taken out of the address. */
export function takeCode(): string | null {
  const code = codeInAddress();
  hideCode();
  return code;
}
