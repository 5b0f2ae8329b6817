"""How often a stranger may guess a code: a moving window per network, in this process."""

from ipaddress import ip_address, ip_network

from fastapi import Request
from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from fioboard.core.errors import RateLimited

GUESSES = parse("20/minute")
_limiter = MovingWindowRateLimiter(MemoryStorage())


def network_of(request: Request) -> str:
    """The caller's network: one IPv4 address, or the /64 that one subscriber of IPv6 has."""
    address = request.client.host if request.client else ""
    try:
        ip = ip_address(address)
    except ValueError:
        return "unknown"
    return str(ip_network((ip, 64 if ip.version == 6 else 32), strict=False))


async def require_patience(request: Request, what: str) -> None:
    """Raises RateLimited after 20 tries a minute from one network."""
    if not await _limiter.hit(GUESSES, what, network_of(request)):
        raise RateLimited(retry_after_s=60)


async def forget() -> None:
    """Starts counting anew: for tests, where every client has one address."""
    await _limiter.storage.reset()
