"""Runs that were stored before: which results ran alone, and which one is the headline."""

import pytest
from alembic import command
from sqlalchemy import text

from fioboard.core.database import make_engine
from fioboard.core.migrate import upgrade_async
from tests.migrations.test_migrations import alembic, fill

pytestmark = pytest.mark.anyio
# A second job beside the first of one run, twice as fast.
BEFORE = """
insert into result (id, run_id, workload_id, position, job_name, job_group, direction, bw_bytes_per_s, job_options,
    details, error, problems)
select gen_random_uuid(), run_id, workload_id, position + 10, 'beside', job_group, direction, bw_bytes_per_s * 2,
    job_options, details, error, problems
from result where id = (select id from result where bw_bytes_per_s > 0 order by run_id limit 1);
update run r set bw_bytes_per_s = (select max(bw_bytes_per_s) from result where run_id = r.id)
"""
TOLD = """
select r.headline_position, array_agg(s.is_alone order by s.position) from run r join result s on s.run_id = r.id
where exists (select from result o where o.run_id = r.id and o.job_name = 'beside') group by r.id
"""
OTHERS = """
select count(*) from result s where not s.is_alone
    and not exists (select from result o where o.run_id = s.run_id and o.job_name = 'beside')
"""


async def test_a_stored_run_gets_its_headline_and_knows_what_ran_alone(url: str) -> None:
    await upgrade_async(url)
    await fill(url)
    await alembic(url, command.downgrade, "c6a07ada4b76")
    engine = make_engine(url, pool_size=1)
    async with engine.begin() as connection:
        for statement in BEFORE.split(";"):
            await connection.execute(text(statement))
    await upgrade_async(url)
    async with engine.begin() as connection:
        [(headline, alone)] = (await connection.execute(text(TOLD))).all()
        assert headline >= 10
        assert not any(alone)
        assert (await connection.execute(text(OTHERS))).scalar_one() == 0
    await engine.dispose()
    await alembic(url, command.check)
