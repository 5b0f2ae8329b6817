"""What the rows of the fleet cost an upload: the same uploads with them and without, in turns, in one process."""

import copy
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from unittest.mock import patch

from bench.judged_runs import SAMPLED, of_seconds, upload
from bench.report import Row
from fioboard.app.access.principal import OF_ROLE, Principal
from fioboard.app.ingest.service import accept_upload
from fioboard.core.database import Database, make_engine
from fioboard.core.ids import uuid7
from fioboard.core.sanitize import Document

UPLOADS, PIECE, HOSTS = 300, 10, 50


@contextmanager
def without_fleet() -> Iterator[None]:
    """Ingest as it would be without the fleet: no host's state, no drive, no run of a drive is written."""
    with patch("fioboard.store.derive.machine.MachineRows.fill", lambda *_: None):
        yield


def with_drives(inventory: Document, count: int) -> Document:
    """The inventory with so many drives, each of its own serial."""
    made: Document = copy.deepcopy(dict(inventory))
    disks = made["disks"]
    if not isinstance(disks, dict):
        raise TypeError("no drives")
    kinds: Sequence[Document] = list(disks.values())
    for number in range(len(disks), count):
        disks[f"nvme{number}n9"] = {**kinds[number % len(kinds)], "serial": f"BENCH-{number}"}
    return made


async def ingest_cost(url: str, drives: int) -> Row:
    """One line: milliseconds of an upload of one run with and without the fleet's rows, and their ratio."""
    operator = Principal("session", uuid7(), "bench", OF_ROLE["admin"], None)
    figures = of_seconds(60)
    database = Database(make_engine(url, pool_size=2))
    spent = {True: 0.0, False: 0.0}
    for number in range(-PIECE, 2 * UPLOADS):
        # Whoever is second finds the pages warm: turns. The first few are for warmth alone.
        turn = number // PIECE
        is_with = (turn % 2 == 0) == (turn % 4 < 2)
        manifest, inventory, parts = upload(figures)
        host = f"ingest-{drives}-{number % HOSTS}"
        manifest = manifest.model_copy(
            update={"host": manifest.host.model_copy(update={"id": host, "name": host})}
        )
        full = with_drives(inventory, drives)
        with nullcontext() if is_with else without_fleet():
            began = time.perf_counter()
            await accept_upload(database, operator, manifest, full, parts)
            taken = time.perf_counter() - began
        if number >= 0:
            spent[is_with] += taken
    await database.close()
    each = " / ".join(f"{1000 * spent[is_with] / UPLOADS:.2f}" for is_with in (True, False))
    return Row(
        f"upload of one run on {SAMPLED} with {drives} drives, with / without the fleet",
        f"{each} ms",
        spent[True] / spent[False],
        None,
    )
