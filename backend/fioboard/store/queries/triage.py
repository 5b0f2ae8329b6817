"""What people note of changes and events: one life for both."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, TypedDict
from uuid import UUID

from fioboard.core.driver import Driver
from fioboard.engine.words.changes import ChangeState

Triaged = Literal["change", "event"]
"""Tables with the columns of that life."""


class TriageRow(TypedDict):
    """What was noted last."""

    state: ChangeState
    cause: str | None
    note: str | None
    assignee_id: UUID | None
    assignee_name: str | None
    state_at: datetime | None
    state_by: str | None


def select_triage(table: str) -> str:
    """Return the columns of a TriageRow in SQL: of `table`, the alias of changes or events, and of the assignee `u`."""
    columns = ("state", "cause", "note", "assignee_id", "state_at", "state_by")
    return ", ".join((*(f"{table}.{column}" for column in columns), "u.name as assignee_name"))


class PersonRow(TypedDict):
    """Somebody who can look after something."""

    id: UUID
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Triage:
    """What is noted; None leaves it as it is."""

    state: ChangeState | None
    cause: str | None
    note: str | None
    sets_assignee: bool
    assignee_id: UUID | None
    by: str


async def find_person(driver: Driver, name: str) -> PersonRow | None:
    """Find who may look after something, by name; None when nobody active has it."""
    row: PersonRow | None = await driver.fetchrow(
        "select id, name from app_user where lower(name) = lower($1) and deactivated_at is null", name
    )
    return row


async def update_triage(driver: Driver, table: Triaged, ids: Sequence[UUID], noted: Triage) -> list[UUID]:
    """Record a triage on these rows, and return the ids of those that exist."""
    rows = await driver.fetch(
        f"""
        update {table} set state = coalesce($2, state), cause = coalesce($3, cause), note = coalesce($4, note),
            assignee_id = case when $5 then $6::uuid else assignee_id end, state_at = now(), state_by = $7
        where id = any($1::uuid[]) returning id
        """,
        *(list(ids), noted.state, noted.cause, noted.note, noted.sets_assignee, noted.assignee_id, noted.by),
    )
    return [row["id"] for row in rows]
