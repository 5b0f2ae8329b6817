"""The five cases of the demo without its simulated runs."""

from unittest.mock import patch

from fioboard.app.access.principal import OF_ROLE, Principal
from fioboard.app.ingest import demo
from fioboard.core.database import Database
from fioboard.core.ids import uuid7
from fioboard.engine.demo.cases import cases
from tests.factories.machine import machine

OPERATOR = Principal("session", uuid7(), "the command line", OF_ROLE["admin"], None)


async def load_cases(database: Database, *, is_slot_3_contradicted: bool = False) -> int:
    """Store the cases and return the number of their runs.

    `is_slot_3_contradicted`: with the link of slot 3 as its owner took it, Gen1 x4, slower than what was measured.
    """

    def read_machine(name: str) -> demo.Machine:
        wanted = "workstation-slot3" if is_slot_3_contradicted and "slot3" in name else name
        document: demo.Machine = machine(wanted)
        return document

    with patch.object(demo, "read_machine", read_machine):
        return await demo.store(database, OPERATOR, cases())
