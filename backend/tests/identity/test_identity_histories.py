"""The same test is the same after reboots, moves and new names, and two different ones are never taken for one."""

from collections import Counter
from typing import Any

import orjson
import pytest
from httpx2 import AsyncClient

from fioboard.core.database import Database
from fioboard.engine.watch import compute_digest
from tests.identity.histories import EVENTS, PLACES, History, Moment, history
from tests.identity.machines import KINDS
from tests.identity.uploads import upload

pytestmark = pytest.mark.anyio

HISTORIES = 216
A_FEW = 24  # that hold every kind, place and event


async def uploaded(client: AsyncClient, number: int, told: History, moment: Moment) -> str:
    """One run of a history; its id."""
    agent = {"name": "fioboard-agent", "version": moment.agent}
    return await upload(
        client, told.machine, moment.names, told.kind, moment.which, host=f"host{number}", agent=agent
    )


async def stored(database: Database, run_id: str) -> tuple[dict[str, Any], str, str]:
    """A run's factors, its workload, and its target as lists show it."""
    async with database.driver() as driver:
        row = await driver.fetchrow(
            """
            select c.factors::text as factors, s.workload_id::text as workload, r.target
            from run r join configuration c on c.id = r.configuration_id join result s on s.run_id = r.id
            where r.id = $1
            """,
            run_id,
        )
    return orjson.loads(row["factors"]), row["workload"], row["target"]


async def compared(client: AsyncClient, base: str, new: str) -> dict[str, Any]:
    """What a comparison of two runs says of what changed."""
    answer = await client.get("/api/v1/compare", params={"base": f"run={base}", "new": f"run={new}"})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


@pytest.mark.quick(1)
@pytest.mark.parametrize("count", [A_FEW, HISTORIES])
async def test_histories_find_the_same_test_and_never_take_two_for_one(
    client: AsyncClient, database: Database, count: int
) -> None:
    seen: Counter[str] = Counter()
    for number in range(count):
        told = history(number)
        runs = [await uploaded(client, number, told, moment) for moment in told.moments]
        (before, workload, _), (after, again, shown), (other, *_) = [await stored(database, r) for r in runs]
        where = f"{number}: {told.kind}, {told.place}, {told.events}"
        assert (before["target.path"], workload) == (after["target.path"], again), where
        assert compute_digest(before) == compute_digest(after) != compute_digest(other), where
        assert other["target.path"] != after["target.path"], where
        assert "fioboard-" not in shown, where
        seen.update((told.kind, told.place, *told.events))
        if number % 4:
            continue
        side = await compared(client, runs[0], runs[1])
        changed = {change["key"] for change in side["factors_changed"]}
        assert "target.path" not in changed, where
        has_moved = "card moved" in told.events
        assert ("slot" in changed) is (has_moved and before.get("slot") != after.get("slot")), where
        assert has_moved or "changed" not in side["attribution"]["text"], (where, side["attribution"]["text"])
        other_side = await compared(client, runs[1], runs[2])
        assert "target.path" in {change["key"] for change in other_side["factors_changed"]}, where
    assert set(seen) == {*KINDS, *PLACES, *EVENTS}
