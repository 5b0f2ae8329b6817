"""Folded lists at size: one look per run at whether a newer one of its batch matches, never a batch or table read
whole.
"""

import asyncio

import asyncpg
import pytest

from fioboard.engine.filters import Filter, parse_query
from fioboard.store.queries import batches as batch_queries
from fioboard.store.queries.filtering import Selection, select
from fioboard.store.queries.parameters import Parameters
from fioboard.store.queries.runs import lists as run_lists
from fioboard.store.queries.runs.lists import More, Place
from lab.bench.history import History
from tests.store.queries.test_plans import Explainer, explainer

pytestmark = pytest.mark.anyio
__all__ = ["explainer"]
# Runs of one batch, following each other in time.
STEPS = 5


@pytest.fixture(scope="module", autouse=True)
def batched(filled: tuple[str, History]) -> None:
    """All runs but the oldest thousand are steps of batches."""

    async def put_together() -> None:
        connection = await asyncpg.connect(filled[0])
        await connection.execute(
            """
            with placed as (select id, row_number() over (order by sorted_at desc, id desc) - 1 as place from run)
            update run r set batch_id = lpad(to_hex(p.place / $1), 32, '0')::uuid,
                batch = jsonb_build_object('name', 'sweep', 'step', p.place % $1 + 1, 'steps', $1)
            from placed p where p.id = r.id and p.place < (select count(*) from run) - 1000
            """,
            STEPS,
        )
        await connection.execute("vacuum analyze run")
        await connection.close()

    asyncio.run(put_together())


def one_of_each(selection: Selection, sign: str) -> More:
    return lambda parameters: [batch_queries.select_batch_heads(selection, parameters, sign)]


@pytest.mark.nightly
@pytest.mark.parametrize(("direction", "sign"), [("desc", ">"), ("asc", "<")])
async def test_a_folded_page_is_a_walk_with_one_look_per_run(
    explainer: Explainer, direction: run_lists.Direction, sign: str
) -> None:
    everything = await select(explainer.plain, Filter())
    more = one_of_each(everything, sign)
    page = await run_lists.walk(explainer, everything, ("started_at", direction), 51, None, more=more)
    assert len({row["batch_id"] or row["id"] for row in page}) == 51
    after = Place(page[25]["value"], page[25]["id"])
    deep = await run_lists.walk(explainer, everything, ("started_at", direction), 51, after, more=more)
    assert [row["id"] for row in deep[:25]] == [row["id"] for row in page[26:]]
    explainer.demand_short_walks(most_rows=2 * STEPS * 51)


async def test_a_narrowed_folded_page_stays_short(explainer: Explainer, filled: tuple[str, History]) -> None:
    setup = filled[1].setups[7]
    narrowed = await select(
        explainer.plain, parse_query(f"host={setup.factors['host']}&rw={setup.job['rw']}")
    )
    more = one_of_each(narrowed, ">")
    page = await run_lists.walk(explainer, narrowed, ("started_at", "desc"), 51, None, more=more)
    assert len(page) > 5
    explainer.demand_short_walks(most_rows=3_000)


async def test_what_batches_hold_is_found_by_their_index(explainer: Explainer) -> None:
    everything = await select(explainer.plain, Filter())
    ids = [
        row["batch_id"] for row in await explainer.plain.fetch("select distinct batch_id from run limit 50")
    ]
    asked = [batch_id for batch_id in ids if batch_id]
    heads = await batch_queries.list_heads(explainer, everything, asked)
    assert {row["runs"] for row in heads} == {STEPS}
    assert await batch_queries.list_measured(explainer, everything, asked)
    # As often as there are steps, a run's results are looked up.
    explainer.demand_short_walks(most_rows=4 * STEPS * 50)


async def test_batches_of_a_common_name_are_a_walk(explainer: Explainer) -> None:
    everything = await select(explainer.plain, Filter())

    def named(parameters: Parameters) -> list[str]:
        return [batch_queries.match_batch_name("wee", parameters), *one_of_each(everything, ">")(parameters)]

    page = await run_lists.walk(explainer, everything, ("started_at", "desc"), 21, None, more=named)
    assert len(page) == 21
    explainer.demand_short_walks(most_rows=2 * STEPS * 51)
