"""Shares: storing and ending them, what a link opens, and who opened it. `driver`: an asyncpg connection."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal, TypedDict
from uuid import UUID

from sqlalchemy import ColumnElement, func, update
from sqlalchemy.ext.asyncio import AsyncSession

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.engine.answers.shared import ShareKind, ShareState
from fioboard.store.models import Share

# One meaning of a link's state, for its makers and for its recipients alike.
_STATE = """
case when s.revoked_at is not null then 'revoked' when s.expires_at <= now() then 'expired'
    when s.paused_at is not null then 'paused' else 'active' end as state
"""
_LISTED = f"""
select s.id, s.kind, s.title, s.label, s.expectation, s.created_by_name, s.created_at, s.expires_at, {_STATE},
    s.passphrase_hash is not null as has_passphrase, s.revealed, s.hidden, s.view_count, s.last_viewed_at,
    s.takes_replies,
    (select count(*) from share_reply y where y.share_id = s.id and y.state = 'waiting') as replies_waiting,
    array(
        select r.id from share_run x join run r on r.id = x.run_id
        where x.share_id = s.id and r.deleted_at is null order by r.id
    ) as run_ids,
    array(
        select distinct h.name from share_run x join run r on r.id = x.run_id join host h on h.id = r.host_id
        where x.share_id = s.id and r.deleted_at is null order by h.name
    ) as host_names
from share s
"""
MAX_VIEWS = 1_000
"""Openings kept of each share, the newest."""


class ShareOfToken(TypedDict):
    """What is asked of a share before it opens."""

    id: UUID
    kind: ShareKind
    label: str | None
    created_at: datetime
    expires_at: datetime
    passphrase_hash: str | None
    takes_replies: bool
    replies: int
    state: ShareState


async def find_share(driver: Driver, token_sha256: bytes) -> ShareOfToken | None:
    """The share with this token, or None."""
    row: ShareOfToken | None = await driver.fetchrow(
        f"""
        select s.id, s.kind, s.label, s.created_at, s.expires_at, s.passphrase_hash, s.takes_replies,
            (select count(*) from share_reply y where y.share_id = s.id and y.state = 'accepted') as replies,
            {_STATE}
        from share s where s.token_sha256 = $1
        """,
        token_sha256,
    )
    return row


async def get_document(driver: Driver, share_id: UUID) -> bytes | None:
    """Return the frozen document, zstd; None when there is no such share, or it ended so long ago that it was
    dropped.
    """
    body: bytes | None = await driver.fetchval(
        "select body_zstd from share_document where share_id = $1", share_id
    )
    return body


async def may_still_share(driver: Driver, user_id: UUID | None, token_id: UUID | None) -> bool:
    """Whether the maker may still share, held so until the transaction ends: who takes their right away meanwhile
    waits, and then finds the new share among those that end with it."""
    user = user_id is None or await driver.fetchval(
        """
        select true from app_user
        where id = $1 and deactivated_at is null and role in ('editor', 'admin') for share
        """,
        user_id,
    )
    token = token_id is None or await driver.fetchval(
        "select true from api_token where id = $1 and revoked_at is null for share", token_id
    )
    return bool(user and token)


async def find_token_maker(driver: Driver, token_id: UUID) -> UUID | None:
    """Return the user who made a token; None for one of the terminal."""
    user_id: UUID | None = await driver.fetchval("select created_by from api_token where id = $1", token_id)
    return user_id


async def add_share(
    driver: Driver, share: Mapping[str, object], body_zstd: bytes, run_ids: Sequence[UUID]
) -> bool:
    """Stores a share, its document and the runs it was made from; `share`: columns by name, JSON as text.

    False, with nothing to be kept, when one of the runs was deleted meanwhile: roll back.
    """
    names = list(share)
    places = ", ".join(f"${i}::jsonb" if n == "spec" else f"${i}" for i, n in enumerate(names, 1))
    await driver.execute(f"insert into share ({', '.join(names)}) values ({places})", *share.values())
    await driver.execute(
        "insert into share_document (share_id, body_zstd) values ($1, $2)", share["id"], body_zstd
    )
    kept = await driver.fetch(
        """
        insert into share_run (share_id, run_id)
        select $1, id from run where id = any($2::uuid[]) and deleted_at is null order by id for share
        returning run_id
        """,
        *(share["id"], list(run_ids)),
    )
    return len(kept) == len(set(run_ids))


class ShareRow(TypedDict):
    """A share as the lists of its makers show it."""

    id: UUID
    kind: ShareKind
    title: str
    label: str | None
    expectation: str | None
    created_by_name: str
    created_at: datetime
    expires_at: datetime
    state: ShareState
    has_passphrase: bool
    revealed: list[str]
    hidden: list[str]
    view_count: int
    last_viewed_at: datetime | None
    takes_replies: bool
    replies_waiting: int
    run_ids: list[UUID]
    host_names: list[str]


async def list_shares(
    driver: Driver, limit: int, before: UUID | None = None, run_ids: Sequence[UUID] | None = None
) -> list[ShareRow]:
    """Shares, newest first: those older than `before`, all or those made from any of these runs."""
    rows: list[ShareRow]
    if run_ids is None:
        rows = await driver.fetch(
            f"{_LISTED} where $1::uuid is null or s.id < $1 order by s.id desc limit $2", before, limit
        )
    else:
        rows = await driver.fetch(
            f"""
            {_LISTED} where s.id in (select share_id from share_run where run_id = any($3::uuid[]))
                and ($1::uuid is null or s.id < $1)
            order by s.id desc limit $2
            """,
            *(before, limit, list(run_ids)),
        )
    return rows


async def get_share(driver: Driver, share_id: UUID) -> ShareRow | None:
    """One share as lists show it, or None."""
    row: ShareRow | None = await driver.fetchrow(f"{_LISTED} where s.id = $1", share_id)
    return row


class ChangeableShare(TypedDict):
    """What the makers of a share may change, and what decides whether they may."""

    label: str | None
    expires_at: datetime
    paused_at: datetime | None
    takes_replies: bool
    kind: ShareKind
    has_passphrase: bool
    hidden: list[str]
    state: ShareState
    has_document: bool


async def lock_share(driver: Driver, share_id: UUID) -> ChangeableShare | None:
    """What its makers may change, locked; or None."""
    row: ChangeableShare | None = await driver.fetchrow(
        f"""
        select s.label, s.expires_at, s.paused_at, s.takes_replies, s.kind, s.hidden,
            s.passphrase_hash is not null as has_passphrase, {_STATE},
            exists (select from share_document d where d.share_id = s.id) as has_document
        from share s where s.id = $1 for update of s
        """,
        share_id,
    )
    return row


async def update_share(
    driver: Driver,
    share_id: UUID,
    label: str | None,
    expires_at: datetime,
    *,
    is_paused: bool,
    takes_replies: bool,
) -> None:
    """Set what a share's makers may change."""
    await driver.execute(
        """
        update share set label = $2, expires_at = $3,
            paused_at = case when $4 then coalesce(paused_at, now()) end, takes_replies = $5
        where id = $1
        """,
        *(share_id, label, expires_at, is_paused, takes_replies),
    )


