"""Watching: series by series, by one worker at a time, going on after any crash where it stopped.

Uploads, deletions, labels and reparses leave rows in `watch_due`; every worker of the service looks for them now and
then, and who gets the lock works. It looks at each series once and rests then: a look reads hundreds of runs whether
one came or twenty, and a host that uploads without pause would be looked at without pause.
"""

import asyncio
import time
from uuid import UUID

import orjson
import structlog

from fioboard.app.watch.changes.change_matching import Seen, known_again
from fioboard.app.watch.changes.detection import Looked, Step, list_steps, look
from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import StorageFull, Unavailable
from fioboard.core.ids import uuid7
from fioboard.engine.rules.history import collect_setting
from fioboard.engine.watch import SERIES_VERSION, compute_digest
from fioboard.engine.words.changes import MIN_WATCHED_RUNS
from fioboard.store.queries import watch as queries

LOOK_EVERY_S = 5.0
MAX_REST_S = 60.0
PORTION = 1_000
log = structlog.get_logger()


async def keep_watching(database: Database) -> None:
    """For the lifetime of the process; a database that is away is tried again."""
    while True:
        began = time.monotonic()
        try:
            if watched := await work(database):
                log.info("series watched anew", configurations=watched)
        except StorageFull:
            log.warning("watching waits for room on the disk")
        except (Unavailable, *AWAY) as error:
            log.warning("watching waits for the database", error=type(error).__name__)
        except Exception:
            log.exception("watching failed; it is tried again")
        # As long as it worked, within a minute: half of a processor is left to answers, however much there is to watch.
        await asyncio.sleep(min(max(LOOK_EVERY_S, time.monotonic() - began), MAX_REST_S))


async def work(database: Database) -> int:
    """Watches everything that waits, each set of alike runs once; how many. What comes for one later waits.

    0 when nothing waits, or somebody else is at it.
    Raises StorageFull.
    """
    watched: set[tuple[UUID, bytes | None]] = set()
    async with database.driver() as driver:
        if not await queries.take_work(driver):
            return 0
        try:
            await _fill_digests(driver)
            while portion := [
                due
                for due in await queries.list_due(driver, PORTION)
                if (due["host_id"], due["digest"]) not in watched
            ]:
                for due in portion:
                    database.storage.require_room()
                    await _watch_due(driver, due)
                    watched.add((due["host_id"], due["digest"]))
        finally:
            if not driver.is_closed():
                await queries.release_work(driver)
    return len(watched)


async def _fill_digests(driver: Driver) -> None:
    while rows := await queries.list_without_digest(driver, SERIES_VERSION, PORTION):
        digests = [compute_digest(orjson.loads(row["factors"])) for row in rows]
        await queries.set_digests(driver, SERIES_VERSION, [row["id"] for row in rows], digests)


async def _watch_due(driver: Driver, due: queries.DueRow) -> None:
    """What fails unexpectedly is left as it was and said; it waits again when the next run comes."""
    try:
        async with driver.transaction():
            await queries.skip_flush(driver)
            await _watch(driver, due)
    except Exception:
        if driver.is_closed():
            raise
        log.exception("a series could not be watched", host_id=str(due["host_id"]))
        await queries.take_due(driver, due)


async def _watch(driver: Driver, due: queries.DueRow) -> None:
    # Before the runs are read: what is uploaded after this statement waits in a row of its own.
    await queries.take_due(driver, due)
    host_id, digest = due["host_id"], due["digest"]
    if digest is None:
        return
    await queries.follow_runs(driver, due)
    known = await queries.list_series(driver, digest, host_id)
    rows = await queries.list_results(driver, digest, host_id)
    if len({row["run_id"] for row in rows}) < MIN_WATCHED_RUNS:
        rows = []
    options = await queries.get_options(driver, list({row["workload_id"] for row in rows})) if rows else {}
    seen = {(row["workload_id"], row["direction"], row["metric"]): row["seen"] for row in known}
    looked = await asyncio.to_thread(look, rows, options, seen)
    changed = {run.configuration_id for one in looked if one.watched.changes for run in one.runs}
    factors = await queries.list_configurations(driver, list(changed)) if changed else []
    settings = {row["id"]: collect_setting(orjson.loads(row["factors"]), {}) for row in factors}
    steps = await asyncio.to_thread(lambda: [list_steps(one, settings) for one in looked])
    await _store(driver, due, known, list(zip(looked, steps, strict=True)))


async def _store(
    driver: Driver,
    due: queries.DueRow,
    stored: list[queries.SeriesRow],
    looked: list[tuple[Looked, list[Step]]],
) -> None:
    ids = {(row["workload_id"], row["direction"], row["metric"]): row["id"] for row in stored}
    named = [(ids.get((*one.test, one.metric)) or uuid7(), one, steps) for one, steps in looked]
    known: dict[UUID, list[queries.KnownChangeRow]] = {series_id: [] for series_id in ids.values()}
    for row in await queries.list_changes(driver, list(known)) if known else []:
        known[row["series_id"]].append(row)
    kept = {series_id for series_id, _, _ in named}
    if not kept.issuperset(known):
        await queries.remove_series(driver, [series_id for series_id in known if series_id not in kept])
    await queries.put_series(driver, due, [one.row(series_id) for series_id, one, _ in named])
    changes: list[queries.Change] = []
    gone: list[UUID] = []
    for series_id, one, steps in named:
        places = {run.run_id: place for place, run in enumerate(one.runs)}
        seen = [Seen(places[step.after.run_id], step.point.effect.value) for step in steps]
        again, no_more = known_again(seen, known.pop(series_id, []), [run.at for run in one.runs])
        changes += [
            step.row(row["id"] if row else uuid7(), series_id) for step, row in zip(steps, again, strict=True)
        ]
        gone += no_more
    gone += [row["id"] for rows in known.values() for row in rows if not row["is_gone"]]
    await queries.put_changes(driver, changes)
    if gone:
        await queries.remove_changes(driver, gone)
