"""The hardware of a host, stated by a person for runs that came without it."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Annotated
from urllib.parse import quote
from uuid import UUID

import orjson
from fastapi import Path, Query
from pydantic import AwareDatetime

from fioboard.app.access.audit import record
from fioboard.app.access.check import Caller, allow
from fioboard.app.hosts.machines import sentences
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.flat_routes import Router
from fioboard.core.responses import OriginalBytes
from fioboard.core.sanitize import Document, Unstorable, clean
from fioboard.core.times import EARLIEST, now
from fioboard.engine.answers.inventory import (
    BareRuns,
    HardwareAttached,
    HardwareChoice,
    HardwareIn,
    StatedHardwareOut,
)
from fioboard.engine.answers.problem import refusals
from fioboard.engine.hardware.inventory import NOT_CONTENT
from fioboard.engine.hardware.inventory.tolerant import mapping
from fioboard.store.blobs.get import original
from fioboard.store.blobs.put import confirm, keep_alone
from fioboard.store.derive.facets import compute_fingerprints
from fioboard.store.queries import hardware
from fioboard.store.queries import hosts as host_queries
from fioboard.store.queries.hardware import StatementRow

router = Router(tags=["hosts"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 503)
HostId = Annotated[UUID, Path(description="The host's id")]
WHERE = "/body/document"
MAX_AGE_DAYS = 30
"""Older runs get no hardware unless a person says so: what the machine is today may not be what was measured."""
# A document that has none of them tells nothing of a machine.
SECTIONS = ("system", "cpu", "memory", "os", "pci", "disks")


@router.get(
    "/hosts/{host_id}/hardware",
    dependencies=[allow("read", may_lag=True)],
    responses=refusals(401, 403, 404, 422, 503),
)
async def read_choice(
    database: AppDatabase,
    host_id: HostId,
    since: Annotated[
        AwareDatetime | None,
        Query(description=f"Of runs no older than that; default: {MAX_AGE_DAYS} days ago"),
    ] = None,
) -> HardwareChoice:
    """To which runs of a host stated hardware would go: asked before any is stated."""
    oldest = (
        _possible(since) if since else now().replace(second=0, microsecond=0) - timedelta(days=MAX_AGE_DAYS)
    )
    async with database.driver() as driver:
        host_id = await host_queries.find_kept_host(driver, host_id)
        if await host_queries.get_host(driver, host_id) is None:
            raise errors.HostNotFound
        every = await hardware.count_bare_runs(driver, host_id, None)
        chosen = await hardware.count_bare_runs(driver, host_id, oldest)
    return {
        "since": oldest,
        "max_age_days": MAX_AGE_DAYS,
        "every": BareRuns(**every),
        "chosen": BareRuns(**chosen),
    }


@router.post("/hosts/{host_id}/hardware", dependencies=[allow("write")], responses=REFUSALS)
async def add_hardware(
    database: AppDatabase, host_id: HostId, body: HardwareIn, caller: Caller
) -> HardwareAttached:
    """States the hardware of the runs of a host that came without one and are no older than `since`: never of a run
    whose agent sent its own. Factors that follow from it are stated, not detected. The text is kept byte for byte, the
    runs are read again in the background, and the audit log has who did it."""
    document, since = _checked(body.document), _possible(body.since)
    place, arrived = await keep_alone(database, body.document.encode())
    async with database.driver() as driver, driver.transaction():
        host_id = await host_queries.find_kept_host(driver, host_id)
        host = await host_queries.get_host(driver, host_id)
        if host is None:
            raise errors.HostNotFound
        stated = await hardware.attach(
            driver,
            host_id,
            {
                "text": body.document,
                "document": document,
                "fingerprints": dict(compute_fingerprints(document)),
                "since": since,
                "by": caller.name,
            },
            place,
        )
        if stated is None:
            raise errors.Conflict("Every run on this host since then has a hardware inventory.")
        await record(
            driver,
            caller,
            "host.add_hardware",
            host_id,
            host=host["name"],
            inventory_id=str(stated["inventory_id"]),
            since=since.isoformat(),
            runs=stated["runs"],
        )
    await confirm(database, arrived)
    return {
        "id": str(stated["id"]),
        "inventory_id": str(stated["inventory_id"]),
        "runs": stated["runs"],
        "uploads": stated["uploads"],
    }


@router.get(
    "/hosts/{host_id}/hardware/{hardware_id}/raw",
    dependencies=[allow("read", may_lag=True)],
    responses={
        200: {"content": {"application/octet-stream": {}}, "description": "The text as it was pasted"},
        **refusals(401, 403, 404, 422, 503),
    },
)
async def read_pasted(
    database: AppDatabase,
    host_id: HostId,
    hardware_id: Annotated[UUID, Path(description="The id of what was stated")],
) -> OriginalBytes:
    """What a person pasted as the hardware of a host, byte for byte."""
    async with database.driver() as driver:
        host_id = await host_queries.find_kept_host(driver, host_id)
        if await host_queries.get_host(driver, host_id) is None:
            raise errors.HostNotFound
        row = await hardware.get_pasted_text(driver, host_id, hardware_id)
    if row is None:
        raise errors.NotFound("There is no such manually entered hardware on this host.")
    return OriginalBytes(
        await original(database.objects, row["sha256"], row["body_zstd"]),
        headers={
            "content-disposition": f"attachment; filename*=UTF-8''{quote(f'hardware-{hardware_id}.json')}",
            "content-security-policy": "sandbox; default-src 'none'",
            "etag": f'"{row["sha256"].hex()}"',
        },
    )


def build_statement(row: StatementRow) -> StatedHardwareOut:
    """Build what a host's page says of it."""
    return {
        "id": str(row["id"]),
        "inventory_id": str(row["inventory_id"]),
        "since": row["since"],
        "stated_at": row["stated_at"],
        "stated_by": row["stated_by"],
        "runs": row["runs"],
    }


def _possible(since: datetime) -> datetime:
    """A moment that PostgreSQL takes in any zone. Raises Invalid."""
    if not EARLIEST <= since <= now() + timedelta(days=1):
        raise errors.Invalid("`since` must be between the year 2000 and tomorrow.")
    return since


def _checked(text: str) -> Document:
    """The reading of a pasted text, without what is of its moment. Raises Invalid: no JSON object, of another kind, or
    telling nothing of a machine."""
    try:
        read: object = orjson.loads(text)
    except orjson.JSONDecodeError as error:
        raise _invalid(sentences.NO_JSON(error=str(error))) from None
    if not isinstance(read, Mapping):
        raise _invalid("Not a valid JSON object.")
    try:
        document: Document = clean(read)
    except Unstorable as error:
        raise _invalid(sentences.INVENTORY_NOT_STORED(detail=error.problem.detail)) from None
    if document.get("schema") != 1:
        raise _invalid("This is not an inventory written by the agent: its schema is not 1.")
    content: Document = {key: value for key, value in document.items() if key not in NOT_CONTENT}
    if not any(mapping(content, section) for section in SECTIONS):
        raise _invalid("The inventory contains no facts about a machine.")
    return content


def _invalid(detail: str) -> errors.Invalid:
    return errors.Invalid(detail, problems=[errors.Problem(WHERE, "Invalid", detail)])
