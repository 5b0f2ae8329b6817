"""Puts a request into its host's queue: the one way in, for people and for commands."""

from datetime import timedelta

from fioboard.app.measuring import sentences
from fioboard.app.measuring.answers import load_request
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.engine.answers.request import RequestIn
from fioboard.engine.words.requests import MAX_OPEN_REQUESTS_PER_HOST
from fioboard.store.queries import requests as queries
from fioboard.store.queries.expectations import is_host
from fioboard.store.queries.hosts import find_kept_host
from fioboard.store.queries.requests import RequestRow


async def enqueue_request(driver: Driver, wanted: RequestIn, by: str) -> RequestRow:
    """Add a request to its host's queue and return it. Raises HostNotFound, and Invalid when the queue is full."""
    host_id = await find_kept_host(driver, wanted.host_id)
    if not await is_host(driver, host_id):
        raise errors.HostNotFound
    if await queries.count_open_requests(driver, host_id) >= MAX_OPEN_REQUESTS_PER_HOST:
        raise errors.Invalid(sentences.QUEUE_FULL(most=MAX_OPEN_REQUESTS_PER_HOST))
    expires_at = now() + timedelta(seconds=wanted.expires_in_s)
    return await load_request(
        driver, await queries.add_request(driver, host_id, wanted, expires_at=expires_at, by=by)
    )
