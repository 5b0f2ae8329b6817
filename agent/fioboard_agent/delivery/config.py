"""The agent's configuration: which service, which token, and the rules for both (T6, T7)."""

from __future__ import annotations

import ipaddress
import json
import os
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Optional
from urllib.parse import urlsplit

from fioboard_agent.delivery.payload import LABEL_KEY
from fioboard_agent.errors import SetupError, UsageError
from fioboard_agent.host.durable import write_json_durably
from fioboard_agent.host.paths import make_private_folder
from fioboard_agent.host.plain_file import read_plain_file

MAX_CONFIG_BYTES = 64 << 10
_FIELDS = frozenset({"server", "token", "allow_http", "ca_file", "labels"})


@dataclass(frozen=True)
class Config:
    """What is needed to reach the service; the token never appears in a repr, log or argv."""

    server: Optional[str] = None
    token: Optional[str] = field(default=None, repr=False)
    allow_http: bool = False
    ca_file: Optional[str] = None
    labels: Mapping[str, str] = field(default_factory=dict)
    """Of this host: every run and import gets them, below those that it is given itself."""


def load_config(
    path: Path,
    environ: Mapping[str, str],
    server: Optional[str] = None,
    token_file: Optional[str] = None,
    allow_http: bool = False,
) -> Config:
    """Command line first, then FIOBOARD_SERVER / FIOBOARD_TOKEN_FILE, then the file.

    Raises SetupError when the file can be read by others, or the address would send the token in clear.
    """
    stored = _read_private_json(path)
    token_file = token_file or environ.get("FIOBOARD_TOKEN_FILE")
    config = Config(
        server=_clean_server(server or environ.get("FIOBOARD_SERVER") or stored.get("server")),
        token=read_token_file(Path(token_file)) if token_file else stored.get("token"),
        allow_http=allow_http or bool(stored.get("allow_http")),
        ca_file=environ.get("FIOBOARD_CA_FILE") or stored.get("ca_file"),
        labels=_read_labels(stored),
    )
    if config.server is not None:
        require_server(config.server, config.allow_http)
    return config


def load_labels(path: Path) -> dict[str, str]:
    """Load the labels of this host; none from a configuration that cannot be used."""
    try:
        return _read_labels(_read_private_json(path))
    except SetupError:
        return {}


def save_config(path: Path, config: Config) -> None:
    """Write the file with mode 0600. Raises SetupError where another file is in its place."""
    if config.server is not None:
        require_server(config.server, config.allow_http)
    require_own_config(path)
    make_private_folder(path.parent)
    document = {
        "server": _clean_server(config.server),
        "token": config.token,
        "allow_http": config.allow_http,
        "ca_file": config.ca_file,
        "labels": dict(config.labels),
    }
    write_json_durably(path, {key: value for key, value in document.items() if value})


def require_own_config(path: Path) -> None:
    """Raise SetupError for a file that is no configuration of the agent: it is neither replaced nor removed."""
    try:
        document = json.loads(read_plain_file(path, "The configuration", MAX_CONFIG_BYTES))
    except FileNotFoundError:
        return
    except (OSError, ValueError, RecursionError, UsageError):
        document = None
    if not isinstance(document, dict) or set(document) - _FIELDS:
        raise SetupError(
            f"{path} is not an agent configuration and is left unchanged. Remove it, or name another file."
        )


def read_token_file(path: Path) -> str:
    """The token in a file that only its owner can read."""
    try:
        _require_private(path)
        return require_token(read_plain_file(path, "The token file", MAX_CONFIG_BYTES).decode("ascii"))
    except (OSError, UnicodeDecodeError) as error:
        raise SetupError(f"The token file {path} cannot be read: {error}") from None


def require_token(text: str) -> str:
    """A token is one printable word; anything else would break the HTTP header it travels in."""
    token = text.strip()
    if not token or not token.isprintable() or " " in token:
        raise SetupError("The token is empty or contains spaces or control characters.")
    return token


def require_server(url: str, allow_http: bool) -> None:
    """https anywhere; http only to this very machine or when explicitly allowed."""
    parts = urlsplit(url)
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.query or parts.fragment:
        raise SetupError(f"{url} is not a service address; write https://HOST[:PORT][/PREFIX].")
    if parts.username or parts.password:
        raise SetupError("The server's address must not hold a user name or password.")
    if parts.scheme == "http" and not allow_http and not is_loopback(parts.hostname):
        raise SetupError(
            f"{url} would send the token unencrypted. Use https, or --allow-http if this network is trusted."
        )


def _read_labels(stored: Mapping[str, Any]) -> dict[str, str]:
    labels = stored.get("labels")
    kept = labels.items() if isinstance(labels, dict) else ()
    return {key: value for key, value in kept if isinstance(value, str) and LABEL_KEY.match(key)}


def _clean_server(url: Optional[str]) -> Optional[str]:
    return url.rstrip("/") if url else None


def is_loopback(host: str) -> bool:
    """Return whether a host's name or address is this very machine."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _read_private_json(path: Path) -> dict[str, Any]:
    try:
        _require_private(path)
        document = json.loads(read_plain_file(path, "The configuration", MAX_CONFIG_BYTES).decode("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise SetupError(f"The configuration {path} cannot be read: {error}") from None
    if not isinstance(document, dict):
        raise SetupError(f"The configuration {path} is not a JSON object.")
    return document


def _require_private(path: Path) -> None:
    status = path.stat()
    if stat.S_IMODE(status.st_mode) & 0o077:
        raise SetupError(f"{path} can be read by others and may hold a token. Run: chmod 600 {path}")
    if status.st_uid not in {os.getuid(), 0}:
        raise SetupError(f"{path} belongs to another user (uid {status.st_uid}).")