async def revoke_share(driver: Driver, share_id: UUID) -> bool | None:
    """Ends a link for good. None when there is no such share, False when it was revoked before."""
    was_open: bool | None = await driver.fetchval(
        """
        with old as (select id, revoked_at from share where id = $1 for update),
        ended as (update share set revoked_at = now() where id = $1 and revoked_at is null)
        select revoked_at is null from old
        """,
        share_id,
    )
    return was_open


async def revoke_of_runs(driver: Driver, run_ids: Sequence[UUID]) -> list[UUID]:
    """Ends every link that was made from one of these runs; their ids."""
    rows = await driver.fetch(
        """
        update share set revoked_at = now()
        where id in (select share_id from share_run where run_id = any($1::uuid[])) and revoked_at is null
        returning id
        """,
        list(run_ids),
    )
    return [row["id"] for row in rows]


async def revoke_of_user(session: AsyncSession, user_id: UUID) -> Sequence[UUID]:
    """Ends every link that the user made, in the browser or with a token; their ids."""
    return await _revoke(session, Share.created_by == user_id)


async def revoke_of_token(session: AsyncSession, token_id: UUID) -> Sequence[UUID]:
    """Ends every link that was made with the token; their ids."""
    return await _revoke(session, Share.created_with == token_id)


async def _revoke(session: AsyncSession, whose: ColumnElement[bool]) -> Sequence[UUID]:
    statement = (
        update(Share)
        .where(whose, Share.revoked_at.is_(None))
        .values(revoked_at=func.now())
        .returning(Share.id)
        .execution_options(synchronize_session=False)
    )
    return (await session.scalars(statement)).all()


async def add_view(
    driver: Driver,
    share_id: UUID,
    what: str,
    *,
    network: str | None,
    browser: str | None,
    keep: int = MAX_VIEWS,
) -> int | None:
    """Notes an opening (`page`) or a download, and forgets all but the newest of them; for an opening, how many times
    it was opened now. Call it in a transaction."""
    await driver.execute(
        "insert into share_view (id, share_id, at, what, network, browser) values ($1, $2, now(), $3, $4, $5)",
        *(uuid7(), share_id, what, network, browser),
    )
    await driver.execute(
        """
        delete from share_view where share_id = $1 and id <= (
            select id from share_view where share_id = $1 order by id desc offset $2 limit 1
        )
        """,
        *(share_id, keep),
    )
    if what != "page":
        return None
    count: int = await driver.fetchval(
        "update share set view_count = view_count + 1, last_viewed_at = now() where id = $1 returning view_count",
        share_id,
    )
    return count


class ShareViewRow(TypedDict):
    """One opening or download of a share."""

    id: UUID
    at: datetime
    what: Literal["page", "json", "csv", "raw"]
    network: str | None
    browser: str | None


async def list_views(
    driver: Driver, share_id: UUID, limit: int, before: UUID | None = None
) -> list[ShareViewRow]:
    """Openings and downloads of a share, newest first."""
    rows: list[ShareViewRow] = await driver.fetch(
        """
        select id, at, what, network, browser from share_view
        where share_id = $1 and ($2::uuid is null or id < $2) order by id desc limit $3
        """,
        *(share_id, before, limit),
    )
    return rows


async def drop_documents(driver: Driver, after: timedelta) -> int:
    """Drops the documents of links that ended so long ago, and the replies to them; how many documents. The shares stay
    in the list.
    """
    count: int = await driver.fetchval(
        """
        with dropped as (
            delete from share_document d using share s
            where s.id = d.share_id and least(s.revoked_at, s.expires_at) < now() - $1::interval
            returning d.share_id
        ), replies as (
            delete from share_reply where share_id in (select share_id from dropped)
        )
        select count(*) from dropped
        """,
        after,
    )
    return count
