/** What an address brings to sign in with. One-time codes are in the fragment, which is never sent to a server. */

/** What the identity provider put into the address, taken out of it. It says `state` beside `code` or `error`. */
export function takeAnswer(): {
  state: string;
  code: string | null;
  error: string | null;
  iss: string | null;
} {
  const said = new URLSearchParams(location.search);
  history.replaceState(history.state, "", location.pathname);
  // Without a state the service refuses it in words.
  return {
    state: said.get("state") || "none",
    code: said.get("code"),
    error: said.get("error"),
    iss: said.get("iss"),
  };
}

/** The code in the address; null when there is none. */
export function codeInAddress(): string | null {
  const code = new URLSearchParams(location.hash.replace(/^#/, "")).get("code");
  return code === "" ? null : code;
}

/** The code, taken out of the address, so that neither history nor a copied link holds it. */
export function takeCode(): string | null {
  const code = codeInAddress();
  if (code !== null) history.replaceState(history.state, "", location.pathname + location.search);
  return code;
}
