"""What lies around a run, and how to run it again."""

from collections.abc import Sequence
from typing import Annotated
from uuid import UUID

import numpy as np
import orjson
from fastapi import Path, Query

from fioboard.app.access.check import allow
from fioboard.app.runs.history import listing, reproduce, sentences
from fioboard.app.runs.history.confirmations import list_confirmations
from fioboard.app.runs.history.list_routes import Host, Words
from fioboard.app.runs.history.repeat import read_repeat_command
from fioboard.core import errors
from fioboard.core.database import AppDatabase
from fioboard.core.errors import Problem
from fioboard.core.flat_routes import Router
from fioboard.core.responses import AsIs
from fioboard.engine.answers.neighbours import AdjacentOut, RepeatSpread, RunLink, RunNeighbours
from fioboard.engine.answers.problem import refusals
from fioboard.engine.answers.queries import AddressFilter
from fioboard.engine.stats import spread
from fioboard.engine.words.limits import MAX_ANSWER_BYTES, MIN_REPEATS
from fioboard.store.queries import neighbours as neighbour_queries
from fioboard.store.queries.filtering import select
from fioboard.store.queries.neighbours import RunLinkRow
from fioboard.store.queries.rows import ListedRunRow, ResultRow, RunRow
from fioboard.store.queries.runs import lists as run_lists
from fioboard.store.queries.runs import run as run_queries
from fioboard.store.queries.runs.first_results import count_results, list_first_results
from fioboard.store.queries.runs.lists import WALKS

router = Router(tags=["runs"])
REFUSALS = refusals(401, 403, 404, 422, 503)
MAX_REPEATS = 20
# Half a job file is another test: of more results there is none, and the original has the options.
MAX_JOB_FILE_RESULTS = 1_000


@router.get("/runs/{run_id}/neighbours", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_neighbours(
    database: AppDatabase, run_id: Annotated[UUID, Path(description="The run's id")]
) -> RunNeighbours:
    """Previous and next run of the host, repeats of the configuration, and how to run it again."""
    async with database.driver() as driver:
        run = await run_queries.get_run(driver, run_id)
        if run is None:
            raise errors.RunNotFound
        totals = await count_results(driver, [run_id])
        results = await list_first_results(driver, totals, MAX_JOB_FILE_RESULTS)
        repeats = await neighbour_queries.list_repeats(driver, run_id, MAX_REPEATS)
        previous = await neighbour_queries.find_previous(driver, run_id)
        following = await neighbour_queries.find_next(driver, run_id)
        tried = await list_confirmations(driver, run_id)
    again = await read_repeat_command(database, run_id)
    return RunNeighbours(
        previous=None if previous is None else _link(previous),
        next=None if following is None else _link(following),
        repeats=[
            {**_link(row), "iops": row["iops"], "bw_bytes_per_s": row["bw_bytes_per_s"]} for row in repeats
        ],
        spread=_spread([row["iops"] for row in repeats]),
        confirmations=tried,
        command=again.text,
        command_program=again.program,
        command_remark=again.remark,
        job_file=build_job_file(run, totals[run_id], results),
    )


@router.get("/runs/{run_id}/adjacent", dependencies=[allow("read", may_lag=True)], responses=REFUSALS)
async def read_adjacent(
    database: AppDatabase,
    wanted: AddressFilter,
    run_id: Annotated[UUID, Path(description="The run's id")],
    *,
    host: Host = None,
    words: Words = None,
    sort: Annotated[
        str, Query(max_length=80, description=f"{', '.join(WALKS)}; `-` = falling; as the list has it")
    ] = "-started_at",
) -> AsIs[AdjacentOut]:
    """The runs above and below a run in the list that the filter means, batches unfolded; the run need not match."""
    key, direction = listing.parse_sort(sort)
    if key not in WALKS:
        raise errors.Invalid(
            sentences.NO_NEIGHBOURS(keys=", ".join(WALKS)),
            problems=[Problem("/query/sort", "Invalid", "not an order of these")],
        )
    async with database.driver() as driver:
        place = await neighbour_queries.find_place(driver, run_id, key)
        if place is None:
            raise errors.RunNotFound
        selection = await listing.add_match_count(driver, await select(driver, wanted))
        above, below = await run_lists.find_adjacent(driver, selection, (key, direction), place)
    return {
        "previous": None if above is None else _link(above),
        "next": None if below is None else _link(below),
    }


def build_job_file(run: RunRow, total: int, results: Sequence[ResultRow]) -> str | None:
    """Build a run's job file; None where no option of fio is known, and where it would be too long."""
    if total > MAX_JOB_FILE_RESULTS or run["tool_name"] == "gdsio":
        return None
    text = reproduce.write_job_file(orjson.loads(run["global_options"]), results)
    return None if text is None or len(text) > MAX_ANSWER_BYTES else text


def _link(row: RunLinkRow | ListedRunRow) -> RunLink:
    return {"id": str(row["id"]), "title": row["title"], "started_at": row["started_at"]}


def _spread(iops: Sequence[float | None]) -> RepeatSpread | None:
    summary = spread(np.array([value for value in iops if value is not None]))
    if summary is None or summary.n < MIN_REPEATS:
        return None
    return {"n": summary.n, "iops_min": summary.min, "iops_max": summary.max, "iops_cv_ratio": summary.cv}
