"""Notes on time: the list, one more, another wording, one less."""

from datetime import UTC, datetime
from typing import Annotated
from uuid import UUID

from fastapi import Path, Query

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.sanitize import clean_text
from fioboard.core.times import EARLIEST
from fioboard.engine.answers.base import WrittenMoment
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.time_note import TimeNoteIn, TimeNoteList, TimeNoteOut, TimeNotePatch
from fioboard.store.queries import time_notes as queries
from fioboard.store.queries.time_notes import Noted, TimeNoteRow

router = Router(tags=["time notes"])
REFUSALS = refusals(400, 401, 403, 404, 413, 422, 503)
NoteId = Annotated[UUID, Path(description="The note's id")]
# Of one answer, and hosts that one question names.
MAX_TIME_NOTES = 1_000
MAX_TIME_NOTE_HOSTS = 100
# Work that is planned may be noted; beyond is a slip of the pen.
LATEST = datetime(2100, 1, 1, tzinfo=UTC)


@router.get("/time-notes", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def list_time_notes(
    database: AppDatabase,
    host_id: Annotated[
        list[UUID] | None,
        Query(
            max_length=MAX_TIME_NOTE_HOSTS,
            description="Only of these hosts; notes of all hosts are among them. Without: every note",
        ),
    ] = None,
    since: Annotated[WrittenMoment | None, Query(description="Only what is so then or later")] = None,
    until: Annotated[WrittenMoment | None, Query(description="Only what is so then or earlier")] = None,
) -> TimeNoteList:
    """Notes on time, the newest first; up to 1,000 of them."""
    async with database.driver() as driver:
        rows = await queries.list_notes(driver, host_id, since, until, MAX_TIME_NOTES)
        total = len(rows)
        if total == MAX_TIME_NOTES:
            total = await queries.count_notes(driver, host_id, since, until)
    return {"items": [_build_note(row) for row in rows], "total": total}


@router.post("/time-notes", dependencies=[allow("write")], status_code=201, responses=REFUSALS)
async def add_time_note(database: AppDatabase, body: TimeNoteIn, caller: Caller) -> TimeNoteOut:
    """Keeps a note of a host or of all, at a moment or over a span. The audit log has it."""
    noted = _checked(Noted(host_id=body.host_id, at=body.at, until=body.until, text=body.text))
    async with database.driver() as driver, driver.transaction():
        row = await queries.add_note(driver, noted, caller.name)
        if row is None:
            raise errors.HostNotFound
        await record(driver, caller, "time_note.create", row["id"], host=row["host_name"], text=row["text"])
    return _build_note(row)


@router.patch("/time-notes/{note_id}", dependencies=[allow("write")], responses=REFUSALS)
async def change_time_note(
    database: AppDatabase, note_id: NoteId, patch: TimeNotePatch, caller: Caller
) -> TimeNoteOut:
    """Changes a note; absent fields stay. The audit log has what it said before."""
    given = patch.model_fields_set
    async with database.driver() as driver, driver.transaction():
        old = await queries.get_note(driver, note_id)
        if old is None:
            raise errors.TimeNoteNotFound
        noted = Noted(
            host_id=patch.host_id if "host_id" in given else old["host_id"],
            at=patch.at or old["at"],
            until=patch.until if "until" in given else old["until"],
            text=patch.text or old["text"],
        )
        row = await queries.update_note(driver, note_id, _checked(noted), caller.name)
        if row is None:
            raise errors.HostNotFound
        await record(driver, caller, "time_note.change", note_id, text=row["text"], before=old["text"])
    return _build_note(row)


@router.delete("/time-notes/{note_id}", dependencies=[allow("write")], status_code=204, responses=REFUSALS)
async def remove_time_note(database: AppDatabase, note_id: NoteId, caller: Caller) -> None:
    """Removes a note. The audit log has what it said."""
    async with database.driver() as driver, driver.transaction():
        text = await queries.remove_note(driver, note_id)
        if text is None:
            raise errors.TimeNoteNotFound
        await record(driver, caller, "time_note.delete", note_id, text=text)


def _checked(noted: Noted) -> Noted:
    """In one line, at a time that can be. Raises Invalid."""
    text = " ".join(clean_text(noted.text).split())
    if not text:
        raise errors.Invalid("An annotation needs text.")
    for moment in (noted.at, noted.until):
        if moment is not None and not EARLIEST <= moment < LATEST:
            raise errors.Invalid("An annotation must be between the years 2000 and 2099.")
    if noted.until is not None and noted.until <= noted.at:
        raise errors.Invalid("The end must be after the beginning.")
    return Noted(host_id=noted.host_id, at=noted.at, until=noted.until, text=text)


def _build_note(row: TimeNoteRow) -> TimeNoteOut:
    return {
        "id": str(row["id"]),
        "host": HostRef(id=row["host_id"], name=row["host_name"] or "") if row["host_id"] else None,
        "at": row["at"],
        "until": row["until"],
        "text": row["text"],
        "created_at": row["created_at"],
        "created_by": row["created_by"],
        "changed_at": row["changed_at"],
        "changed_by": row["changed_by"],
    }
