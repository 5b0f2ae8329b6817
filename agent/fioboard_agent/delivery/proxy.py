"""The proxy that a request goes through: https_proxy, http_proxy and no_proxy, as curl and pip read them."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass, field
from typing import Optional
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from fioboard_agent.delivery.config import is_loopback
from fioboard_agent.errors import SetupError

_USUAL_PORT = 3128


@dataclass(frozen=True)
class Proxy:
    """Where a request is sent first, and what identifies this host there."""

    host: str
    port: int
    headers: dict[str, str] = field(default_factory=dict, repr=False)


def find_proxy(server: SplitResult) -> Optional[Proxy]:
    """Return the proxy of the environment for a server; None: it is reached directly. Raises SetupError."""
    host = server.hostname or ""
    if is_loopback(host) or not any(name.lower().endswith("_proxy") for name in os.environ):
        return None
    proxies = getproxies_environment()
    address = proxies.get(server.scheme) or proxies.get("all")
    if not address or proxy_bypass(server.netloc.rpartition("@")[2]):
        return None
    parts = urlsplit(address if "://" in address else f"http://{address}")
    if parts.scheme != "http" or not parts.hostname:
        raise SetupError(f"{server.scheme}_proxy: only proxies with an http:// address are supported.")
    headers = {}
    if parts.username is not None:
        secret = f"{unquote(parts.username)}:{unquote(parts.password or '')}".encode()
        headers["Proxy-Authorization"] = f"Basic {base64.b64encode(secret).decode()}"
    return Proxy(parts.hostname, parts.port or _USUAL_PORT, headers)
