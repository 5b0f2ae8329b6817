"""Hosts that had one name before names were unique: the younger ones are numbered, their runs with them."""

import pytest
from alembic import command
from sqlalchemy import text

from fioboard.core.database import make_engine
from fioboard.core.migrate import upgrade_async
from tests.migrations.test_migrations import alembic, fill

pytestmark = pytest.mark.anyio

# A second host of one name shared the configuration of the first, whose counter holds the runs of both.
BEFORE = """
insert into host (id, agent_host_id, name, created_at)
values ('ffffffff-0000-7000-8000-000000000001', 'host-0002', 'jupiter', now());
update run set host_id = 'ffffffff-0000-7000-8000-000000000001'
where id in (select id from run order by id limit 2);
update run set deleted_at = now() where id = (select id from run order by id limit 1);
update configuration c set run_count = (
    select count(*) from run r where r.configuration_id = c.id and r.deleted_at is null);
"""
COUNTED = """
select h.name, c.factors ->> 'host', count(*) filter (where r.deleted_at is null), count(*)
from run r join host h on h.id = r.host_id join configuration c on c.id = r.configuration_id
group by 1, 2 order by 1
"""
MISCOUNTED = """
select count(*) from configuration c where run_count <> (
    select count(*) from run r where r.configuration_id = c.id and r.deleted_at is null)
"""


async def test_the_younger_is_numbered_with_its_runs_and_every_counter_is_right(url: str) -> None:
    await upgrade_async(url)
    await fill(url)
    await alembic(url, command.downgrade, "7b2e90c41f6d")
    engine = make_engine(url, pool_size=1)
    async with engine.begin() as connection:
        for statement in BEFORE.split(";")[:-1]:
            await connection.execute(text(statement))
        runs = (await connection.execute(text("select count(*) from run"))).scalar_one()
    await upgrade_async(url)
    async with engine.begin() as connection:
        counted = [tuple(row) for row in await connection.execute(text(COUNTED))]
        assert counted == [
            ("jupiter", "jupiter", runs - 2, runs - 2),
            ("jupiter (2)", "jupiter (2)", 1, 2),
        ]
        assert (await connection.execute(text(MISCOUNTED))).scalar_one() == 0
    await engine.dispose()
    await alembic(url, command.check)
