/** Where the reader wanted to go before the identity provider's page: kept in this tab, since the address that the
 * provider sends them back to is fixed, and where they go is not the provider's business. */
import { safeNext } from "@/lib/paths";

const KEY = "fioboard-after-login";

export function rememberNext(next: string) {
  sessionStorage.setItem(KEY, next);
}

/** The remembered page, once; the start page when there is none or it is not one of ours. */
export function takeNext(): string {
  const next = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return safeNext(next);
}
