"""Destinations at rest: encrypted with a key that is not in the database, so that a backup of it opens nothing.

What encrypts is loaded where there is something to encrypt: a worker is ready without it.
"""

import os
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import orjson

from fioboard.core.config import settings

if TYPE_CHECKING:
    from joserfc.jwk import OctKey

FILE = "notification.key"
ANOTHER_KEY = (
    "Destinations of notifications cannot be read: FIOBOARD_SECRET_KEY (or notification.key in the data folder) is not "
    "the key that they were encrypted with. Set that key again, or enter the destinations anew; until then nothing is "
    "sent to them."
)
NOT_KEPT = (
    "This service keeps no key for destinations: its data folder is in memory and is lost at the next start. Its admin "
    "sets FIOBOARD_SECRET_KEY first."
)


@dataclass(frozen=True, slots=True)
class Destination:
    """What is secret of a rule."""

    address: str
    signing_secret: str | None


class Unreadable(Exception):
    """The key is another one than that the destination was encrypted with."""


class KeyNotKept(Exception):
    """A new key would be lost at the next start, and with it every destination."""


def sealed(destination: Destination) -> str:
    """As it is stored. Raises KeyNotKept."""
    from joserfc import jwe  # noqa: PLC0415 - late, see above

    key = _imported(_given() or load_or_make_key(settings().data_dir / FILE))
    return jwe.encrypt_compact({"alg": "dir", "enc": "A256GCM"}, orjson.dumps(asdict(destination)), key)


def opened(stored: str) -> Destination:
    """What was sealed. Raises Unreadable."""
    return Destination(**orjson.loads(_decrypted(stored, _existing())))


def count_unreadable(stored: Iterable[str]) -> int:
    """How many of these the present key does not open: it is another one, or there is none."""
    key = _existing()
    return sum(not _is_readable(one, key) for one in stored)


@lru_cache(maxsize=1024)
def _is_readable(stored: str, key: str | None) -> bool:
    try:
        _decrypted(stored, key)
    except Unreadable:
        return False
    return True


def _decrypted(stored: str, key: str | None) -> bytes:
    from joserfc import jwe  # noqa: PLC0415 - late, see above
    from joserfc.errors import JoseError  # noqa: PLC0415 - late, see above

    if key is None:
        raise Unreadable
    try:
        plain = jwe.decrypt_compact(stored, _imported(key)).plaintext
    except (JoseError, ValueError):
        raise Unreadable from None
    if plain is None:
        raise Unreadable
    return plain


def _imported(text: str) -> "OctKey":
    from joserfc.jwk import OctKey  # noqa: PLC0415 - late, see above

    return OctKey.import_key(sha256(text.encode()).digest())


def _given() -> str | None:
    given = settings().secret_key
    return None if given is None else given.get_secret_value()


def _existing() -> str | None:
    """The key that there is; looking makes none."""
    if (given := _given()) is not None:
        return given
    try:
        return (settings().data_dir / FILE).read_text()
    except FileNotFoundError:
        return None


def load_or_make_key(path: Path) -> str:
    """Return a key of this service, 64 hexadecimal digits; made where there is none yet, whole or not at all, by
    whichever process is first. Raises KeyNotKept.
    """
    if not path.exists():
        # An embedded database beside it is lost with it: then nothing is left that the key would open.
        if settings().database_url is not None and is_in_memory(path.parent):
            raise KeyNotKept
        path.parent.mkdir(parents=True, exist_ok=True)
        own = path.with_name(f"{path.name}.{os.getpid()}")
        own.unlink(missing_ok=True)
        with os.fdopen(os.open(own, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token_hex(32))
            file.flush()
            os.fsync(file.fileno())
        try:
            os.link(own, path)
        except FileExistsError:
            pass
        finally:
            own.unlink()
    return path.read_text()


def is_in_memory(folder: Path) -> bool:
    """Whether what is written there is gone after a restart: a tmpfs, as a container's /tmp may be."""
    name = str(folder.resolve())
    try:
        mounts = [line.split()[1:3] for line in Path("/proc/self/mounts").read_text().splitlines()]
    except OSError:
        return False
    around = [(point, kind) for point, kind in mounts if f"{name}/".startswith(point.rstrip("/") + "/")]
    return max(around, key=lambda mount: len(mount[0]), default=("", ""))[1] in {"tmpfs", "ramfs"}
