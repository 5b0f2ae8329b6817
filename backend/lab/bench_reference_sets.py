"""Reference sets of a long history: how long exporting, taking and the answer of a run beside three sets take
(docs/reference-sets.md).
"""

import argparse
import asyncio
import time
from datetime import UTC, datetime
from functools import partial

import asyncpg
from bench.history import History

from fioboard.app.reference_sets.export import export_set
from fioboard.app.reference_sets.imports import import_set
from fioboard.app.reference_sets.starter import take_starter_set
from fioboard.app.runs.history.history import build_answer
from fioboard.core.database import Database, make_engine
from fioboard.core.driver import Driver
from fioboard.engine.reference_sets.document import Maker
from fioboard.engine.reference_sets.signature import sign, verify
from fioboard.store.queries.reference_sets import list_cells_of_run
from fioboard.store.queries.stated_of_run import load_stated_of_run
from tests.factories.clusters import copied_postgres

KEY = bytes(range(32))
SETS = 3
ASKED = 300
TRIES = 3
# What the history's runs are stored without: an answer that names no limit.
STORED = (
    '{"verdict": {"kind": "none", "compared_with": null, "sentence": "", "text": [], "id": null, "share": null,'
    ' "confidence": "certain"}, "findings": [], "checks": {"found": [], "fine": [], "unknown": []}, "ceilings": []}'
)
# The history has no drives: one for each host and slot, and the judgement of a run that nothing speaks against.
PLANT = """
insert into drive (id, host_id, unit, seen_at, has_serial, name)
select md5(r.host_id::text || (c.factors ->> 'slot'))::uuid, r.host_id,
    decode(md5(r.host_id::text || (c.factors ->> 'slot')), 'hex'), now(), true, 'nvme0n1'
from run r join configuration c on c.id = r.configuration_id where c.factors ->> 'slot' is not null group by 1, 2, 3;
insert into run_drive (run_id, drive_id) select r.id, md5(r.host_id::text || (c.factors ->> 'slot'))::uuid
from run r join configuration c on c.id = r.configuration_id
where c.factors ->> 'slot' is not null and c.factors ->> 'drive.count' = '1';
-- What cells ask for since they are told apart by setting.
update configuration set factors = factors || jsonb_build_object(
    'drive.lba_bytes', 512, 'job.size', coalesce(factors -> 'job.size', '"100%"'), 'raid.chunk', 524288,
    'target.layers', case when factors ? 'raid.level' then 'md ' || (factors ->> 'raid.level') else 'disk' end
);
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
        async with driver.transaction():
            await take_starter_set(driver)
        seconds = [await _import(driver, made.file, bytes([lab]) * 32) for lab in range(1, SETS + 1)]
        print(f"import of {made.cells:,} cells: {', '.join(f'{one:.1f}' for one in seconds)} s")
        await driver.execute("vacuum analyze")
        await _measure_answers(driver)
    await database.engine.dispose()


async def _import(driver: Driver, file: bytes, key: bytes) -> float:
    """Take the cells of a file as those of another lab; the seconds it took."""
    other = sign(verify(file).body, key)
    start = time.perf_counter()
    async with driver.transaction():
        await import_set(driver, other, "bench", verify(other).fingerprint)
    return time.perf_counter() - start


async def _measure_answers(driver: Driver) -> None:
    """Print how long the answers of runs take that have a place in each set."""
    rows = await driver.fetch(
        "select id, answer::text as answer from run where verdict_kind = 'none' order by md5(id::text) limit $1",
        ASKED,
    )
    parts: dict[str, list[float]] = {"cells": [], "stated": [], "answer": []}
    placed = 0
    for row in rows:
        for name, ask in (
            ("cells", partial(list_cells_of_run, driver, row["id"], most=100)),
            ("stated", partial(load_stated_of_run, driver, row["id"])),
            ("answer", partial(build_answer, driver, row["id"], row["answer"] or STORED)),
        ):
            tried = []
            for _ in range(TRIES):
                start = time.perf_counter()
                found = await ask()
                tried.append(1000 * (time.perf_counter() - start))
            # The best of a few: what else the machine does is no part of it.
            parts[name].append(min(tried))
            placed += name == "cells" and bool(found)
    print(f"{placed} of {len(rows)} runs have a place in a set")
    for name, taken in parts.items():
        taken.sort()
        print(f"{name}: p50 {taken[len(taken) // 2]:.1f} ms, p95 {taken[int(0.95 * len(taken))]:.1f} ms")


def main() -> None:
    """`bench_reference_sets.py --runs 100000`."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=100_000)
    with copied_postgres() as server:
        asyncio.run(measure(server.url, parser.parse_args().runs))


if __name__ == "__main__":
    main()
