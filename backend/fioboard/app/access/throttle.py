"""How often a stranger may guess a code: a moving window per network, in this process."""

from fastapi import Request
from limits import parse
from limits.aio.storage import MemoryStorage
from limits.aio.strategies import MovingWindowRateLimiter

from fioboard.core.errors import RateLimited
from fioboard.core.peers import network_of_address

GUESSES = parse("20/minute")
_limiter = MovingWindowRateLimiter(MemoryStorage())


def get_network(request: Request) -> str:
    """Return the caller's network, as limits count it."""
    return network_of_address(request.client.host if request.client else "")


async def require_patience(request: Request, what: str) -> None:
    """Raises RateLimited after 20 tries a minute from one network."""
    if not await _limiter.hit(GUESSES, what, get_network(request)):
        raise RateLimited(retry_after_s=60)


async def require_few_guesses(request: Request, what: str) -> None:
    """Raise RateLimited after 20 wrong guesses a minute from one network: a hundred hosts of it may enrol at once."""
    if not await _limiter.test(GUESSES, what, get_network(request)):
        raise RateLimited(retry_after_s=60)


async def count_guess(request: Request, what: str) -> None:
    """Count a wrong guess for `require_few_guesses`."""
    await _limiter.hit(GUESSES, what, get_network(request))


async def forget() -> None:
    """Starts counting anew: for tests, where every client has one address."""
    await _limiter.storage.reset()
