"""One browser's way to the identity provider and back. The browser keeps one secret in a cookie that no script reads;
state, nonce and PKCE verifier follow from it, so that none of them is stored here."""

import base64
import hashlib
import hmac
from dataclasses import dataclass
from datetime import timedelta

LASTS = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class SsoFlow:
    """What goes along with one sign-in at the identity provider."""

    state: str
    nonce: str
    code_verifier: str


def derive_flow(secret: str) -> SsoFlow:
    """Derive the values that belong to the browser's secret."""
    return SsoFlow(*(_derived(secret, what) for what in ("state", "nonce", "code verifier")))


def _derived(secret: str, what: str) -> str:
    # 43 characters of base64url: the least that RFC 7636 takes for a code verifier, 256 bits.
    digest = hmac.digest(secret.encode("utf-8", "surrogatepass"), what.encode(), hashlib.sha256)
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def is_same(state: str, expected: str) -> bool:
    """Whether the state that came back is the one that went out, without telling by time how much of it fits."""
    return hmac.compare_digest(state.encode("utf-8", "surrogatepass"), expected.encode())
