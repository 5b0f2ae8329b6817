"""Destinations at rest: encrypted with a key that is not in the database, so that a backup of it opens nothing.

What encrypts is loaded where there is something to encrypt: a worker is ready without it.
"""

import os
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING

import orjson

from fioboard.core.config import settings

if TYPE_CHECKING:
    from joserfc.jwk import OctKey

FILE = "notification.key"


@dataclass(frozen=True, slots=True)
class Destination:
    """What is secret of a rule."""

    address: str
    signing_secret: str | None


class Unreadable(Exception):
    """The key is another one than that the destination was encrypted with."""


def sealed(destination: Destination) -> str:
    """As it is stored."""
    from joserfc import jwe  # noqa: PLC0415 - late, see above

    return jwe.encrypt_compact({"alg": "dir", "enc": "A256GCM"}, orjson.dumps(asdict(destination)), _key())


def opened(stored: str) -> Destination:
    """What was sealed. Raises Unreadable."""
    from joserfc import jwe  # noqa: PLC0415 - late, see above
    from joserfc.errors import JoseError  # noqa: PLC0415 - late, see above

    try:
        plain = jwe.decrypt_compact(stored, _key()).plaintext
    except (JoseError, ValueError):
        raise Unreadable from None
    if plain is None:
        raise Unreadable
    return Destination(**orjson.loads(plain))


def _key() -> "OctKey":
    from joserfc.jwk import OctKey  # noqa: PLC0415 - late, see above

    given = settings().secret_key
    text = _of_file(settings().data_dir / FILE) if given is None else given.get_secret_value()
    return OctKey.import_key(sha256(text.encode()).digest())


def _of_file(path: Path) -> str:
    """The key of this service; made where there is none yet, whole or not at all, by whichever process is first."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        own = path.with_name(f"{FILE}.{os.getpid()}")
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
