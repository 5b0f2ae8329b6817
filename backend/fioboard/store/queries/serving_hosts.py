"""Hosts whose agents take requests: what their owners offer, and when they last polled."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.requests import AWAY_AFTER_S


class OffersRow(TypedDict):
    """What a host offers; null where its agent never polled."""

    host_id: UUID
    host_name: str
    seen_at: datetime | None
    is_away: bool
    offers: str | None


_SELECT = f"""
select h.id as host_id, h.name as host_name, s.seen_at, s.offers::text as offers,
    coalesce(s.seen_at < now() - interval '{AWAY_AFTER_S} s', true) as is_away
from host h left join serving_host s on s.host_id = h.id
"""


async def put_host(driver: Driver, host_id: UUID, agent_version: str, offers: str) -> None:
    """Keep what a host offers, and lock it until the transaction ends."""
    await driver.execute(
        """
        insert into serving_host (host_id, seen_at, agent_version, offers) values ($1, now(), $2, $3)
        on conflict (host_id) do update set seen_at = excluded.seen_at, agent_version = excluded.agent_version,
            offers = excluded.offers
        """,
        *(host_id, agent_version, offers),
    )


async def get_offers(driver: Driver, host_id: UUID) -> OffersRow | None:
    """Return what a host offers and when its agent last polled; None when there is no such host."""
    row: OffersRow | None = await driver.fetchrow(f"{_SELECT} where h.id = $1", host_id)
    return row


async def list_offers(driver: Driver, limit: int) -> list[OffersRow]:
    """List the hosts whose agents ever polled and what they offer, by name."""
    rows: list[OffersRow] = await driver.fetch(
        f"{_SELECT} where s.host_id is not null and h.merged_into_id is null order by h.name limit $1", limit
    )
    return rows
