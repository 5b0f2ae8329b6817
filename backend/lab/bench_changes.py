"""`make bench-changes`: a history watched anew by the service, and the list of changes (docs/watch.md)."""

import argparse
import asyncio
import time
from pathlib import Path
from typing import Any

import asyncpg
from bench.client import Connection, get
from bench.history import History
from bench.report import Row, print_report
from bench.stand import stand
from bench_browse import load
from bench_triage import LOCKS

from fioboard.app.watch.events.expected import stand as stands_of
from fioboard.core.times import now
from fioboard.engine.watch import SERIES_VERSION
from fioboard.store.queries.expectations import list_expectations

RUNS = 100_000
LOOK_EVERY_S = 0.5
TIMES = 50
LOOKS = 5
LEFT = """
select (select count(*) from watch_due) + (select count(*) from configuration where watch_version is distinct from $1)
"""
COUNTS = """
select (select count(*) from watch_series) as series, (select count(*) from change) as changes,
    (select coalesce(sum(run_count), 0) from watch_series) as points
"""


EXPECTED = """
insert into expectation (id, host_id, workload_id, weekdays, by, zone, grace_minutes, created_at, created_by)
select gen_random_uuid(), host_id, workload_id, '{0,1,2,3,4,5,6}', '04:00', 'UTC', 60, now() - interval '90 days', 'b'
from (
    select *, row_number() over (partition by host_id order by workload_id) as n
    from (select distinct host_id, workload_id from watch_series) w
) w where n <= 10
"""


async def expected(url: str) -> tuple[int, list[float]]:
    """How many runs are expected, ten tests a host every night, and milliseconds of looking for those missing."""
    driver: Any = await asyncpg.connect(url)
    if not await driver.fetchval("select count(*) from expectation"):
        await driver.execute(EXPECTED)
    rows = await list_expectations(driver)
    looks = []
    for _ in range(LOOKS):
        began = time.perf_counter()
        await stands_of(driver, rows, now())
        looks.append(1000 * (time.perf_counter() - began))
    await driver.close()
    return len(rows), looks


async def asked(url: str, query: str, *values: object) -> Any:
    """The first row of a statement."""
    connection: Any = await asyncpg.connect(url)
    row = await connection.fetchrow(query, *values)
    await connection.close()
    return row


async def filled(url: str, history: History) -> None:
    """The history is loaded while no worker watches it: the lock of the workers is held here until then."""
    holder: Any = await asyncpg.connect(url)
    await holder.execute("select pg_advisory_lock($1)", LOCKS[0])
    seconds = await load(url, history)
    print(f"loaded in {seconds or 0:.0f} s", flush=True)
    await holder.execute("analyze")
    # A kept folder was watched before.
    await holder.execute("update configuration set watch_version = null")
    await holder.close()


def watched(url: str) -> float:
    """Seconds until nothing waits."""
    began = time.monotonic()
    while asyncio.run(asked(url, LEFT, SERIES_VERSION))[0]:
        time.sleep(LOOK_EVERY_S)
    return time.monotonic() - began


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=RUNS)
    parser.add_argument("--keep", type=Path, help="data folder that stays: filled once, measured often")
    options = parser.parse_args()
    history = History(options.runs)
    with stand(options.keep) as service:
        asyncio.run(filled(service.database_url, history))
        seconds = watched(service.database_url)
        counts = asyncio.run(asked(service.database_url, COUNTS))
        expectations, looks = asyncio.run(expected(service.database_url))
        client = Connection(service.port)
        request = get("/api/v1/changes", service.token("read"))
        lists = []
        for _ in range(TIMES):
            began = time.perf_counter()
            client.ask(request)
            lists.append(1000 * (time.perf_counter() - began))
    rate = options.runs / seconds
    method = [
        f"{options.runs:,} runs on {len(history.hosts)} hosts in {len(history.setups):,} configurations,",
        "loaded by COPY; `fioboard serve` with its defaults watches them in the background, as after an upgrade.",
    ]
    rows = [
        Row("watched anew", f"{seconds:.0f} s, {rate:,.0f} runs/s"),
        Row(
            "series / points in them / changes",
            f"{counts['series']:,} / {counts['points']:,} / {counts['changes']:,}",
        ),
        Row(
            f"a look for the missing of {expectations:,} expected runs, median",
            f"{sorted(looks)[LOOKS // 2]:.0f} ms",
        ),
        Row("GET /changes, a page of 50, median", f"{sorted(lists)[TIMES // 2]:.1f} ms"),
    ]
    print_report("Changes", method, rows)


if __name__ == "__main__":
    main()
