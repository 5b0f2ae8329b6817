"""Reference sets of a long history: how long exporting takes (docs/reference-sets.md)."""

import argparse
import asyncio
import time
from datetime import UTC, datetime

import asyncpg
from bench.history import History

from fioboard.core.database import Database, make_engine
from fioboard.features.reference_sets.export import export_set
from fioboard.reference_sets.document import Maker
from tests.factories.clusters import copied_postgres

KEY = bytes(range(32))
# The history has no drives: one for each host and slot, and the judgement of a run that nothing speaks against.
PLANT = """
insert into drive (id, host_id, unit, seen_at, has_serial, name)
select md5(r.host_id::text || (c.factors ->> 'slot'))::uuid, r.host_id,
    decode(md5(r.host_id::text || (c.factors ->> 'slot')), 'hex'), now(), true, 'nvme0n1'
from run r join configuration c on c.id = r.configuration_id where c.factors ->> 'slot' is not null group by 1, 2, 3;
insert into run_drive (run_id, drive_id) select r.id, md5(r.host_id::text || (c.factors ->> 'slot'))::uuid
from run r join configuration c on c.id = r.configuration_id
where c.factors ->> 'slot' is not null and c.factors ->> 'drive.count' = '1';
update run set verdict_kind = 'none', finding_ids = '{}', outcome = 'complete'
"""


async def measure(url: str, runs: int) -> None:
    """Load the history and print the seconds of each step."""
    connection = await asyncpg.connect(url)
    await History(runs).load(connection)
    await connection.execute(PLANT)
    await connection.execute("vacuum analyze")
    await connection.close()
    database = Database(make_engine(url))
    async with database.driver() as driver:
        start = time.perf_counter()
        made = await export_set(driver, ["*"], datetime(2000, 1, 1, tzinfo=UTC), Maker(), KEY)
        taken = time.perf_counter() - start
    print(f"export of {runs:,} runs: {taken:.1f} s, {made.cells:,} cells, {len(made.file):,} bytes")
    await database.engine.dispose()


def main() -> None:
    """`bench_reference_sets.py --runs 100000`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    with copied_postgres() as server:
        asyncio.run(measure(server.url, parser.parse_args().runs))


if __name__ == "__main__":
    main()
