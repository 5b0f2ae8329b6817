"""A long history of runs for the tests of plans: loaded once per test process, copied for every file of tests."""

import asyncpg

from fioboard.store.embedded import EmbeddedPostgres
from lab.bench.history import History

RUNS = 8_000
VALUELESS = 800
UNDATED = 160
# A mean, ns, and how many runs have it.
RARE = {1003.5: 3, 1020.5: 20}


async def load(url: str, history: History) -> None:
    """Load the history into a migrated database."""
    connection = await asyncpg.connect(url)
    await history.load(connection)
    # Some runs have nothing to be sorted by, as outputs without latency have.
    nothing = "iops = null, bw_bytes_per_s = null, clat_p99_ns = null"
    oldest = "select id from run order by id limit $1"
    await connection.execute(f"update run set {nothing} where id in ({oldest})", VALUELESS)
    await connection.execute(
        "update run set started_at = null where id in (select id from run order by md5(id::text) limit $1)",
        UNDATED,
    )
    for mean_ns, runs in RARE.items():
        await connection.execute(
            """
            update result set clat = jsonb_set(clat, '{mean}', to_jsonb($1::float8))
            where run_id in (select id from run order by id offset $2 limit $2)
            """,
            *(mean_ns, runs),
        )
    await connection.execute("vacuum analyze run")
    await connection.execute("vacuum analyze result")
    await connection.close()


async def copy(server: EmbeddedPostgres, name: str) -> str:
    """Copy the loaded database, statistics included; returns the address of the copy."""
    connection = await asyncpg.connect(server.url.replace("/fioboard?", "/postgres?"))
    await connection.execute(f"create database {name} template fioboard strategy file_copy")
    await connection.close()
    return server.url.replace("/fioboard?", f"/{name}?")
