"""What people note at moments of hosts."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from asyncpg.exceptions import ForeignKeyViolationError

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.store.queries.hosts import find_kept_host, match_ids


class TimeNoteRow(TypedDict):
    """A note with the name of its host."""

    id: UUID
    host_id: UUID | None
    host_name: str | None
    at: datetime
    until: datetime | None
    text: str
    created_at: datetime
    created_by: str
    changed_at: datetime | None
    changed_by: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """What a person writes; as the columns of `time_note`."""

    host_id: UUID | None
    at: datetime
    until: datetime | None
    text: str


_SELECT = """
select n.id, n.host_id, h.name as host_name, n.at, n.until, n.text, n.created_at, n.created_by, n.changed_at,
    n.changed_by
from time_note n left join host h on h.id = n.host_id
"""
_WITHIN = f"""
where ($1::uuid[] is null or n.host_id is null or {match_ids("n.host_id", "$1")})
    and ($2::timestamptz is null or coalesce(n.until, n.at) >= $2) and ($3::timestamptz is null or n.at <= $3)
"""


async def list_notes(
    driver: Driver, host_ids: Sequence[UUID] | None, since: datetime | None, to: datetime | None, most: int
) -> list[TimeNoteRow]:
    """Of some hosts, those of all hosts among them; None: every note. Those that touch a span, the newest first."""
    rows: list[TimeNoteRow] = await driver.fetch(
        f"{_SELECT} {_WITHIN} order by n.at desc, n.id desc limit $4", host_ids, since, to, most
    )
    return rows


async def count_notes(
    driver: Driver, host_ids: Sequence[UUID] | None, since: datetime | None, to: datetime | None
) -> int:
    """How many there are of what `list_notes` has the newest of."""
    return int(
        await driver.fetchval(f"select count(*) from time_note n {_WITHIN}", host_ids, since, to),
    )


async def get_note(driver: Driver, note_id: UUID) -> TimeNoteRow | None:
    """One note, held until the transaction ends; None when there is none."""
    row: TimeNoteRow | None = await driver.fetchrow(f"{_SELECT} where n.id = $1 for update of n", note_id)
    return row


async def add_note(driver: Driver, noted: Noted, by: str) -> TimeNoteRow | None:
    """The new note; None when there is no such host."""
    note_id = uuid7()
    try:
        await driver.execute(
            """
            insert into time_note (id, host_id, at, until, text, created_at, created_by)
            values ($1, $2, $3, $4, $5, now(), $6)
            """,
            *(
                note_id,
                noted.host_id and await find_kept_host(driver, noted.host_id),
                noted.at,
                noted.until,
                noted.text,
                by,
            ),
        )
    except ForeignKeyViolationError:
        return None
    return await get_note(driver, note_id)


async def update_note(driver: Driver, note_id: UUID, noted: Noted, by: str) -> TimeNoteRow | None:
    """Return the changed note; None when there is no such host."""
    try:
        await driver.execute(
            """
            update time_note set host_id = $2, at = $3, until = $4, text = $5, changed_at = now(), changed_by = $6
            where id = $1
            """,
            *(
                note_id,
                noted.host_id and await find_kept_host(driver, noted.host_id),
                noted.at,
                noted.until,
                noted.text,
                by,
            ),
        )
    except ForeignKeyViolationError:
        return None
    return await get_note(driver, note_id)


async def remove_note(driver: Driver, note_id: UUID) -> str | None:
    """The text of the note that was removed; None when there was none."""
    text: str | None = await driver.fetchval("delete from time_note where id = $1 returning text", note_id)
    return text
