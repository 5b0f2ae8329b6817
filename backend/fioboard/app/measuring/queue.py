"""Puts a request into the queues of its hosts: the one way in, for people and for commands."""

from datetime import timedelta
from uuid import UUID

from fioboard.app.measuring import sentences
from fioboard.app.measuring.answers import load_request, read_offers
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.engine.answers.request import RequestIn
from fioboard.engine.words.requests import MAX_GROUP_REPEATS, MAX_OPEN_REQUESTS_PER_HOST
from fioboard.store.queries import requests as queries
from fioboard.store.queries.expectations import is_host
from fioboard.store.queries.hosts import find_kept_host
from fioboard.store.queries.request_groups import add_group, list_members
from fioboard.store.queries.requests import RequestRow
from fioboard.store.queries.serving_hosts import get_offers


async def enqueue_requests(driver: Driver, wanted: RequestIn, by: str) -> list[RequestRow]:
    """Add a request to the queue of its host, or of each of its hosts, and return them.

    Raises HostNotFound, and Invalid when a queue is full or the hosts cannot start together.
    """
    expires_at = now() + timedelta(seconds=wanted.expires_in_s)
    if wanted.hosts is None:
        host_id = await _find_host(driver, wanted.host_id)
        return [
            await load_request(
                driver, await queries.add_request(driver, host_id, wanted, expires_at=expires_at, by=by)
            )
        ]
    if wanted.kind == "suite" and (wanted.parameters.repeats or 1) > MAX_GROUP_REPEATS:
        raise errors.Invalid(sentences.TOO_MANY_REPEATS(most=MAX_GROUP_REPEATS))
    host_ids = [await _find_host(driver, one.host_id) for one in wanted.hosts]
    if len(set(host_ids)) < len(host_ids):
        raise errors.Invalid("A host is listed twice.")
    for one, host_id in zip(wanted.hosts, host_ids, strict=True):
        await _require_together(driver, host_id, wanted, one.target or wanted.target)
    group_id = await add_group(driver)
    for one, host_id in zip(wanted.hosts, host_ids, strict=True):
        await queries.add_request(
            *(driver, host_id, wanted), expires_at=expires_at, by=by, group_id=group_id, target=one.target
        )
    return await list_members(driver, group_id)


async def _find_host(driver: Driver, host_id: UUID | None) -> UUID:
    """Find a host whose queue takes another request. Raises HostNotFound and Invalid."""
    if host_id is None:
        raise errors.HostNotFound
    kept_id = await find_kept_host(driver, host_id)
    if not await is_host(driver, kept_id):
        raise errors.HostNotFound
    if await queries.count_open_requests(driver, kept_id) >= MAX_OPEN_REQUESTS_PER_HOST:
        raise errors.Invalid(sentences.QUEUE_FULL(most=MAX_OPEN_REQUESTS_PER_HOST))
    return kept_id


async def _require_together(driver: Driver, host_id: UUID, wanted: RequestIn, target: str) -> None:
    """Raise Invalid unless a host can start this at one moment with others: its refusal would end all of them."""
    row = await get_offers(driver, host_id)
    if row is None or row["offers"] is None:
        raise errors.Invalid(sentences.NOT_SERVING(host="This host" if row is None else row["host_name"]))
    offers = read_offers(row["offers"])
    if offers is None or not offers.starts_together:
        raise errors.Invalid(sentences.OLD_AGENT(host=row["host_name"]))
    if wanted.kind == "repeat" and not offers.may_repeat:
        raise errors.Invalid(sentences.NO_REPEATS(host=row["host_name"]))
    names = {"suite": offers.suites, "job": offers.jobs}.get(wanted.kind)
    if names is not None and wanted.name not in names:
        what = f"{wanted.kind.capitalize()} {errors.quoted(wanted.name)}"
        raise errors.Invalid(sentences.NOT_LISTED(what=what, host=row["host_name"]))
    if target not in {one.name for one in offers.targets}:
        what = f"Target {errors.quoted(target)}"
        raise errors.Invalid(sentences.NOT_LISTED(what=what, host=row["host_name"]))
