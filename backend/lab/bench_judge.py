"""`make bench-judge`: what an answer costs: the verdict of one run, and a reparse with the rules beside one without."""

import argparse
import asyncio
import statistics
import time
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from bench.judged_runs import facts_of, of_seconds, unjudged, upload
from bench.outputs import distinct, small_document
from bench.report import Row, print_report

from fioboard.app.access.principal import OF_ROLE, Principal
from fioboard.app.ingest.service import accept_import, accept_upload
from fioboard.app.system.reparse.service import read_again
from fioboard.core.database import Database, make_engine
from fioboard.core.ids import uuid7
from fioboard.core.migrate import upgrade
from fioboard.engine.demo.cases import cases
from fioboard.engine.rules import RunFacts, build_answer
from fioboard.store.embedded.throwaway import throwaway_postgres

VERDICT_MS = 2.0
REPARSE_RATIO = 1.3
LONG_S, SHORT_S = 300, 60
TIMES = 300
# So many uploads are read again with the rules, then as many without, in turns.
PIECE = 100


def cpu_ms(facts: RunFacts) -> list[float]:
    """CPU time of each of many answers; each has facts of its own, since they keep what was derived."""
    taken = []
    for _ in range(TIMES):
        fresh = replace(facts)
        began = time.thread_time_ns()
        build_answer(fresh)
        taken.append((time.thread_time_ns() - began) / 1e6)
    return taken


def verdicts() -> list[Row]:
    """Lines about single runs."""
    rows = []
    for name, facts in (
        (f"{LONG_S} s of samples, 8 NUMA nodes, md RAID0 of 4 drives", facts_of(of_seconds(LONG_S), LONG_S)),
        (f"the same with {SHORT_S} s", facts_of(of_seconds(SHORT_S), SHORT_S)),
        ("the same without samples", facts_of(of_seconds(LONG_S))),
    ):
        taken = cpu_ms(facts)
        middle = statistics.median(taken)
        rows.append(
            Row(
                f"answer of one run: {name} / {VERDICT_MS:g} ms",
                f"p50 {middle:.2f}, best {min(taken):.2f} ms",
                middle / VERDICT_MS,
                1,
            )
        )
    slowest = max(statistics.median(cpu_ms(facts_of(one))) for one in cases())
    rows.append(
        Row(
            f"the same: slowest of the demo's {len(cases())} runs / {VERDICT_MS:g} ms",
            f"p50 {slowest:.2f} ms",
            slowest / VERDICT_MS,
            1,
        )
    )
    return rows


async def fill(database: Database, runs: int) -> dict[str, list[UUID]]:
    """Stores runs of three kinds, by kind their uploads: half imports, three tenths agents' runs, the rest sampled."""
    operator = Principal("session", uuid7(), "bench", OF_ROLE["admin"], None)
    small, figures = small_document(), cases()
    for _ in range(runs // 2):
        await accept_import(
            database, operator, distinct(small), file_name="fio.json", host_name="bench", title=None,
            started_at=None, labels={}, run_labels={}, tags=[],
        )  # fmt: skip
    imported = await uploads(database)
    for number in range(3 * runs // 10):
        await accept_upload(database, operator, *upload(figures[number % len(figures)]))
    plain = await uploads(database)
    of_a_minute = of_seconds(SHORT_S)
    for _ in range(runs - runs // 2 - 3 * runs // 10):
        await accept_upload(database, operator, *upload(of_a_minute, SHORT_S))
    every = await uploads(database)
    return {
        "imports of 6 KB without an inventory": imported,
        "the demo's runs with their inventories": plain[len(imported) :],
        f"runs with an inventory and {SHORT_S} s of samples": every[len(plain) :],
    }


async def uploads(database: Database) -> list[UUID]:
    """All, oldest first."""
    async with database.driver() as driver:
        return [row["id"] for row in await driver.fetch("select id from upload order by id")]


async def again_s(database: Database, upload_ids: Sequence[UUID]) -> float:
    """Seconds to read these again, each in a transaction of its own, as the reparse does."""
    began = time.perf_counter()
    async with database.driver() as driver:
        for upload_id in upload_ids:
            async with driver.transaction():
                change = await read_again(driver, database.objects, upload_id, dry_run=False)
            if change.refused:
                raise RuntimeError(change.refused)
    return time.perf_counter() - began


async def reparsed(url: str, runs: int) -> list[Row]:
    """Lines about a reparse."""
    database = Database(make_engine(url, pool_size=2))
    rows = []
    whole = {True: 0.0, False: 0.0}
    for kind, upload_ids in (await fill(database, runs)).items():
        spent = {True: 0.0, False: 0.0}
        for number, start in enumerate(range(0, len(upload_ids), PIECE)):
            piece = upload_ids[start : start + PIECE]
            # Whoever is second finds the pages warm: turns.
            for is_judged in (True, False) if number % 2 else (False, True):
                if is_judged:
                    spent[True] += await again_s(database, piece)
                else:
                    with unjudged():
                        spent[False] += await again_s(database, piece)
        for is_judged, seconds in spent.items():
            whole[is_judged] += seconds
        rows.append(
            _row(f"reparse of {len(upload_ids):,} {kind}, with / without rules", spent, len(upload_ids))
        )
    await database.close()
    return [*rows, _row(f"all {runs:,}, with / without rules", whole, runs, REPARSE_RATIO)]


def _row(name: str, spent: dict[bool, float], runs: int, goal: float | None = None) -> Row:
    each = " / ".join(f"{1000 * spent[is_judged] / runs:.2f}" for is_judged in (True, False))
    return Row(name, f"{each} ms a run", spent[True] / spent[False], goal)


def main() -> None:
    """Measures and prints."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=10_000, help="to read again; 0: verdicts only")
    options = parser.parse_args()
    rows = verdicts()
    if options.runs:
        with throwaway_postgres() as server:
            upgrade(server.url)
            rows += asyncio.run(reparsed(server.url, options.runs))
    method = [
        f"Answer: CPU time of rules, verdict and ceilings over facts that were read, {TIMES} times.",
        f"Reparse: each upload read again and written anew in its transaction, {PIECE} with the rules and the same",
        f"{PIECE} without in turns, clock time summed up; without: the answer is replaced by none, so that neither",
        "rules nor the columns of the answer cost anything. Embedded PostgreSQL, one process.",
    ]
    print_report("Answers", method, rows)


if __name__ == "__main__":
    main()
