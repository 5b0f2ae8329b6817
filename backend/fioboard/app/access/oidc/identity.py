"""What the claims of an id token say about a person: who, in which role, and whether from a domain that may come in."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from unicodedata import normalize

from fioboard.core.config import ROLES, Settings, listed
from fioboard.core.sanitize import clean_text

ANYBODY = "*"
MAX_USER_NAME = 64


@dataclass(frozen=True, slots=True)
class Identity:
    """A person as the identity provider vouches for them."""

    issuer: str
    subject: str
    """Their id at the issuer: the only thing that an account is found by. E-mail addresses and names change hands."""
    name: str
    role: str | None
    """By the mapping of the settings; None: it has none for them."""
    authenticated_at: datetime | None
    """When they last showed the provider who they are; None: it does not say."""
    is_of_allowed_domain: bool


def read_identity(claims: Mapping[str, object], settings: Settings) -> Identity:
    """Read the claims of a believed id token."""
    return Identity(
        issuer=str(claims["iss"]),
        subject=str(claims["sub"]),
        name=_name(claims),
        role=_role(claims, settings),
        authenticated_at=_moment(claims.get("auth_time")),
        is_of_allowed_domain=_is_of_allowed_domain(claims, listed(settings.oidc_allowed_domains)),
    )


def _name(claims: Mapping[str, object]) -> str:
    for key in ("preferred_username", "name", "email", "sub"):
        value = claims.get(key)
        if isinstance(value, str) and (
            cleaned := clean_text(normalize("NFKC", value), MAX_USER_NAME).strip()
        ):
            return cleaned
    return "somebody"


def _role(claims: Mapping[str, object], settings: Settings) -> str | None:
    """The highest role of the values of the role claim."""
    roles = settings.roles_of_claims()
    values = {ANYBODY, *_values(claims, settings.oidc_role_claim)}
    return max((roles[value] for value in values if value in roles), key=ROLES.index, default=None)


def _values(claims: Mapping[str, object], key: str) -> set[str]:
    """Values of a claim: one or a list; `realm_access.roles` is `roles` inside `realm_access`, unless so named."""
    claim = claims.get(key)
    if claim is None:
        claim = claims
        for part in key.split("."):
            claim = claim.get(part) if isinstance(claim, Mapping) else None
    # A claim cannot make itself the star that stands for anybody.
    return {v for v in (claim if isinstance(claim, list) else [claim]) if isinstance(v, str)} - {ANYBODY}


def _moment(seconds: object) -> datetime | None:
    try:
        return datetime.fromtimestamp(seconds, UTC) if isinstance(seconds, int | float) else None
    except (ValueError, OverflowError, OSError):
        return None


def _is_of_allowed_domain(claims: Mapping[str, object], domains: list[str]) -> bool:
    if not domains:
        return True
    email = claims.get("email")
    if claims.get("email_verified") is not True or not isinstance(email, str):
        return False
    return email.rpartition("@")[2].lower() in {domain.lower() for domain in domains}
