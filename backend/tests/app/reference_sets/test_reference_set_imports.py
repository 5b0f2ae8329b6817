"""Sets of other labs: trust on first use, revoking, and what is refused."""

from typing import Any

import pytest
from fastapi import FastAPI
from httpx2 import AsyncClient

from fioboard.app.reference_sets.imports import Imported, import_set, revoke
from fioboard.core.database import Database
from fioboard.engine.reference_sets.difference import list_differences
from fioboard.engine.reference_sets.document import LEVELS, ReferenceSetRefused, read_body
from fioboard.engine.reference_sets.signature import verify
from fioboard.store.queries import reference_sets as queries
from tests.engine.reference_sets.test_document import cell, write

pytestmark = pytest.mark.anyio

OTHER = bytes(range(1, 33))


async def _take(app: FastAPI, file: bytes, trusted: str | None = None) -> Imported:
    database: Database = app.state.database
    async with database.driver() as driver, driver.transaction():
        return await import_set(driver, file, "anna", trusted)


async def _list(app: FastAPI) -> list[tuple[str | None, int, bool, bool]]:
    async with app.state.database.driver() as driver:
        rows = await queries.list_sets(driver)
    return [
        (row["maker_name"], row["cell_count"], row["is_newest"], row["revoked_at"] is not None)
        for row in rows
    ]


async def test_a_key_is_trusted_once_and_can_be_revoked(client: AsyncClient, app: FastAPI) -> None:
    first, second = write(cell()), write(cell(), cell(firmware=None))
    key = verify(first).fingerprint
    with pytest.raises(
        ReferenceSetRefused, match=f"its key {key} is unknown; .* names 'Lab 7' as its publisher"
    ):
        await _take(app, first)
    with pytest.raises(ReferenceSetRefused, match=f"its key is {key}, not 1234"):
        await _take(app, first, "1234")
    assert await _list(app) == []
    assert (await _take(app, first, key)).is_new
    assert not (await _take(app, first)).is_new
    await _take(app, second)
    assert await _list(app) == [("Lab 7", 2, True, False), ("Lab 7", 1, False, False)]
    # Another key that says the same name is another lab.
    with pytest.raises(ReferenceSetRefused, match="is unknown"):
        await _take(app, write(cell(), key=OTHER))
    async with app.state.database.driver() as driver:
        assert await revoke(driver, key, "anna")
        assert not await revoke(driver, key, "anna")
    with pytest.raises(ReferenceSetRefused, match=f"its key {key} was revoked"):
        await _take(app, write(cell(link=None)))
    assert [one[3] for one in await _list(app)] == [True, True]


async def test_a_changed_file_is_refused_and_leaves_nothing(client: AsyncClient, app: FastAPI) -> None:
    file = bytearray(write(cell()))
    key = verify(bytes(file)).fingerprint
    file[-1] ^= 1
    with pytest.raises(ReferenceSetRefused, match="changed or is incomplete"):
        await _take(app, bytes(file), key)
    assert await _list(app) == []


def test_a_difference_is_named_where_the_spreads_do_not_overlap() -> None:
    def read(*cells: dict[str, Any]) -> Any:
        return read_body(verify(write(*cells)).body)

    def draw(start: float) -> dict[str, Any]:
        return {"iops": {"quantiles": [start + 1_000 * level for level in LEVELS]}}

    ours = read(cell(figures=draw(300_000)), cell(model="ONLY 1"))
    assert list(list_differences(ours, read(cell(figures=draw(349_000)), cell(model="ONLY 1")))) == []
    [beyond, first, second] = sorted(
        list_differences(ours, read(cell(figures=draw(351_000)), cell(model="ONLY 2"))), key=len, reverse=True
    )
    assert beyond.endswith("read: 325k IOPS to 375k IOPS (5 drives); 376k IOPS to 426k IOPS (5 drives)")
    assert {first.split(",")[0], second.split(",")[0]} == {
        "only in the first: ONLY 1",
        "only in the second: ONLY 2",
    }
