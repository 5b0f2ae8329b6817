"""A destination as somebody gives it: read, refused, or encrypted with what may be shown of it."""

import asyncio
from typing import Literal
from urllib.parse import urlsplit

from fioboard.app.notifications import mail, sentences
from fioboard.app.notifications.address import Refused
from fioboard.app.notifications.chat import find_service
from fioboard.core import errors
from fioboard.core.secret_box import NOT_KEPT, Destination, KeyNotKept, sealed
from fioboard.engine.answers.notification import DestinationIn
from fioboard.engine.words.notifications import PORTS

PATIENCE_S = 60.0
"""To have an address of chat read, in a process that may start slowly."""


async def read_destination(given: DestinationIn) -> tuple[str, str]:
    """Read a destination: return it as it is stored, and what of it is shown. Raises Invalid, whose text repeats
    nothing of the address; Conflict.
    """
    address = given.address.get_secret_value().strip()
    if not address.isascii() or not address.isprintable():
        raise errors.Invalid("The address of the destination cannot be read.")
    signing = None if given.signing_secret is None else given.signing_secret.get_secret_value()
    if given.kind == "chat":
        shown = await _service(address)
    else:
        shown = _server(given.kind, address)
        if given.kind == "webhook" and signing is None:
            raise errors.Invalid("A webhook needs a signing secret.")
    try:
        return sealed(Destination(address, signing)), shown
    except KeyNotKept:
        raise errors.Conflict(NOT_KEPT) from None


def _server(kind: Literal["webhook", "mail"], address: str) -> str:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise errors.Invalid("The address of the destination cannot be read.") from None
    if parts.scheme not in PORTS[kind] or not host:
        schemes = ", ".join(f"{one}://" for one in PORTS[kind])
        raise errors.Invalid(sentences.NO_DESTINATION(schemes=schemes))
    if kind == "mail" and (len(mail.addresses(parts, "from")) != 1 or not mail.addresses(parts, "to")):
        raise errors.Invalid("A mail address needs `?from=ADDRESS&to=ADDRESS`.")
    return f"{parts.scheme}://{host}" + ("" if port is None else f":{port}")


async def _service(address: str) -> str:
    try:
        async with asyncio.timeout(PATIENCE_S):
            return await find_service(address)
    except Refused as refused:
        raise errors.Invalid(str(refused)) from None
    except TimeoutError:
        raise errors.Unavailable("The address could not be resolved in time.") from None
