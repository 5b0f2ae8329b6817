"""The hardware of a host, stated for runs that came without it."""

from typing import Annotated
from uuid import UUID

from fastapi import APIRouter, Path

from fioboard.access.audit import record
from fioboard.access.check import Caller, allow
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.sanitize import Document, Unstorable, clean
from fioboard.derive.facets import facets_of
from fioboard.inventory import NOT_CONTENT
from fioboard.inventory.tolerant import mapping
from fioboard.queries import hardware
from fioboard.queries import hosts as host_queries
from fioboard.schemas.inventory import HardwareAttached, HardwareIn
from fioboard.schemas.problem import refusals

router = APIRouter(tags=["hosts"])
REFUSALS = refusals(400, 401, 403, 404, 409, 413, 422, 503)
WHERE = "/body/inventory"
# A document that has none of them tells nothing of a machine.
SECTIONS = ("system", "cpu", "memory", "os", "pci", "disks")


@router.post("/hosts/{host_id}/hardware", dependencies=[allow("write")], responses=REFUSALS)
async def add_hardware(
    database: AppDatabase,
    host_id: Annotated[UUID, Path(description="The host's id")],
    body: HardwareIn,
    caller: Caller,
) -> HardwareAttached:
    """Attaches an inventory to the runs of a host that came without one: never to a run whose agent sent its own. The
    runs are read again in the background; the audit log has who did it."""
    document = _checked(body.inventory)
    async with database.driver() as driver, driver.transaction():
        host = await host_queries.get_host(driver, host_id)
        if host is None:
            raise errors.HostNotFound
        attached = await hardware.attach(driver, host_id, document, dict(facets_of(document)))
        if not attached["uploads"]:
            raise errors.Conflict("Every run of this host has its hardware already.")
        await record(
            driver,
            caller,
            "host.add_hardware",
            host_id,
            host=host["name"],
            inventory_id=str(attached["inventory_id"]),
            runs=attached["runs"],
        )
    return {
        "inventory_id": str(attached["inventory_id"]),
        "runs": attached["runs"],
        "uploads": attached["uploads"],
    }


def _checked(inventory: dict[str, object]) -> Document:
    """The document without what is of its moment. Raises Invalid: of another kind, or telling nothing of a machine."""
    try:
        document = clean(inventory)
    except Unstorable as error:
        raise _invalid(f"The inventory cannot be stored: {error.problem.detail}") from None
    if document.get("schema") != 1:
        raise _invalid("This is no inventory of the agent: its schema is not 1.")
    content: Document = {key: value for key, value in document.items() if key not in NOT_CONTENT}
    if not any(mapping(content, section) for section in SECTIONS):
        raise _invalid("The inventory tells nothing of a machine.")
    return content


def _invalid(detail: str) -> errors.Invalid:
    return errors.Invalid(detail, problems=[errors.Problem(WHERE, "Invalid", detail)])
