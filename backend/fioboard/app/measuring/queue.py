"""Puts a request into the queues of its hosts: the one way in, for people and for commands."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from fioboard.app.measuring import sentences
from fioboard.app.measuring.answers import load_request, read_offers
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.times import now
from fioboard.engine.answers.request import RequestIn, Wanted, WantedOfHosts
from fioboard.engine.words.requests import MAX_GROUP_REPEATS, MAX_GROUP_STEPS, MAX_OPEN_REQUESTS_PER_HOST
from fioboard.store.queries import requests as queries
from fioboard.store.queries.expectations import is_host
from fioboard.store.queries.hosts import find_kept_host
from fioboard.store.queries.request_groups import add_group
from fioboard.store.queries.requests import RequestRow
from fioboard.store.queries.serving_hosts import get_offers


class Member(NamedTuple):
    """A host of a group, and where it measures."""

    host_id: UUID
    target: str


async def enqueue_requests(driver: Driver, wanted: RequestIn, by: str) -> list[RequestRow]:
    """Add a request to the queue of its host, or of each of its hosts, and return them by host name.

    Raises HostNotFound, and Invalid when a queue is full or the hosts cannot start together.
    """
    expires_at = now() + timedelta(seconds=wanted.expires_in_s)
    members = await find_members(driver, wanted)
    for member in members:
        if await queries.count_open_requests(driver, member.host_id) >= MAX_OPEN_REQUESTS_PER_HOST:
            raise errors.Invalid(sentences.QUEUE_FULL(most=MAX_OPEN_REQUESTS_PER_HOST))
    ids = await enqueue_members(driver, wanted, members, expires_at=expires_at, by=by)
    rows = [await load_request(driver, one) for one in ids]
    return sorted(rows, key=lambda row: (row["host_name"], row["id"]))


async def enqueue_members(
    driver: Driver,
    wanted: Wanted,
    members: Sequence[Member],
    *,
    expires_at: datetime,
    by: str,
    schedule_id: UUID | None = None,
) -> list[UUID]:
    """Add a request to the queue of each host, and return their ids; of several hosts, all start together."""
    group_id = await add_group(driver) if len(members) > 1 else None
    return [
        await queries.add_request(
            *(driver, member.host_id, wanted),
            expires_at=expires_at,
            by=by,
            schedule_id=schedule_id,
            group_id=group_id,
            target=member.target,
        )
        for member in members
    ]


async def find_members(driver: Driver, wanted: WantedOfHosts) -> list[Member]:
    """Find the hosts that are to measure, in their order. Raises HostNotFound, and Invalid when they cannot start this
    together."""
    if wanted.hosts is None:
        return [Member(await _find_host(driver, wanted.host_id), wanted.target)]
    repeats = wanted.parameters.repeats or 1
    if wanted.kind == "suite" and repeats > MAX_GROUP_REPEATS:
        raise errors.Invalid(sentences.TOO_MANY_REPEATS(most=MAX_GROUP_REPEATS))
    if wanted.parameters.points * repeats > MAX_GROUP_STEPS:
        raise errors.Invalid(sentences.TOO_MANY_STEPS(most=MAX_GROUP_STEPS))
    members = [
        Member(await _find_host(driver, one.host_id), one.target or wanted.target) for one in wanted.hosts
    ]
    require_different(members)
    for member in members:
        await require_together(driver, member, wanted)
    return members


def require_different(members: Sequence[Member]) -> None:
    """Raise Invalid where a host is listed twice; a merge of hosts can make it so."""
    if len({one.host_id for one in members}) < len(members):
        raise errors.Invalid("A host is listed twice.")


async def _find_host(driver: Driver, host_id: UUID | None) -> UUID:
    """Raises HostNotFound."""
    if host_id is None:
        raise errors.HostNotFound
    kept_id = await find_kept_host(driver, host_id)
    if not await is_host(driver, kept_id):
        raise errors.HostNotFound
    return kept_id


async def require_together(driver: Driver, member: Member, wanted: Wanted) -> None:
    """Raise Invalid unless a host can start this at one moment with others: its refusal would end all of them."""
    row = await get_offers(driver, member.host_id)
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
    if member.target not in {one.name for one in offers.targets}:
        what = f"Target {errors.quoted(member.target)}"
        raise errors.Invalid(sentences.NOT_LISTED(what=what, host=row["host_name"]))
