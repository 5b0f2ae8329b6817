"""Pinning runs: which they are, what is refused, and how a reference is shown."""

from uuid import UUID

import orjson

from fioboard.app.compare import sentences
from fioboard.app.compare.references.which import find_scope
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.reference import ReferenceIn, ReferenceOut
from fioboard.engine.factors.workload import workload_title
from fioboard.engine.filters import parse_query
from fioboard.engine.words.references import MAX_REFERENCE_RUNS, MAX_REFERENCES
from fioboard.store.queries import expectations as known
from fioboard.store.queries import references as queries
from fioboard.store.queries.references import NewReference, ReferenceRow
from fioboard.store.queries.runs.lists import run_ids


async def pin_runs(driver: Driver, wanted: ReferenceIn, by: str) -> tuple[ReferenceRow, list[UUID]]:
    """Pin runs as a reference, and return those whose place it took. In a transaction. Raises FilterError, Invalid,
    HostNotFound, UnknownValue.

    Raises FilterError, Invalid, HostNotFound, UnknownValue.
    """
    name = clean_text(wanted.name).strip()
    if not name:
        raise errors.Invalid("A baseline needs a name.")
    asked = parse_query(wanted.filter)
    if not asked.conditions:
        raise errors.Invalid("Which runs? An empty filter means all runs.")
    if wanted.host_id is not None and not await known.is_host(driver, wanted.host_id):
        raise errors.HostNotFound
    if wanted.workload_id is not None and not await known.is_workload(driver, wanted.workload_id):
        raise errors.UnknownValue("There is no such workload.")
    ids = await run_ids(driver, asked, MAX_REFERENCE_RUNS + 1)
    if len(ids) > MAX_REFERENCE_RUNS:
        raise errors.Invalid(sentences.TOO_MANY_TO_PIN(most=MAX_REFERENCE_RUNS))
    usable = await queries.list_usable(driver, ids, wanted.workload_id)
    if not usable:
        raise errors.Invalid(
            "None of these runs measured that workload."
            if ids and wanted.workload_id is not None
            else "There is no such run with a result."
        )
    note = None if wanted.note is None else clean_text(wanted.note).strip() or None
    new = NewReference(
        id=uuid7(),
        name=name,
        note=note,
        host_id=wanted.host_id,
        workload_id=wanted.workload_id,
        filter=asked.format_query(),
        run_ids=usable,
        pinned_by=by,
    )
    ended = await queries.add_reference(driver, new)
    if await queries.count_in_force(driver) > MAX_REFERENCES:
        raise errors.Invalid(sentences.TOO_MANY_REFERENCES(most=MAX_REFERENCES))
    row = await queries.find(driver, new.id)
    if row is None:
        raise errors.ReferenceNotFound
    return row, ended


def build_reference(row: ReferenceRow) -> ReferenceOut:
    """Build a reference as answers show it."""
    return {
        "id": str(row["id"]),
        "name": row["name"],
        "note": row["note"],
        "scope": find_scope(row["host_id"], row["workload_id"]),
        "host": None if row["host_id"] is None else HostRef(id=row["host_id"], name=row["host_name"] or ""),
        "workload_id": None if row["workload_id"] is None else str(row["workload_id"]),
        "workload": None if row["options"] is None else workload_title(orjson.loads(row["options"])),
        "filter": row["filter"],
        "runs": row["run_count"],
        "run_ids": [str(one) for one in row["run_ids"]],
        "pinned_at": row["pinned_at"],
        "pinned_by": row["pinned_by"],
        "ended_at": row["ended_at"],
        "ended_by": row["ended_by"],
        "replaced_by_id": None if row["replaced_by_id"] is None else str(row["replaced_by_id"]),
    }
