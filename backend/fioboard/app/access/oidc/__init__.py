"""Single sign-on by OpenID Connect: what is asked of the identity provider, and what of its answer is believed.
Decides nothing about accounts; docs/decisions/0010-single-sign-on.md has the reasons."""

from typing import TYPE_CHECKING

from fioboard.core.config import Settings

if TYPE_CHECKING:
    from fioboard.app.access.oidc.provider import Provider


def build_provider(settings: Settings) -> "Provider | None":
    """Build the identity provider of the settings; None when there is none."""
    if settings.oidc_issuer is None:
        return None
    # authlib and joserfc are a tenth of what a worker imports, of no use where nobody signs in that way.
    from fioboard.app.access.oidc.provider import Provider  # noqa: PLC0415 -- only with sign-on

    return Provider(settings)
