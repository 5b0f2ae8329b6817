"""Which names this service answers to. A page of another site can point its own name at our address (DNS rebinding);
the browser then counts it as the same site, and only the Host header tells (S6)."""

from ipaddress import ip_address
from urllib.parse import urlsplit

from fioboard.core.config import Settings


def is_ours(host_header: str, settings: Settings) -> bool:
    """Whether a Host header names this service: an IP address, which nobody can rebind, `localhost`, the name of the
    public address, or one of `FIOBOARD_ALLOWED_HOSTS`. Ports do not matter; an empty header is HTTP/1.0: ours."""
    try:
        name = urlsplit(f"//{host_header}").hostname or ""
    except ValueError:
        return False
    if not name:
        return not host_header
    try:
        ip_address(name)
    except ValueError:
        return name in _names(settings)
    return True


def _names(settings: Settings) -> set[str]:
    listed = {name.strip().lower() for name in (settings.allowed_hosts or "").split(",")}
    return (listed | {"localhost", (urlsplit(settings.public_url).hostname or "").lower()}) - {""}
