"""Which addresses a message may go to: none inside private networks, by whatever name, unless a setting allows it."""

import asyncio
import socket

from fioboard.app.notifications.public_address import PRIVATE, is_public
from fioboard.core.config import settings


class Refused(Exception):
    """A message does not go there; the text says why and names no secret."""


async def resolved(host: str, port: int) -> str:
    """The IP address to connect to, and to no other: the name is not looked up again. Raises Refused."""
    try:
        known = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused("The server name cannot be resolved.") from None
    addresses = [str(one[4][0]) for one in known]
    if not addresses:
        raise Refused("The server name cannot be resolved.")
    if not settings().notify_private and not all(is_public(one) for one in addresses):
        raise Refused(PRIVATE)
    return addresses[0]
