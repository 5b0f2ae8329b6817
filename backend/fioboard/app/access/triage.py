"""What a person notes of changes or events, checked, stored and written into the audit log."""

from fioboard.app.access import sentences
from fioboard.app.access.audit import record
from fioboard.app.access.principal import Principal
from fioboard.core import errors
from fioboard.core.driver import Driver
from fioboard.core.sanitize import clean_text
from fioboard.engine.answers.triage import AssigneeOut, TriagedOut, TriagePatch
from fioboard.store.queries import triage as queries
from fioboard.store.queries.triage import Triage, Triaged, TriageRow

_MISSING: dict[Triaged, type[errors.AppError]] = {
    "change": errors.ChangeNotFound,
    "event": errors.EventNotFound,
}


async def record_triage(driver: Driver, table: Triaged, patch: TriagePatch, caller: Principal) -> int:
    """Record what a person notes of changes or events, for all of them or for none; return their number. Raises
    Invalid, UnknownValue, ChangeNotFound, EventNotFound.
    """
    cause = None if patch.cause is None else clean_text(patch.cause).strip()
    if patch.state == "expected" and not cause:
        raise errors.Invalid("An expected change needs a cause.")
    assignee_id = None
    if patch.assignee:
        person = await queries.find_person(driver, clean_text(patch.assignee))
        if person is None:
            raise errors.UnknownValue(sentences.NO_ACCOUNT(name=errors.quoted(patch.assignee)))
        assignee_id = person["id"]
    noted = Triage(
        state=patch.state,
        cause=cause,
        note=None if patch.note is None else clean_text(patch.note),
        sets_assignee=patch.assignee is not None,
        assignee_id=assignee_id,
        by=caller.name,
    )
    ids = list(dict.fromkeys(patch.ids))
    done = await queries.update_triage(driver, table, ids, noted)
    if len(done) != len(ids):
        raise _MISSING[table]
    detail: dict[str, object] = {
        f"{table}s": [str(one) for one in done],
        "fields": sorted(patch.model_fields_set - {"ids"}),
    }
    await record(driver, caller, f"{table}.triage", None, **detail)
    return len(done)


def build_triage(row: TriageRow) -> TriagedOut:
    """Build what a person noted of a change or an event, as answers have it."""
    assignee = row["assignee_id"]
    return {
        "state": row["state"],
        "cause": row["cause"],
        "note": row["note"],
        "assignee": AssigneeOut(id=str(assignee), name=row["assignee_name"] or "") if assignee else None,
        "state_at": row["state_at"],
        "state_by": row["state_by"],
    }
