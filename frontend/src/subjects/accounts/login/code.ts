/** What an address brings to sign in with. One-time codes are in the fragment, which is never sent to a server. */
import { addressesOutside, type ParamsOf } from "@/lib/address";
import { parseSearch } from "@/lib/search-params";

/** What the identity provider put into the address, taken out of it. It says `state` beside `code` or `error`. */
export function takeAnswer(): ParamsOf<typeof addressesOutside.sso> {
  const { params } = addressesOutside.sso.parse(parseSearch(location.search));
  history.replaceState(history.state, "", location.pathname);
  return params;
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
