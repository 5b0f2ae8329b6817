"""Watching: series by series, by one worker at a time, going on after any crash where it stopped.

Uploads, deletions, labels and reparses leave rows in `watch_due`; every worker of the service looks for them now and
then, and who gets the lock works.
"""

import asyncio
from uuid import UUID

import orjson
import structlog

from fioboard.core.database import AWAY, Database
from fioboard.core.driver import Driver
from fioboard.core.errors import StorageFull, Unavailable
from fioboard.core.ids import uuid7
from fioboard.features.changes.known import Seen, known_again
from fioboard.features.changes.look import Looked, look
from fioboard.queries import watch as queries
from fioboard.vocabulary.changes import MIN_WATCHED_RUNS
from fioboard.watch import SERIES_VERSION, digest_of

LOOK_EVERY_S = 5.0
PORTION = 1_000
log = structlog.get_logger()


async def keep_watching(database: Database) -> None:
    """For the lifetime of the process; a database that is away is tried again."""
    while True:
        try:
            if watched := await work(database):
                log.info("series watched anew", configurations=watched)
        except StorageFull:
            log.warning("watching waits for room on the disk")
        except (Unavailable, *AWAY) as error:
            log.warning("watching waits for the database", error=type(error).__name__)
        except Exception:
            log.exception("watching failed; it is tried again")
        await asyncio.sleep(LOOK_EVERY_S)


async def work(database: Database) -> int:
    """Watches everything that waits; how many sets of alike runs. 0 when nothing waits, or somebody else is at it.

    Raises StorageFull.
    """
    watched = 0
    async with database.driver() as driver:
        if not await queries.take_work(driver):
            return 0
        try:
            await _fill_digests(driver)
            while (due := await queries.next_due(driver)) is not None:
                database.storage.require_room()
                await _watch_due(driver, due)
                watched += 1
        finally:
            if not driver.is_closed():
                await queries.leave_work(driver)
    return watched


async def _fill_digests(driver: Driver) -> None:
    while rows := await queries.without_digest(driver, SERIES_VERSION, PORTION):
        digests = [digest_of(orjson.loads(row["factors"])) for row in rows]
        await queries.set_digests(driver, SERIES_VERSION, [row["id"] for row in rows], digests)


async def _watch_due(driver: Driver, due: queries.DueRow) -> None:
    """What fails unexpectedly is left as it was and said; it waits again when the next run comes."""
    try:
        async with driver.transaction():
            await _watch(driver, due)
    except Exception:
        if driver.is_closed():
            raise
        log.exception("a series could not be watched", configuration_id=str(due["configuration_id"]))
        await queries.take_due(driver, [due["configuration_id"]])


async def _watch(driver: Driver, due: queries.DueRow) -> None:
    await queries.take_due(driver, [due["configuration_id"]])
    digest = due["watch_digest"]
    if digest is None:
        return
    for host_id in await queries.hosts_of(driver, due["configuration_id"]):
        alike = await queries.alike(driver, digest, host_id)
        # Before the runs are read: what is uploaded after this statement waits in a row of its own.
        await queries.take_due(driver, [row["id"] for row in alike])
        looked: list[Looked] = []
        if sum(row["run_count"] for row in alike) >= MIN_WATCHED_RUNS:
            factors = {row["id"]: orjson.loads(row["factors"]) for row in alike}
            rows = await queries.results_of(driver, host_id, list(factors))
            options = await queries.options_of(driver, list({row["workload_id"] for row in rows}))
            looked = await asyncio.to_thread(look, rows, options, factors)
        await _store(driver, digest, host_id, looked)


async def _store(driver: Driver, digest: bytes, host_id: UUID, looked: list[Looked]) -> None:
    ids = {
        (row["workload_id"], row["direction"], row["metric"]): row["id"]
        for row in await queries.series_of(driver, digest, host_id)
    }
    if not ids and not looked:
        return
    named = [(ids.get((*one.test, one.metric)) or uuid7(), one) for one in looked]
    known: dict[UUID, list[queries.KnownChangeRow]] = {series_id: [] for series_id in ids.values()}
    for row in await queries.changes_of(driver, list(known)):
        known[row["series_id"]].append(row)
    await queries.put_series(driver, digest, host_id, [one.row(series_id) for series_id, one in named])
    changes: list[queries.Change] = []
    gone: list[UUID] = []
    for series_id, one in named:
        places = {run.run_id: place for place, run in enumerate(one.runs)}
        seen = [Seen(places[step.after.run_id], step.point.effect.value) for step in one.steps]
        again, no_more = known_again(seen, known.pop(series_id, []), [run.at for run in one.runs])
        changes += [
            step.row(row["id"] if row else uuid7(), series_id)
            for step, row in zip(one.steps, again, strict=True)
        ]
        gone += no_more
    gone += [row["id"] for rows in known.values() for row in rows if not row["is_gone"]]
    await queries.put_changes(driver, changes)
    await queries.remove_changes(driver, gone)
