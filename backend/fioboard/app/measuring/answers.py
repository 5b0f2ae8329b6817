"""Reads a request and shapes it as its answer."""

from typing import Annotated, cast
from uuid import UUID

import orjson
from fastapi import Path
from pydantic import ValidationError

from fioboard.app.measuring import sentences
from fioboard.app.measuring.not_found import RequestNotFound
from fioboard.core.driver import Driver
from fioboard.core.errors import quoted
from fioboard.engine.answers.host_ref import HostRef
from fioboard.engine.answers.parameters import Parameters, ParametersOut
from fioboard.engine.answers.request import OfferedOut, Offers, RequestOut, WantedOut
from fioboard.engine.answers.request_progress import ProgressOut
from fioboard.store.queries import requests as queries
from fioboard.store.queries.requests import OfferedRow, RequestRow, WantedRow

# The agent's own seeds are below it, too.
MAX_SEED = 2**31
RequestId = Annotated[UUID, Path(description="The request's id")]


async def load_request(driver: Driver, request_id: UUID) -> RequestRow:
    """Read a request. Raises RequestNotFound."""
    row = await queries.get_request(driver, request_id)
    if row is None:
        raise RequestNotFound
    return row


def describe_refusal(error: ValidationError) -> str:
    """Describe the first thing that is wrong, with the place where it is."""
    first = error.errors()[0]
    words, where = first["msg"], ".".join(map(str, first["loc"]))
    if first["type"] == "string_pattern_mismatch":
        # A pattern is no sentence for people.
        words = sentences.NOT_ALLOWED(value=quoted(first["input"]))
    elif first["type"] == "value_error":
        words = str(first["ctx"]["error"])
    return f"{where}: {words}" if where else words


def read_offers(text: str | None) -> Offers | None:
    """Read what a host offers; None where its agent said it to another version of the service, and will say it anew."""
    try:
        return Offers.model_validate_json(text) if text else None
    except ValidationError:
        return None


def build_wanted(row: WantedRow) -> WantedOut:
    """Return what a request or a schedule is to measure, as people see it."""
    return {
        "id": row["id"],
        "host": HostRef(id=row["host_id"], name=row["host_name"]),
        "kind": row["kind"],
        "name": row["name"],
        "run_id": row["run_id"],
        "target": row["target"],
        "parameters": _read_parameters(row["parameters"]),
        "priority": row["priority"],
    }


def _read_parameters(text: str) -> ParametersOut:
    """Return the parameters of a row; of one that this version of the service refuses, those that it knows."""
    try:
        Parameters.model_validate_json(text)
    except ValidationError as error:
        wrong = {one["loc"][0] for one in error.errors() if one["loc"]}
    else:
        wrong = set()
    given = orjson.loads(text)
    known = given.items() if isinstance(given, dict) else ()
    return cast(ParametersOut, {key: value for key, value in known if key not in wrong and value is not None})


def _parse_progress(stored: str | None) -> ProgressOut | None:
    """Parse the progress of a request; one that was stored before checks came with it has none."""
    if stored is None:
        return None
    parsed: ProgressOut = orjson.loads(stored)
    parsed.setdefault("checks", [])
    return parsed


def build_request(row: RequestRow) -> RequestOut:
    """Return a request as people see it."""
    return {
        **build_wanted(row),
        "state": row["state"],
        "reason": row["reason"],
        "schedule_id": row["schedule_id"],
        "created_at": row["created_at"],
        "created_by": row["created_by"],
        "expires_at": row["expires_at"],
        "started_at": row["started_at"],
        "ended_at": row["ended_at"],
        "cancel_asked_at": row["cancel_asked_at"],
        "host_seen_at": row["host_seen_at"],
        "is_host_away": row["is_host_away"],
        "progress": _parse_progress(row["progress"]),
        "batch_id": row["batch_id"],
        "run_ids": row["run_ids"],
        "group_id": row["group_id"],
        "together": None
        if row["group_id"] is None
        else {"host_count": row["group_hosts"], "host_names": row["group_names"]},
    }


def build_offer(row: OfferedRow) -> OfferedOut:
    """Return a request as its host gets it: these fields and no others. Raises ValidationError."""
    parameters = Parameters.model_validate_json(row["parameters"])
    return {
        "id": row["id"],
        "kind": row["kind"],
        "name": row["name"],
        "target": row["target"],
        "run_id": row["run_id"],
        "parameters": cast(ParametersOut, parameters.model_dump(exclude_none=True)),
        "is_together": row["group_id"] is not None,
        # Of the group, so that all of its hosts have the same.
        "seed": None if row["group_id"] is None else row["group_id"].int % MAX_SEED,
    }
