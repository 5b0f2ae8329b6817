"""How often a stranger may guess a code: a moving window per network, in this process."""

from fastapi import Request
from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from fioboard.core.errors import RateLimited

GUESSES = parse("20/minute")
_limiter = MovingWindowRateLimiter(MemoryStorage())


async def demand_patience(request: Request, what: str) -> None:
    """Raises RateLimited after 20 tries a minute from one address."""
    address = request.client.host if request.client else "unknown"
    if not await _limiter.hit(GUESSES, what, address):
        raise RateLimited(retry_after_s=60)


async def forget() -> None:
    """Starts counting anew: for tests, where every client has one address."""
    await _limiter.storage.reset()
