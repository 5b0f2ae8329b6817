"""How to reach the management controller (BMC): from the environment or a file of mode 0600, never from the command
line, never stored, never printed.

FIOBOARD_AGENT_REDFISH_URL, …_USER, …_PASSWORD, …_FINGERPRINT (SHA-256 of a self-signed certificate), …_CA_FILE,
…_SYSTEM (when the BMC has several), or …_FILE: a JSON object with `url`, `user`, `password`, … in it.
"""

from __future__ import annotations

import json
import os
import re
import stat
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Mapping, Optional
from urllib.parse import urlsplit

from fioboard_agent.errors import SetupError
from fioboard_agent.host.plain_file import read_plain_file

MAX_BYTES = 64 << 10
PREFIX = "FIOBOARD_AGENT_REDFISH_"
_NAMES = ("url", "user", "password", "fingerprint", "ca_file", "system")


@dataclass(frozen=True)
class RedfishAccess:
    """One BMC. `fingerprint` is 64 hex digits; with it the certificate must be exactly that one, without it the
    certificate must be valid for the name."""

    host: str
    port: int
    user: str = field(repr=False)
    password: str = field(repr=False)
    fingerprint: Optional[str] = None
    ca_file: Optional[str] = None
    system: Optional[str] = None


def read_redfish_access(environ: Mapping[str, str]) -> Optional[RedfishAccess]:
    """Read how to reach the BMC; None when none is configured. Raises SetupError with a sentence, never with a
    secret in it.
    """
    given: dict[str, Any] = {name: environ.get(PREFIX + name.upper()) or None for name in _NAMES}
    if environ.get(PREFIX + "FILE"):
        kept = _read_file(Path(environ[PREFIX + "FILE"]))
        given = {name: value or kept.get(name) for name, value in given.items()}
    if not given["url"]:
        return None
    parts = urlsplit(str(given["url"]))
    if parts.scheme != "https" or not parts.hostname or parts.username or parts.password:
        raise SetupError("The BMC's address must be https://HOST[:PORT], without user name and password in it.")
    if not given["user"] or not given["password"]:
        raise SetupError(f"{PREFIX}URL is set, but no user or no password: set {PREFIX}USER and {PREFIX}PASSWORD.")
    return RedfishAccess(
        host=parts.hostname,
        port=parts.port or 443,
        user=str(given["user"]),
        password=str(given["password"]),
        fingerprint=_parse_fingerprint(given["fingerprint"]),
        ca_file=given["ca_file"],
        system=given["system"],
    )


def _parse_fingerprint(text: Optional[str]) -> Optional[str]:
    if text is None:
        return None
    digits = re.sub(r"^sha-?256[:=]|[: ]", "", str(text).lower())
    if re.fullmatch(r"[0-9a-f]{64}", digits) is None:
        raise SetupError(f"{PREFIX}FINGERPRINT is not a SHA-256 fingerprint (64 hex digits).")
    return digits


def _read_file(path: Path) -> dict[str, Any]:
    try:
        status = path.stat()
        if stat.S_IMODE(status.st_mode) & 0o077 or status.st_uid not in {os.getuid(), 0}:
            raise SetupError(f"{path} holds the BMC's password and must be yours alone. Run: chmod 600 {path}")
        document = json.loads(read_plain_file(path, "The file", MAX_BYTES).decode("utf-8"))
    except OSError as error:
        raise SetupError(f"{path} cannot be read: {error.strerror}") from None
    except ValueError:
        raise SetupError(f"{path} is not JSON.") from None
    if not isinstance(document, dict):
        raise SetupError(f"{path} is not a JSON object.")
    return document
