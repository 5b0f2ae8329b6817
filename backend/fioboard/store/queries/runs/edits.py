"""What people changed of runs, with what stood there before."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7


@dataclass(frozen=True, slots=True)
class Edit:
    """One run's share of an edit. JSON as text; only what changed."""

    run_id: UUID
    before: str
    after: str


class EditableRow(TypedDict):
    """What people may change of a run."""

    id: UUID
    title: str | None
    note: str | None
    labels: str
    tags: list[str]
    is_deleted: bool


class EditRow(TypedDict):
    """One edit of a run."""

    edit_id: UUID
    edited_at: datetime
    actor_name: str
    before: str
    after: str


class EditedRunRow(TypedDict):
    """One run of an edit."""

    run_id: UUID
    before: str
    after: str


async def lock_editable(driver: Driver, run_ids: Sequence[UUID]) -> list[EditableRow]:
    """Lock what people may change of these runs, and return it in order of id."""
    rows: list[EditableRow] = await driver.fetch(
        """
        select id, title, note, labels, tags, deleted_at is not null as is_deleted
        from run where id = any($1::uuid[]) order by id for update
        """,
        list(run_ids),
    )
    return rows


async def add(driver: Driver, edit_id: UUID, actor: tuple[str, str], edits: Sequence[Edit]) -> None:
    """Notes an edit. `actor`: kind and id, and the name. Call in the transaction that changes the runs."""
    await driver.executemany(
        """
        insert into run_edit (id, edit_id, run_id, edited_at, actor, actor_name, before, after)
        values ($1, $2, $3, now(), $4, $5, $6::jsonb, $7::jsonb)
        """,
        [(uuid7(), edit_id, edit.run_id, *actor, edit.before, edit.after) for edit in edits],
    )


async def list_edits(driver: Driver, run_id: UUID, limit: int) -> list[EditRow]:
    """List a run's edits, newest first."""
    rows: list[EditRow] = await driver.fetch(
        """
        select edit_id, edited_at, actor_name, before, after from run_edit
        where run_id = $1 order by edited_at desc, id desc limit $2
        """,
        *(run_id, limit),
    )
    return rows


async def is_run(driver: Driver, run_id: UUID) -> bool:
    """Whether there is such a run, a deleted one too."""
    return bool(await driver.fetchval("select exists (select from run where id = $1)", run_id))


async def list_edited_runs(driver: Driver, edit_id: UUID) -> list[EditedRunRow]:
    """List all runs of one edit."""
    rows: list[EditedRunRow] = await driver.fetch(
        "select run_id, before, after from run_edit where edit_id = $1 order by run_id", edit_id
    )
    return rows
