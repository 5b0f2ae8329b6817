"""What people write of a batch, and what depends on its runs when it is deleted."""

from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver


class WordsRow(TypedDict):
    """What people say of a batch."""

    title: str | None
    note: str | None


async def get_title_and_note(driver: Driver, batch_id: UUID) -> WordsRow:
    """Return a batch's title and note; both None where nobody wrote one."""
    row: WordsRow | None = await driver.fetchrow("select title, note from batch where id = $1", batch_id)
    return row or {"title": None, "note": None}


async def lock_words(driver: Driver, batch_id: UUID) -> WordsRow:
    """The same, held until the transaction ends, for a change."""
    await driver.execute("insert into batch (id) values ($1) on conflict (id) do nothing", batch_id)
    row: WordsRow = await driver.fetchrow("select title, note from batch where id = $1 for update", batch_id)
    return {"title": row["title"], "note": row["note"]}


async def set_words(driver: Driver, batch_id: UUID, words: WordsRow, by: str) -> None:
    """What people say of a batch from now on. After `lock_words`, in its transaction."""
    await driver.execute(
        "update batch set title = $2, note = $3, changed_at = now(), changed_by = $4 where id = $1",
        *(batch_id, words["title"], words["note"], by),
    )


class LinkRow(TypedDict):
    """A link that still opens."""

    id: UUID
    title: str
    label: str | None


class ReferenceToRow(TypedDict):
    """A reference in force with runs of a batch."""

    id: UUID
    name: str
    runs: int
    """Of the batch."""
    run_count: int
    """When it was pinned."""


async def list_open_links(driver: Driver, batch_id: UUID) -> list[LinkRow]:
    """List the links that still open and were made from a run of the batch, newest first."""
    rows: list[LinkRow] = await driver.fetch(
        """
        select s.id, s.title, s.label from share s
        where s.revoked_at is null and s.expires_at > now() and s.id in (
            select x.share_id from run r join share_run x on x.run_id = r.id
            where r.batch_id = $1 and r.deleted_at is null)
        order by s.id desc
        """,
        batch_id,
    )
    return rows


async def count_changes(driver: Driver, batch_id: UUID) -> int:
    """Count the changes of watched series that are first seen in a run of the batch."""
    return int(
        await driver.fetchval(
            """
            select count(*) from run r join change c on c.after_run_id = r.id
            where r.batch_id = $1 and r.deleted_at is null and c.gone_at is null
            """,
            batch_id,
        )
    )


async def list_references(driver: Driver, batch_id: UUID) -> list[ReferenceToRow]:
    """List the references in force with runs of the batch, by name."""
    rows: list[ReferenceToRow] = await driver.fetch(
        """
        select f.id, f.name, count(*)::int as runs, f.run_count
        from run r join reference_run p on p.run_id = r.id join reference f on f.id = p.reference_id
        where r.batch_id = $1 and r.deleted_at is null and f.ended_at is null
        group by f.id order by f.name, f.id
        """,
        batch_id,
    )
    return rows
