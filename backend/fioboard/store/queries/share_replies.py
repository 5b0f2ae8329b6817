"""Replies to shares: one-time codes, what was sent with them, and what its sender made of it. `driver`: an asyncpg
connection."""

from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.engine.answers.share_reply import ReplyState

_KEPT = "state in ('waiting', 'accepted', 'rejected')"
_LISTED = "select id, state, received_at, host_name, network, decided_at, decided_by_name from share_reply"


class CodesRow(TypedDict):
    """How many codes of a share wait for a reply, and how many replies it has."""

    codes: int
    replies: int


async def count_codes(driver: Driver, share_id: UUID) -> CodesRow:
    """Count codes and replies, after those codes are gone that nobody used in time."""
    await driver.execute(
        "delete from share_reply where share_id = $1 and state = 'open' and expires_at <= now()", share_id
    )
    row: CodesRow = await driver.fetchrow(
        f"""
        select count(*) filter (where state = 'open') as codes, count(*) filter (where {_KEPT}) as replies
        from share_reply where share_id = $1
        """,
        share_id,
    )
    return row


async def add_code(driver: Driver, share_id: UUID, code_sha256: bytes, expires_at: datetime) -> None:
    """Store a code by its hash."""
    await driver.execute(
        """
        insert into share_reply (id, share_id, code_sha256, state, made_at, expires_at)
        values ($1, $2, $3, 'open', now(), $4)
        """,
        *(uuid7(), share_id, code_sha256, expires_at),
    )


async def delete_codes(driver: Driver, share_id: UUID) -> None:
    """Delete the codes of a share that nobody used yet."""
    await driver.execute("delete from share_reply where share_id = $1 and state = 'open'", share_id)


async def shorten_codes(driver: Driver, share_id: UUID, expires_at: datetime) -> None:
    """Let no code of a share outlive the share."""
    await driver.execute(
        """
        update share_reply set expires_at = least(expires_at, $2)
        where share_id = $1 and state = 'open'
        """,
        *(share_id, expires_at),
    )


class CodeRow(TypedDict):
    """A code that is known, and which upload was sent with it; None: it is still open."""

    id: UUID
    upload_key: UUID | None
    digest: bytes | None


async def lock_code(driver: Driver, share_id: UUID, code_sha256: bytes) -> CodeRow | None:
    """A code of this share that was used or can be, locked until the transaction ends; None for any other."""
    row: CodeRow | None = await driver.fetchrow(
        """
        select id, upload_key, digest from share_reply
        where share_id = $1 and code_sha256 = $2 and (state <> 'open' or expires_at > now())
        for update
        """,
        *(share_id, code_sha256),
    )
    return row


class ReceivedReply(TypedDict):
    """What is kept of a reply."""

    upload_key: UUID
    digest: bytes
    content_type: str
    body: bytes
    host_name: str
    network: str | None


async def put_reply(driver: Driver, reply_id: UUID, received: ReceivedReply) -> None:
    """Keep what was sent with an open code, for the share's sender to see."""
    await driver.execute(
        """
        update share_reply set state = 'waiting', received_at = now(), upload_key = $2, digest = $3,
            content_type = $4, body = $5, host_name = $6, network = $7
        where id = $1
        """,
        *(reply_id, received["upload_key"], received["digest"], received["content_type"], received["body"]),
        *(received["host_name"], received["network"]),
    )


class ReplyRow(TypedDict):
    """A reply as the share's sender sees it in a list."""

    id: UUID
    state: ReplyState
    received_at: datetime
    host_name: str
    network: str | None
    decided_at: datetime | None
    decided_by_name: str | None


async def list_replies(driver: Driver, share_id: UUID) -> list[ReplyRow]:
    """Replies to a share, newest first."""
    rows: list[ReplyRow] = await driver.fetch(
        f"{_LISTED} where share_id = $1 and {_KEPT} order by received_at desc, id desc", share_id
    )
    return rows


async def get_reply(driver: Driver, share_id: UUID, reply_id: UUID) -> ReplyRow | None:
    """One reply to a share, or None."""
    row: ReplyRow | None = await driver.fetchrow(
        f"{_LISTED} where share_id = $1 and id = $2 and {_KEPT}", share_id, reply_id
    )
    return row


class ReplyBodyRow(TypedDict):
    """What was sent, byte for byte, and what the share is of."""

    content_type: str
    body: bytes
    host_name: str
    run_id: UUID
    hidden: list[str]


async def get_body(driver: Driver, share_id: UUID, reply_id: UUID) -> ReplyBodyRow | None:
    """What was sent; None where there is no such reply, or the run of the share is gone."""
    row: ReplyBodyRow | None = await driver.fetchrow(
        f"""
        select r.content_type, r.body, r.host_name, x.run_id, s.hidden
        from share_reply r join share s on s.id = r.share_id join share_run x on x.share_id = s.id
        join run on run.id = x.run_id and run.deleted_at is null
        where r.share_id = $1 and r.id = $2 and r.{_KEPT}
        """,
        *(share_id, reply_id),
    )
    return row


class OriginalRow(TypedDict):
    """What was sent, byte for byte."""

    content_type: str
    body: bytes


async def get_original(driver: Driver, share_id: UUID, reply_id: UUID) -> OriginalRow | None:
    """What was sent, also where the run of the share is gone; None where there is no such reply."""
    row: OriginalRow | None = await driver.fetchrow(
        f"select content_type, body from share_reply where share_id = $1 and id = $2 and {_KEPT}",
        *(share_id, reply_id),
    )
    return row


async def decide(
    driver: Driver, reply_id: UUID, state: ReplyState, document_zstd: bytes | None, by: str
) -> bool:
    """Set what became of a reply; False where it was deleted meanwhile. `document_zstd`: of an accepted one."""
    return bool(
        await driver.fetchval(
            f"""
            update share_reply set state = $2, document_zstd = $3, decided_at = now(), decided_by_name = $4
            where id = $1 and {_KEPT} returning true
            """,
            *(reply_id, state, document_zstd, by),
        )
    )


async def delete_reply(driver: Driver, share_id: UUID, reply_id: UUID) -> bool:
    """Drop all of a reply but that its code was used, and for what; False where there is none."""
    return bool(
        await driver.fetchval(
            f"""
            update share_reply set state = 'deleted', body = null, content_type = null, host_name = null,
                network = null, document_zstd = null
            where share_id = $1 and id = $2 and {_KEPT} returning true
            """,
            *(share_id, reply_id),
        )
    )


class AcceptedRow(TypedDict):
    """A reply that the page shows."""

    received_at: datetime
    document_zstd: bytes


async def list_accepted(driver: Driver, share_id: UUID) -> list[AcceptedRow]:
    """What the page shows of replies, the oldest first."""
    rows: list[AcceptedRow] = await driver.fetch(
        """
        select received_at, document_zstd from share_reply
        where share_id = $1 and state = 'accepted' order by received_at, id
        """,
        share_id,
    )
    return rows
