"""Whether an id token is to be believed (OpenID Connect Core 1.0, section 3.1.3.7): signature, issuer, audience, time,
nonce. Knows no network and no account."""

from typing import Any

from authlib.oidc.core import CodeIDToken
from joserfc import jwt
from joserfc.errors import InvalidClaimError
from joserfc.jwk import KeySet

# Signatures by keys that only the provider has: never `none`, and no HMAC, whose key others know, too.
ALGORITHMS = (
    *("RS256", "RS384", "RS512", "PS256", "PS384", "PS512"),
    *("ES256", "ES384", "ES512", "Ed25519", "EdDSA"),
)
CLOCKS_DIFFER_S = 60
MAX_SUBJECT = 255  # characters, OpenID Connect Core 1.0, section 2


def believed_claims(
    token: str, keys: KeySet, *, issuer: str, client_id: str, nonce: str, access_token: str | None
) -> dict[str, Any]:
    """The claims of an id token. Raises joserfc's JoseError, ValueError when it is not to be believed."""
    decoded = jwt.decode(token, keys, algorithms=ALGORITHMS)
    claims = CodeIDToken(
        decoded.claims,
        decoded.header,
        options={
            "iss": {"essential": True, "value": issuer},
            "aud": {"essential": True, "value": client_id},
            "sub": {"essential": True},
        },
        params={"nonce": nonce, "client_id": client_id, "access_token": access_token},
    )
    claims.validate(leeway=CLOCKS_DIFFER_S)
    subject = claims["sub"]
    if not isinstance(subject, str) or not subject.isprintable() or not 0 < len(subject) <= MAX_SUBJECT:
        raise InvalidClaimError("sub")
    return dict(claims)
